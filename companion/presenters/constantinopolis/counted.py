"""The result of a finished game of Constantinopolis that was not followed, every figure open to a check."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.common import shown_pieces
from companion.presenters.common.finished_game import persons_of, result_sheet, top
from companion.presenters.common.steps import large
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.counting import ICONS, Count, edition_of, rows, shown_line
from companion.presenters.constantinopolis.results import tied
from companion.presenters.draft import Draft
from companion.views.common import acts
from companion.views.common.parts import Glyph, Line, Person, Sheet, Word
from companion.views.common.score import Heading, Opened
from companion.wording import _, n_
from engine.constantinopolis.faces import contract
from engine.constantinopolis.untracked import Final, purse, score
from engine.constantinopolis.values import house
from engine.game import Standing


def _standings(draft: Draft, count: Count) -> tuple[Standing, ...]:
    finals = {place.seat: count.finals.get(place.seat, Final(0)) for place in draft.places}
    if "public" not in rows(draft):
        finals = {seat: replace(final, public=0) for seat, final in finals.items()}
    return score(finals, house(), edition_of(draft))


def result(draft: Draft, count: Count) -> Sheet:
    """Who has won, with every figure open to a check."""
    standings = _standings(draft, count)
    parts = [part for part in standings[0].lines if part != "public" or "public" in rows(draft)]
    headings = {part: Heading(ICONS[part], _heading(part)) for part in parts}
    opened = _opened(draft, count, standings, persons_of(draft))
    return result_sheet(draft, count, standings, headings, opened, icon=words.POINTS_ICON, points=_("Fame"))


def _heading(part: str) -> str:
    return {
        "track": _("On the track"),
        "public": _("Public"),
        "ships": _("At sea"),
        "walls": _("Walls"),
        "gold": _("Gold"),
    }[part]


def _opened(draft: Draft, count: Count, standings: tuple[Standing, ...], persons: dict[str, Person]) -> Opened:
    seat, _space, part = count.opened.partition(" ")
    found = next((one for one in standings if one.seat == seat and part in one.lines), None)
    tie = tied(standings, {seat: person.name for seat, person in persons.items()})
    if found is None:
        return Opened(persons[standings[0].seat], _("Tap a figure"), "", (), tie)
    final = count.finals.get(seat, Final(0))
    lines = (*_sum(final, part), *_origin(draft, count, seat, part, final))
    return Opened(persons[seat], _heading(part), str(found.lines[part]), lines, tie)


def _origin(draft: Draft, count: Count, seat: str, part: str, final: Final) -> tuple[Line, ...]:
    """Whether the camera read a figure or it was typed."""
    line = {"track": "fame", "ships": "contracts"}.get(part, part)
    return shown_pieces.origin(draft, count.found, seat, line, getattr(final, line), shown_line)


def _sum(final: Final, part: str) -> tuple[Line, ...]:
    """How a figure comes about."""
    tracks = house().tracks
    if part == "walls":
        steps = ", ".join(f"{number} → {fame}" for number, fame in enumerate(tracks.wall_fame))
        return (
            words.say(n_("{n} wall on the sheet", "{n} walls on the sheet", final.walls), strong=True),
            words.say(_("The board pays by their number: {steps}").format(steps=steps)),
        )
    if part == "gold":
        return _gold_sum(final, tracks.gold_per_fame)
    if part == "ships":
        return tuple(_paper_line(face) for face in final.contracts) or (words.say(_("No ship is at sea.")),)
    if part == "public":
        return (words.say(_("As printed on the buildings.")),)
    return (words.say(_("As the marker stands.")),)


def _gold_sum(final: Final, rate: int) -> tuple[Line, ...]:
    aboard = purse(final) - final.gold
    return (
        (Word(_("In the treasury")), *words.gold(final.gold, sign=False)),
        (Word(_("Paid by ships at sea")), *(words.gold(aboard, sign=False) or (Word("0"),))),
        words.say(_("{gold} gold in all; {rate} gold are 1 fame").format(gold=purse(final), rate=rate), strong=True),
    )


def _paper_line(face: str) -> Line:
    paper = contract(f"contract:{face}")
    icons = (Glyph("passenger"),) if face.startswith("P") else words.icons(words.goods(face.partition(".")[0]))
    return (*icons, *words.gold(paper.gold, sign=False), *words.fame(paper.fame))


def podium(draft: Draft, count: Count) -> Sheet:
    """The result to be read from across the table."""
    standings, persons = _standings(draft, count), persons_of(draft)
    note = tied(standings, {seat: person.name for seat, person in persons.items()})
    return large(standings, persons, note, top(), acts.Open("counted"), words.POINTS_ICON)
