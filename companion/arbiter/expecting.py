"""What a case expects, compared with what came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.arbiter.account import in_words
from companion.arbiter.judging import Judgement
from companion.arbiter.spelling import spelling_of
from companion.arbiter.verdict import awaited
from companion.notation.case import Change, Expect
from companion.notation.kinds import read_tally, write_tally
from companion.notation.spelling import Pieces
from companion.titles import title_of
from engine.event import State
from engine.table import Tally

ALLOWED = "allowed"


class Difference(Struct, frozen=True):
    """A key of `[expect]` that came out otherwise: what was `expected` of it, and what was `found`."""

    key: str
    expected: str
    found: str


def unexpected(judgement: Judgement) -> tuple[Difference, ...]:
    """Every difference between what a case expects and its judgement; none for a case that expects nothing."""
    expect = judgement.case.expect
    return () if expect is None else tuple(_differences(expect, judgement))


def rulings(judgement: Judgement) -> tuple[str, ...]:
    """For each command ``allowed``, or the rule that forbids it."""
    return tuple(ALLOWED if one.allowed else one.rule for one in judgement.verdicts)


def options(judgement: Judgement) -> frozenset[str]:
    """The values of options that would change a ruling or what follows from it."""
    return frozenset(f"{one.option}={one.value}" for verdict in judgement.verdicts for one in verdict.readings)


def winners(judgement: Judgement) -> tuple[str, ...]:
    """Who leads at the end."""
    return tuple(one.seat for one in judgement.standings if one.place == 1)


def changed(judgement: Judgement) -> dict[str, Change]:
    """The differences of all seats in the form in which a case expects them."""
    return {seat: {name: _plain(value) for name, value in its.items()} for seat, its in judgement.changes.items()}


def _plain(value: int | str | list[str]) -> int | str | tuple[str, ...]:
    return tuple(value) if isinstance(value, list) else value


def _differences(expect: Expect, judgement: Judgement) -> Iterator[Difference]:
    if expect.rulings is not None:
        yield from _one_by_one(expect.rulings, rulings(judgement))
    if expect.options is not None and set(expect.options) != options(judgement):
        yield Difference("options", _listed(sorted(expect.options)), _listed(sorted(options(judgement))))
    scores = {one.seat: one.score for one in judgement.standings}
    for seat, score in expect.scores.items():
        if scores.get(seat) != score:
            yield Difference(f"scores.{seat}", str(score), str(scores.get(seat, "–")))
    if expect.winners and set(expect.winners) != set(winners(judgement)):
        yield Difference("winners", _listed(expect.winners), _listed(winners(judgement)))
    if expect.changes:
        yield from _changes(expect, judgement)
    yield from _position(expect, judgement)


def _position(expect: Expect, judgement: Judgement) -> Iterator[Difference]:
    """The phase at the end, whose turn it is, what is due, and what lies in the zones the case names."""
    state, pieces = judgement.state, spelling_of(judgement.case.game).pieces
    phase = type(state.phase).__name__
    if expect.phase and expect.phase.lower() != phase.lower():
        yield Difference("phase", expect.phase, phase)
    turn = tuple(seat or "table" for seat in awaited(title_of(judgement.case.game).game, state))
    if expect.turn is not None and set(expect.turn) != set(turn):
        yield Difference("turn", _listed(expect.turn), _listed(turn))
    due = getattr(state.phase, "due", "nothing")
    if expect.due is not None and expect.due != due:
        yield Difference("due", str(expect.due), str(due))
    yield from _zones(expect, state, pieces)


def _zones(expect: Expect, state: State, pieces: Pieces) -> Iterator[Difference]:
    for zone, wanted in expect.zones.items():
        found = state.table.get(zone)
        lies = f"no zone {zone!r}" if found is None else write_tally(pieces, _in_order(found))
        if found is None or lies != _lies(pieces, wanted):
            yield Difference(f"zones.{zone}", wanted, lies)


def _lies(pieces: Pieces, text: str) -> str | None:
    """What a case says of a zone, in the words in which what lies there is written; None if it is no pieces."""
    try:
        return write_tally(pieces, _in_order(read_tally(pieces, text)))
    except ValueError:
        return None


def _in_order(tally: Tally) -> Tally:
    return dict(sorted(tally.items(), key=lambda item: item[0].rpartition(":")[2]))


def _one_by_one(expected: tuple[str, ...], found: tuple[str, ...]) -> Iterator[Difference]:
    for number in range(max(len(expected), len(found))):
        ours, theirs = (each[number] if number < len(each) else "–" for each in (expected, found))
        if ours != theirs:
            yield Difference(f"rulings.{number}", ours, theirs)


def _changes(expect: Expect, judgement: Judgement) -> Iterator[Difference]:
    spelling, found = spelling_of(judgement.case.game), changed(judgement)
    for seat in judgement.case.seats:
        ours, theirs = expect.changes.get(seat, {}), found.get(seat, {})
        for name in spelling.account.names:
            if _sorted(ours.get(name)) != _sorted(theirs.get(name)):
                in_each = (in_words(spelling, _only(change, name)).get(name, "–") for change in (ours, theirs))
                yield Difference(f"{seat}.{name}", *in_each)


def _sorted(value: object) -> object:
    """A belonging to be compared: pieces in any order are the same."""
    return sorted(value) if isinstance(value, tuple) else value


def _only(change: Change, name: str) -> Change:
    return {name: change[name]} if name in change else {}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "–"
