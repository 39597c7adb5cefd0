"""The three things that can happen on a table, in every game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.table import Piece, Table, Zone

P = TypeVar("P")


class Moved(Struct, frozen=True, gc=False, array_like=True, tag="moved"):
    """`count` of `piece` went from `source` to `target`, by the rule `why`."""

    piece: Piece
    count: int
    source: Zone
    target: Zone
    why: str


class Turned(Struct, frozen=True, gc=False, array_like=True, tag="turned"):
    """`count` of `piece` in `zone` now show `into` (a card its face, a die its pips), by the rule `why`."""

    piece: Piece
    into: Piece
    count: int
    zone: Zone
    why: str


class Entered(Struct, Generic[P], frozen=True, gc=False, array_like=True, tag="entered"):
    """The game went over from the phase `left` to `phase`, by the rule `why`."""

    phase: P
    left: P | None
    why: str


Event = Moved | Turned | Entered[Any]


class State:
    """All a game remembers: the table and whose turn it is in which phase.

    `setup` is what was agreed before the game, and `book` the values in it as the game's rules read them (if it has
    any); `seats` gives each seat by its colour (and the table itself as ``""``), with the names of its zones made once.
    `zones` are the tallies of the table in a plain dict, for rules to read.
    """

    __slots__ = ("book", "phase", "seats", "setup", "table", "zones")

    def __init__(self, setup: Any, seats: dict[str, Any], table: Table, phase: Any) -> None:
        self.setup = setup
        self.book: Any = getattr(setup, "book", None)
        self.seats = seats
        self.table = table
        self.zones = table.tallies
        self.phase = phase

    def learn(self, setup: Any) -> None:
        """Go on with a setup that knows one more printed value."""
        self.setup = setup
        self.book = getattr(setup, "book", None)

    def copy(self) -> State:
        """The same position on a table of its own."""
        return State(self.setup, self.seats, self.table.copy(), self.phase)


def evolve(state: State, events: Iterable[Event]) -> None:
    """Let known events happen."""
    table = state.table
    for event in events:
        if type(event) is Moved:
            table.shift(event.piece, event.count, event.source, event.target)
        elif type(event) is Turned:
            table.change(event.piece, event.into, event.count, event.zone)
        else:
            state.phase = event.phase  # type: ignore[union-attr]


def revert(state: State, events: Sequence[Event]) -> None:
    """Let events that have happened run backwards; builds nothing."""
    table = state.table
    for event in reversed(events):
        if type(event) is Moved:
            table.shift(event.piece, event.count, event.target, event.source)
        elif type(event) is Turned:
            table.change(event.into, event.piece, event.count, event.zone)
        else:
            state.phase = event.left  # type: ignore[union-attr]


def reverse(events: Sequence[Event], why: str) -> list[Event]:
    """The events that take `events` back: also the list of pieces to put back by hand."""
    return [_opposite(event, why) for event in reversed(events)]


def _opposite(event: Event, why: str) -> Event:
    if isinstance(event, Moved):
        return Moved(event.piece, event.count, event.target, event.source, why)
    if isinstance(event, Turned):
        return Turned(event.into, event.piece, event.count, event.zone, why)
    return Entered(event.left, event.phase, why)


def zones_of(event: Event) -> tuple[Zone, ...]:
    """The zones an event changes."""
    if isinstance(event, Moved):
        return (event.source, event.target)
    return (event.zone,) if isinstance(event, Turned) else ()
