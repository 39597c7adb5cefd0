"""A finished game of Byzanz that was not followed, counted by taps: profit cards by value, and the cards in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.presenters.byzanz.words import POINTS_ICON, glyph, say
from companion.presenters.common import shown_pieces, steps
from companion.presenters.common.finished_game import (
    keypad,
    next_button,
    others_left,
    persons_of,
    result_sheet,
    top,
    who_played,
)
from companion.presenters.draft import Draft
from companion.titles.showing import Counts
from companion.views.common import acts, count_acts
from companion.views.common.counting import Counting, CountSeat
from companion.views.common.options import CountRow
from companion.views.common.parts import Bar, Button, Line, Person, Sheet, Word
from companion.views.common.score import Heading, Opened
from companion.views.common.shown_pieces import CountShown
from companion.wording import _, figure
from engine.byzanz.cards import PRINTED
from engine.byzanz.editions import Edition, edition, presets
from engine.byzanz.untracked import VALUES, Final, lines, most, score
from engine.game import Standing

ROWS = ("fours", "threes", "twos", "ones", "merchants", "hand")


class Count(Struct, frozen=True, kw_only=True):
    """What has been counted so far by seat; `line` takes the keys, `typing` says that its figure is being typed,
    `opened` the cell of the result that is looked at, `found` what pictures showed."""

    finals: Mapping[str, Final] = {}
    found: shown_pieces.Found = {}
    seat: str = ""
    line: str = ROWS[0]
    typing: bool = False
    opened: str = ""


# --- what taps do ---


def counted(draft: Draft, count: Count, act: object) -> Count:
    """The count after a tap."""
    if isinstance(act, CountShown):
        return _shown(draft, count, act)
    return DONE[type(act)](_at(draft, count), act)


def _at(draft: Draft, count: Count) -> Count:
    """The count with one of the players chosen."""
    seats = [place.seat for place in draft.places]
    return count if count.seat in seats else replace(count, seat=seats[0])


def _final(count: Count, seat: str = "") -> Final:
    return count.finals.get(seat or count.seat, Final())


def _put(count: Count, **change: object) -> Count:
    return replace(count, finals={**count.finals, count.seat: replace(_final(count), **change)})


def _seat(count: Count, act: count_acts.CountOf) -> Count:
    return replace(count, seat=act.seat, line=ROWS[0], typing=False)


def _line(count: Count, act: count_acts.CountLine) -> Count:
    return replace(count, line=act.line, typing=False)


def _key(count: Count, act: count_acts.CountKey) -> Count:
    """A digit after another makes a longer number; the first one after choosing a line begins anew."""
    said = str(getattr(_final(count), count.line))
    text = said[:-1] if act.digit == "<" else (said if count.typing else "") + act.digit
    return replace(_put(count, **{count.line: min(int(text or "0"), most(count.line))}), typing=True)


def _step(count: Count, act: count_acts.CountStep) -> Count:
    value = getattr(_final(count), act.line) + act.by
    return replace(_put(count, **{act.line: max(0, min(value, most(act.line)))}), line=act.line, typing=False)


def _shown(draft: Draft, count: Count, act: CountShown) -> Count:
    found, lines = shown_pieces.shown(draft.game, count.found, act)
    fitting = {line: min(value, most(line)) for line, value in lines.items()}
    return replace(_put(replace(count, seat=act.seat, typing=False), **fitting), found=found)


DONE: Mapping[type, Callable[[Count, Any], Count]] = {
    count_acts.CountOf: _seat,
    count_acts.CountLine: _line,
    count_acts.CountKey: _key,
    count_acts.CountStep: _step,
    count_acts.CountCell: lambda count, act: replace(count, opened=act.key),
}


# --- what the camera read ---


def showing_words(name: str) -> tuple[str, str]:
    """What is shown to the camera, and how."""
    if name == "hand":
        return _("The cards left in hand"), _("Face up, side by side: only their number counts.")
    return _("The profit cards, turned up"), _("Side by side; the merchants that were kept too.")


def shown_line(label: str) -> Line:
    """A card by its good and value."""
    return (glyph(label),) if label in PRINTED else (Word(label, True),)


def counted_rows(found: Counts) -> tuple[tuple[str, str, str], ...]:
    """The lines that were filled in."""
    return tuple((_icon(line), _asks(line)[0], str(found[line])) for line in ROWS if line in found)


# --- counting ---


def count_screen(screen: str, draft: Draft, count: Count) -> Sheet:
    """What is counted, the result, or the result as large as it goes."""
    return {"count": counting, "counted": result, "podium": podium}[screen](draft, count)


def counting(draft: Draft, count: Count) -> Sheet:
    """What lies before one player, to be counted."""
    count, persons = _at(draft, count), persons_of(draft)
    body = Counting(
        title=_("What lies before {name}?").format(name=persons[count.seat].name),
        note=_("Profit cards turned up, and the cards left in hand."),
        seats=tuple(_who(count, persons[place.seat]) for place in draft.places),
        rows=tuple(_row(draft, count, line) for line in ROWS),
        keys=keypad(),
    )
    note = _left(draft, count)
    show = shown_pieces.show_button(draft, count.seat, "hand" if count.line == "hand" else "profit")
    sentence = _("Score a finished game")
    bar = Bar(sentence=sentence, note=note, choices=(who_played(), *show), primary=next_button(draft, count))
    return Sheet(body=body, top=top(), bar=bar, band=count.seat)


def _edition(draft: Draft) -> Edition:
    """The options this table played by."""
    return edition(asdict(presets()[draft.preset]) | dict(draft.options))


def _who(count: Count, person: Person) -> CountSeat:
    total = str(_sum(_final(count, person.seat))) if person.seat in count.finals else "–"
    return CountSeat(
        person, total, person.seat == count.seat, Button(person.name, command=count_acts.CountOf(person.seat))
    )


def _sum(final: Final) -> int:
    return sum(lines(final).values())


def _row(draft: Draft, count: Count, line: str) -> CountRow:
    value, chosen = getattr(_final(count), line), count.line == line
    label, note = _asks(line)
    note = shown_pieces.row_note(draft, count.found, count.seat, line, value, note)
    return CountRow(
        icon=_icon(line),
        label=label,
        note=note,
        figure=str(value),
        brings=f"+{value * VALUES[line]}" if line in VALUES else "",
        chosen=chosen,
        less=Button("", icon="minus", command=count_acts.CountStep(line, -1) if value else None),
        more=Button("", icon="plus", command=count_acts.CountStep(line, 1) if value < most(line) else None),
        button=Button(label, command=count_acts.CountLine(line), chosen=chosen),
    )


def _icon(line: str) -> str:
    return {"merchants": "ware-merchant", "hand": "cards"}.get(line, f"offer-{VALUES.get(line, 1)}")


def _asks(line: str) -> tuple[str, str]:
    if line == "hand":
        return _("Cards in hand"), _("only for a tie")
    if line == "merchants":
        return _("Merchants kept"), _("five each, from sales of three")
    return _("Goods of value {n}").format(n=VALUES[line]), _("profit cards")


def _left(draft: Draft, count: Count) -> str:
    persons, missing = persons_of(draft), others_left(draft, count)
    if not missing:
        return _("Everybody is counted.")
    return _("Still to count: {names}").format(names=", ".join(persons[seat].name for seat in missing))


# --- the result ---


def _standings(draft: Draft, count: Count) -> tuple[Standing, ...]:
    finals = {place.seat: _final(count, place.seat) for place in draft.places}
    return score(finals, _edition(draft))


def result(draft: Draft, count: Count) -> Sheet:
    """Who has won, with every figure open to a check."""
    standings = _standings(draft, count)
    headings = {part: Heading(_icon(part), _asks(part)[0]) for part in ROWS if part in VALUES}
    opened = _opened(draft, count, standings, persons_of(draft))
    return result_sheet(draft, count, standings, headings, opened, icon=POINTS_ICON, points=_("Sum"))


def _opened(draft: Draft, count: Count, standings: tuple[Standing, ...], persons: dict[str, Person]) -> Opened:
    seat, _space, part = count.opened.partition(" ")
    tie = _tied(standings, persons)
    if seat not in persons or part not in VALUES:
        return Opened(persons[standings[0].seat], _("Tap a figure"), "", (), tie)
    number = getattr(_final(count, seat), part)
    words: Line = say(_("{n} × {value}").format(n=number, value=VALUES[part]), strong=True)
    origin = shown_pieces.origin(draft, count.found, seat, part, number, shown_line)
    return Opened(persons[seat], _asks(part)[0], str(number * VALUES[part]), (words, *origin), tie)


def _tied(standings: tuple[Standing, ...], persons: dict[str, Person]) -> str:
    return " ".join(_tie(a, b, persons) for a, b in pairwise(standings) if a.score == b.score)


def _tie(a: Standing, b: Standing, persons: dict[str, Person]) -> str:
    pair = {"a": persons[a.seat].name, "b": persons[b.seat].name, "n": figure(a.score)}
    if a.ties == b.ties:
        return _("{a} and {b} both have {n}, and as many cards: they share the place.").format(**pair)
    at = 0 if a.ties[0] != b.ties[0] else 1
    why = _("The best profit card decides") if at else _("More cards in hand decide")
    each = {"x": figure(a.ties[at]), "y": figure(b.ties[at])}
    return _("{a} and {b} both have {n}. {why}: {x} to {y}.").format(**pair, why=why, **each)


def podium(draft: Draft, count: Count) -> Sheet:
    """The result to be read from across the table."""
    standings, persons = _standings(draft, count), persons_of(draft)
    return steps.large(standings, persons, _tied(standings, persons), top(), acts.Open("counted"), POINTS_ICON)
