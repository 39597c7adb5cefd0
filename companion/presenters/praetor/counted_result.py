"""The result of a finished game that was not followed, every figure open to a check."""

from __future__ import annotations

from companion.presenters.common import shown_pieces
from companion.presenters.common.finished_game import persons_of, result_sheet, top
from companion.presenters.common.steps import large
from companion.presenters.draft import Draft
from companion.presenters.praetor import words
from companion.presenters.praetor.counted_box import Count, gap
from companion.presenters.praetor.counting import LINE_ICONS, counting, edition_of, shown_line
from companion.presenters.praetor.results import tied
from companion.presenters.praetor.score import ICONS
from companion.views.common import acts
from companion.views.common.parts import MARK, Line, Person, Sheet
from companion.views.common.score import Heading, Opened
from companion.wording import _, n_
from engine.game import Standing
from engine.praetor.untracked import Final, purse, score
from engine.praetor.values import Values


def count_screen(screen: str, draft: Draft, count: Count) -> Sheet:
    """What is counted, the result, or the result as large as it goes; none before its box is known."""
    shown = "count" if gap(draft, count) is not None else screen
    return {"count": counting, "counted": result, "podium": podium}[shown](draft, count)


def _standings(draft: Draft, count: Count) -> tuple[Standing, ...]:
    finals = {place.seat: count.finals.get(place.seat, Final()) for place in draft.places}
    return score(finals, _values(count), edition_of(draft))


def _values(count: Count) -> Values:
    """The values of the box; nobody comes to the result before it is named."""
    assert count.values is not None
    return count.values


def result(draft: Draft, count: Count) -> Sheet:
    """Who has won, with every figure open to a check."""
    standings = _standings(draft, count)
    headings = {part: Heading(_icon(part), marked_heading(count, part)) for part in standings[0].lines}
    opened = _opened(draft, count, standings, persons_of(draft))
    return result_sheet(draft, count, standings, headings, opened, icon=words.POINTS_ICON, points=_("Favor"))


def _icon(part: str) -> str:
    return {"track": "fame", "walls": "kind-wall"}.get(part, LINE_ICONS.get(part, ICONS.get(part, "fame")))


def _heading(part: str) -> str:
    return {
        "track": _("On the track"),
        "workers": _("Workers"),
        "apprentices": _("Apprentices"),
        "morale": _("Morale"),
        "gold": _("Gold"),
        "area": _("Area"),
        "walls": _("Wall"),
        "citizens": _("Citizens"),
    }[part]


def marked_heading(count: Count, part: str) -> str:
    """The word of a part, with the mark of our own set where rates of it turned resources into gold."""
    sides = {final.board for final in count.finals.values()}
    ours = part == "gold" and any(f"board.{side}.market" in count.ours for side in sides)
    return _heading(part) + MARK if ours else _heading(part)


def _opened(draft: Draft, count: Count, standings: tuple[Standing, ...], persons: dict[str, Person]) -> Opened:
    seat, _space, part = count.opened.partition(" ")
    found = next((one for one in standings if one.seat == seat and part in one.lines), None)
    tie = tied(standings, {seat: person.name for seat, person in persons.items()})
    if found is None:
        return Opened(persons[standings[0].seat], _("Tap a figure"), "", (), tie)
    final = count.finals.get(seat, Final())
    lines_of = (*_sum(final, part, _values(count)), *_origin(draft, count, seat, part, final))
    return Opened(persons[seat], _heading(part), str(found.lines[part]), lines_of, tie)


def _origin(draft: Draft, count: Count, seat: str, part: str, final: Final) -> tuple[Line, ...]:
    """Whether the camera read a figure or it was typed."""
    line = {"track": "favor", "walls": "sections"}.get(part, part)
    return shown_pieces.origin(draft, count.found, seat, line, getattr(final, line), shown_line)


def _sum(final: Final, part: str, values: Values) -> tuple[Line, ...]:
    """How a figure comes about."""
    if part == "gold":
        rate = values.scoring.gold_per_favor
        whole = purse(final, values)
        said = _("{gold} gold in all; {rate} gold are 1 favor").format(gold=whole, rate=rate)
        return (*(words.amounts({"gold": final.gold}, False),), words.say(said, strong=True))
    if part == "workers":
        return (words.say(n_("{n} level in all", "{n} levels in all", final.workers)),)
    if part in ("area", "walls", "citizens"):
        return (words.say(_("By rank among all players.")),)
    return (words.say(_("As counted.")),)


def podium(draft: Draft, count: Count) -> Sheet:
    """The result to be read from across the table."""
    standings, persons = _standings(draft, count), persons_of(draft)
    note = tied(standings, {seat: person.name for seat, person in persons.items()})
    return large(standings, persons, note, top(), acts.Open("counted"), words.POINTS_ICON)
