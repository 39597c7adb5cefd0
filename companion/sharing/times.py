"""How long each player took, from the times of the entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.titles.title import Title
from engine.event import evolve
from engine.journal import Journal, Learn

Seat = str
PAUSE = 30 * 60.0
"""Seconds without an entry after which the game was laid aside: they count for no player."""


class Spent(Struct, frozen=True):
    """Seconds of a player: in turns of their own, and while several were asked at once."""

    turn: float = 0.0
    answers: float = 0.0

    @property
    def total(self) -> float:
        return self.turn + self.answers


class Turn(Struct, frozen=True):
    """One turn: how long it took in seconds, whose it was, in which round."""

    seconds: float
    seat: Seat
    round: int


class Pace(Struct, frozen=True, kw_only=True):
    """Who took how long in all and by round; `longest` is the longest turn of one player, None without any time."""

    by_seat: Mapping[Seat, Spent]
    by_round: Mapping[int, Mapping[Seat, Spent]]
    longest: Turn | None
    seconds: float


class _Wait(Struct, frozen=True):
    """The time before one entry: its seconds, the round, who had to act, and who made the entry."""

    seconds: float
    round: int
    due: tuple[Seat, ...]
    by: Seat


def times_of(journal: Journal, title: Title, seats: tuple[Seat, ...]) -> Pace:
    """Every pause between two entries counts for who was awaited; where several were, for who then acted."""
    by_seat = {seat: Spent() for seat in seats}
    by_round: dict[int, dict[Seat, Spent]] = {}
    seconds, longest, running = 0.0, None, Turn(0.0, "", 0)
    for wait in _waits(journal, title):
        seconds += wait.seconds
        seat, spent = _whose(wait)
        if seat in by_seat:
            by_seat[seat] = _add(by_seat[seat], spent)
            mine = by_round.setdefault(wait.round, {})
            mine[seat] = _add(mine.get(seat, Spent()), spent)
        same = seat == running.seat and wait.round == running.round
        running = Turn(spent.turn + (running.seconds if same else 0.0), seat, wait.round)
        if seat and running.seconds > (longest.seconds if longest else 0.0):
            longest = running
    return Pace(by_seat=by_seat, by_round=by_round, longest=longest, seconds=seconds)


def _waits(journal: Journal, title: Title) -> Iterator[_Wait]:
    state, before = journal.game.box(journal.setup), 0.0
    for entry in journal.entries:
        passed = entry.at - before if before and 0 < entry.at - before < PAUSE else 0.0
        if passed:
            by = getattr(entry.command, "seat", "")
            yield _Wait(passed, max(1, title.round(state)), title.due(state), by)
        before = entry.at
        evolve(state, entry.events)
        if isinstance(entry.command, Learn):
            state.learn(journal.game.learn(state.setup, entry.command.key, entry.command.value))


def _whose(wait: _Wait) -> tuple[Seat, Spent]:
    if len(wait.due) == 1:
        return wait.due[0], Spent(turn=wait.seconds)
    return (wait.by, Spent(answers=wait.seconds)) if wait.by in wait.due else ("", Spent())


def _add(one: Spent, other: Spent) -> Spent:
    return Spent(one.turn + other.turn, one.answers + other.answers)
