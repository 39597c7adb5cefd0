"""A finished game that was not followed, counted line by line, and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.presenters.common import shown_pieces
from companion.presenters.common.finished_game import (
    keypad,
    left_words,
    next_button,
    persons_of,
    result_buttons,
    score_line,
    top,
    who_played,
)
from companion.presenters.common.steps import large, winners
from companion.presenters.draft import Draft
from companion.presenters.praetor import words
from companion.presenters.praetor.results import tied
from companion.presenters.praetor.score import ICONS
from companion.titles.showing import Counts
from companion.views.common import acts, count_acts
from companion.views.common.counting import Counting, CountSeat
from companion.views.common.options import CountRow
from companion.views.common.parts import Bar, Button, Glyph, Line, Person, Sheet, Word
from companion.views.common.score import FinalScore, Heading, Opened
from companion.views.common.shown_pieces import CountShown
from companion.wording import _, n_
from engine.game import Standing
from engine.praetor.editions import Edition, edition, presets
from engine.praetor.untracked import Final, lines, purse, score
from engine.praetor.values import house
from engine.praetor.zones import RESOURCES

ALWAYS = ("favor", "workers", "apprentices", "morale", *RESOURCES, "sections", "tiles")
EXPERT = ("area", "citizens")
LINE_ICONS = {
    **words.ICONS,
    **{"favor": "fame", "workers": "die", "apprentices": "apprentice", "morale": "morale", "sections": "kind-wall"},
    **{"tiles": "city-tiles", "area": "level", "citizens": "citizen"},
}
MOST = {"favor": 300, "workers": 40, "apprentices": 8, "sections": 14, "tiles": 42, "area": 42, "citizens": 8}


class Count(Struct, frozen=True, kw_only=True):
    """What has been counted so far by seat; `line` takes the keys, `typing` says that its figure is being typed,
    `opened` is the cell of the result that is looked at, `found` what pictures showed."""

    finals: Mapping[str, Final] = {}
    found: shown_pieces.Found = {}
    seat: str = ""
    line: str = "favor"
    typing: bool = False
    opened: str = ""


def counted(draft: Draft, count: Count, act: object) -> Count:
    """The count after a tap."""
    if isinstance(act, CountShown):
        return _shown(draft, count, act)
    return DONE[type(act)](_at(draft, count), act)


def _shown(draft: Draft, count: Count, act: CountShown) -> Count:
    found, lines = shown_pieces.shown(draft.game, count.found, act)
    count = replace(count, seat=act.seat, typing=False, found=found)
    for line, value in lines.items():
        if isinstance(value, int):
            count = _put(count, line, value)
    return count


def _at(draft: Draft, count: Count) -> Count:
    seats = [place.seat for place in draft.places]
    return count if count.seat in seats else replace(count, seat=seats[0])


def _final(count: Count) -> Final:
    return count.finals.get(count.seat, Final())


def _put(count: Count, line: str, value: int) -> Count:
    final = replace(_final(count), **{line: max(least(line), min(value, most(line)))})
    return replace(count, finals={**count.finals, count.seat: final})


def most(line: str) -> int:
    """The highest figure of a line that is no slip of the finger."""
    return _track()[-1] if line == "morale" else MOST.get(line, 99)


def least(line: str) -> int:
    """The lowest figure of a line."""
    return _track()[0] if line == "morale" else 0


def _track() -> tuple[int, ...]:
    values = [value for board in house().board.values() for value in board.morale or (0,)]
    return tuple(sorted({*values}))


def _seat(count: Count, act: count_acts.CountOf) -> Count:
    return replace(count, seat=act.seat, line="favor", typing=False)


def _line(count: Count, act: count_acts.CountLine) -> Count:
    return replace(count, line=act.line, typing=False)


def _key(count: Count, act: count_acts.CountKey) -> Count:
    """A digit after another makes a longer number; the first one after choosing a line begins anew."""
    said = str(getattr(_final(count), count.line))
    text = said[:-1] if act.digit == "<" else (said if count.typing else "") + act.digit
    return replace(_put(count, count.line, int(text if text.strip("-") else "0")), typing=True)


def _step(count: Count, act: count_acts.CountStep) -> Count:
    return replace(_put(count, act.line, getattr(_final(count), act.line) + act.by), line=act.line, typing=False)


DONE: Mapping[type, Callable[[Count, Any], Count]] = {
    count_acts.CountOf: _seat,
    count_acts.CountLine: _line,
    count_acts.CountKey: _key,
    count_acts.CountStep: _step,
    count_acts.CountCell: lambda count, act: replace(count, opened=act.key),
}


# --- what the camera read ---


def showing_words(_name: str) -> tuple[str, str]:
    """What is shown to the camera, and how."""
    return _("The dice of the Active Workers"), _("Side by side. Tracks, tiles and resources are typed.")


def shown_line(label: str) -> Line:
    """A die by its pips."""
    return (Glyph("die"), Word(label.removeprefix("die:"), True))


def counted_rows(found: Counts) -> tuple[tuple[str, str, str], ...]:
    """The lines that were filled in."""
    return tuple((LINE_ICONS[line], _asks(line)[0], str(value)) for line, value in found.items())


# --- counting ---


def counting(draft: Draft, count: Count) -> Sheet:
    """What lies before one player, to be counted."""
    count, persons = _at(draft, count), persons_of(draft)
    body = Counting(
        title=_("What lies before {name}?").format(name=persons[count.seat].name),
        note=_("After the last update. The camera reads the workers’ dice; all else is typed."),
        seats=tuple(_who(count, persons[place.seat]) for place in draft.places),
        rows=tuple(_row(draft, count, line) for line in rows(draft)),
        keys=keypad(),
    )
    bar = Bar(
        sentence=_("Score a finished game"),
        note=left_words(draft, count),
        choices=(who_played(), *shown_pieces.show_button(draft, count.seat, "dice")),
        primary=next_button(draft, count),
    )
    return Sheet(body=body, top=top(), bar=bar, band=count.seat)


def edition_of(draft: Draft) -> Edition:
    """The options this table played by."""
    return edition(asdict(presets()[draft.preset]) | dict(draft.options))


def rows(draft: Draft) -> tuple[str, ...]:
    """The lines to count; area and citizens where the expert variant ranks them."""
    return (*ALWAYS, *EXPERT) if edition_of(draft).expert == "yes" else ALWAYS


def _who(count: Count, person: Person) -> CountSeat:
    final = count.finals.get(person.seat)
    total = str(sum(lines(final, house()).values())) if final else "–"
    button = Button(person.name, command=count_acts.CountOf(person.seat))
    return CountSeat(person, total, person.seat == count.seat, button)


def _row(draft: Draft, count: Count, line: str) -> CountRow:
    value, chosen = getattr(_final(count), line), count.line == line
    less = Button("", icon="minus", command=count_acts.CountStep(line, -1) if value > least(line) else None)
    more = Button("", icon="plus", command=count_acts.CountStep(line, 1) if value < most(line) else None)
    label, note = _asks(line)
    note = shown_pieces.row_note(draft, count.found, count.seat, line, value, note)
    return CountRow(
        icon=LINE_ICONS[line],
        label=label,
        note=note,
        figure=str(value).replace("-", "−"),
        brings="",
        chosen=chosen,
        less=less,
        more=more,
        button=Button(label, command=count_acts.CountLine(line), chosen=chosen),
    )


def _asks(line: str) -> tuple[str, str]:
    found = {
        "favor": (_("Favor on the track"), ""),
        "workers": (_("Active Workers"), _("all their levels together")),
        "apprentices": (_("Apprentices"), _("on both spaces")),
        "morale": (_("Morale"), _("the value at the marker")),
        "sections": (_("Wall sections"), _("taken; for a tie")),
        "tiles": (_("Tiles"), _("with one’s marker; for a tie")),
        "area": (_("Largest area"), _("own tiles side by side")),
        "citizens": (_("Citizens"), _("still left")),
    }
    return found[line] if line in found else (words.name_of(line).capitalize(), "")


# --- the result ---


def count_screen(screen: str, draft: Draft, count: Count) -> Sheet:
    """What is counted, the result, or the result as large as it goes."""
    return {"count": counting, "counted": result, "podium": podium}[screen](draft, count)


def _standings(draft: Draft, count: Count) -> tuple[Standing, ...]:
    finals = {place.seat: count.finals.get(place.seat, Final()) for place in draft.places}
    return score(finals, house(), edition_of(draft))


def result(draft: Draft, count: Count) -> Sheet:
    """Who has won, with every figure open to a check."""
    persons, standings = persons_of(draft), _standings(draft, count)
    parts = [*standings[0].lines]
    body = FinalScore(
        icon=words.POINTS_ICON,
        points=_("Favor"),
        person=persons[standings[0].seat],
        title=winners([persons[one.seat].name for one in standings if one.place == 1]),
        note=_("Tap a figure to see its sum."),
        buttons=result_buttons(),
        headings=tuple(Heading(_icon(part), _heading(part)) for part in parts),
        lines=tuple(score_line(count, persons[one.seat], one, parts) for one in standings),
        chart="",
        curves=(),
        ticks=(),
        opened=_opened(draft, count, standings, persons),
    )
    return Sheet(body=body, top=top())


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
        "walls": _("Walls"),
        "citizens": _("Citizens"),
    }[part]


def _opened(draft: Draft, count: Count, standings: tuple[Standing, ...], persons: dict[str, Person]) -> Opened:
    seat, _space, part = count.opened.partition(" ")
    found = next((one for one in standings if one.seat == seat and part in one.lines), None)
    tie = tied(standings, {seat: person.name for seat, person in persons.items()})
    if found is None:
        return Opened(persons[standings[0].seat], _("Tap a figure"), "", (), tie)
    final = count.finals.get(seat, Final())
    lines_of = (*_sum(final, part), *_origin(draft, count, seat, part, final))
    return Opened(persons[seat], _heading(part), str(found.lines[part]), lines_of, tie)


def _origin(draft: Draft, count: Count, seat: str, part: str, final: Final) -> tuple[Line, ...]:
    """Whether the camera read a figure or it was typed."""
    line = {"track": "favor", "walls": "sections"}.get(part, part)
    return shown_pieces.origin(draft, count.found, seat, line, getattr(final, line), shown_line)


def _sum(final: Final, part: str) -> tuple[Line, ...]:
    """How a figure comes about."""
    if part == "gold":
        rate = house().scoring.gold_per_favor
        whole = purse(final, house())
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
