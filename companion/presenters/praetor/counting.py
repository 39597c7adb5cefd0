"""A finished game that was not followed, counted line by line, and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import asdict, replace

from companion.presenters.common import shown_pieces
from companion.presenters.common.finished_game import (
    keypad,
    left_words,
    next_button,
    others_left,
    persons_of,
    top,
    who_played,
)
from companion.presenters.draft import Draft
from companion.presenters.praetor import words
from companion.presenters.praetor.counted_box import BOARD, WIDEST, Count, board_row, box_row, gap, lacks, track, turned
from companion.presenters.praetor.house_rules import agreements
from companion.titles.showing import Counts
from companion.views.common import count_acts
from companion.views.common.counting import Counting, CountSeat
from companion.views.common.options import CountRow
from companion.views.common.parts import Bar, Button, Glyph, Line, Person, Sheet, Word
from companion.views.common.shown_pieces import CountShown
from companion.wording import _, figure
from engine.praetor.editions import Edition, edition, presets
from engine.praetor.untracked import Final, lines
from engine.praetor.zones import RESOURCES

ALWAYS = ("favor", "workers", "apprentices", "morale", *RESOURCES, "sections", "tiles")
EXPERT = ("area", "citizens")
LINE_ICONS = {
    **words.ICONS,
    **{"favor": "fame", "workers": "die", "apprentices": "apprentice", "morale": "morale", "sections": "kind-wall"},
    **{"tiles": "city-tiles", "area": "level", "citizens": "citizen"},
}
MOST = {"favor": 300, "workers": 40, "apprentices": 8, "sections": 14, "tiles": 42, "area": 42, "citizens": 8}


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
    final = replace(_final(count), **{line: max(least(count, line), min(value, most(count, line)))})
    return replace(count, finals={**count.finals, count.seat: final})


def most(count: Count, line: str) -> int:
    """The highest figure of a line that is no slip of the finger; of morale, the last one of the own board's track."""
    return (_track(count) or WIDEST)[-1] if line == "morale" else MOST.get(line, 99)


def least(count: Count, line: str) -> int:
    """The lowest figure of a line."""
    return (_track(count) or WIDEST)[0] if line == "morale" else 0


def _track(count: Count) -> tuple[int, ...]:
    return track(count.values, _final(count).board)


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
    final = _final(count)
    if act.line == BOARD:
        return replace(count, finals={**count.finals, count.seat: turned(count, final, act.by)}, typing=False)
    value = getattr(final, act.line) + act.by
    if act.line == "morale" and (spaces := _track(count)):
        value = _space(spaces, final.morale, act.by)
    return replace(_put(count, act.line, value), line=act.line, typing=False)


def _space(spaces: tuple[int, ...], value: int, by: int) -> int:
    """The next figure the track shows, upwards or downwards; at its end the last one."""
    further = [space for space in spaces if (space - value) * by > 0]
    return (min if by > 0 else max)(further, default=value)


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
        rows=(box_row(draft), board_row(count, _final(count)), *(_row(draft, count, line) for line in rows(draft))),
        keys=keypad(),
    )
    bar = Bar(
        sentence=_("Score a finished game"),
        note=left_words(draft, count),
        choices=(who_played(), *shown_pieces.show_button(draft, count.seat, "dice")),
        primary=_onward(draft, count),
    )
    return Sheet(body=body, top=top(), bar=bar, band=count.seat)


def _onward(draft: Draft, count: Count) -> Button:
    """On to the next player; then to what must be said of the box, and to the result."""
    return (None if others_left(draft, count) else gap(draft, count)) or next_button(draft, count)


def edition_of(draft: Draft) -> Edition:
    """The options this table played by."""
    beside = {rule.key for rule in agreements()}
    options = {name: value for name, value in draft.options if name not in beside}
    return edition(asdict(presets()[draft.preset]) | options)


def rows(draft: Draft) -> tuple[str, ...]:
    """The lines to count; area and citizens where the expert variant ranks them."""
    return (*ALWAYS, *EXPERT) if edition_of(draft).expert == "yes" else ALWAYS


def _who(count: Count, person: Person) -> CountSeat:
    final = count.finals.get(person.seat)
    total = "–"
    if final and count.values is not None and not lacks(count.values, final):
        total = str(sum(lines(final, count.values).values()))
    button = Button(person.name, command=count_acts.CountOf(person.seat))
    return CountSeat(person, total, person.seat == count.seat, button)


def _row(draft: Draft, count: Count, line: str) -> CountRow:
    value, chosen = getattr(_final(count), line), count.line == line
    less = Button("", icon="minus", command=count_acts.CountStep(line, -1) if value > least(count, line) else None)
    more = Button("", icon="plus", command=count_acts.CountStep(line, 1) if value < most(count, line) else None)
    label, note = _asks(line)
    if line == "morale" and _track(count) and value not in _track(count):
        note = _("board {side} has no space of this value").format(side=_final(count).board)
    note = shown_pieces.row_note(draft, count.found, count.seat, line, value, note)
    return CountRow(
        icon=LINE_ICONS[line],
        label=label,
        note=note,
        figure=figure(value),
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
