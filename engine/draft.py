"""What one command is about to write, on the live table."""

from __future__ import annotations

from typing import Any

from engine.event import Entered, Event, Moved, State, Turned, revert
from engine.table import Piece, Table, Tally, Zone


class Draft:
    """Events as they are written; each has already happened on the table, and all can run backwards."""

    __slots__ = ("events", "state", "table", "zones")

    def __init__(self, state: State) -> None:
        self.state = state
        self.table: Table = state.table
        self.zones = state.zones
        self.events: list[Event] = []

    def move(self, piece: Piece, count: int, source: Zone, target: Zone, why: str) -> None:
        """Carry pieces; none is no event. A shortage is a fault of the engine: `ValueError`."""
        if count > 0:
            self.table.shift(piece, count, source, target)
            self.events.append(Moved(piece, count, source, target, why))
        elif count < 0:
            raise ValueError(f"cannot move {count} of {piece!r} from {source!r} to {target!r}")

    def carry(self, tally: Tally, source: Zone, target: Zone, why: str) -> None:
        """Carry all of `tally`, in the order of the pieces' names: how a tally came about must leave no trace."""
        for piece, count in sorted(tally.items()) if len(tally) > 1 else [*tally.items()]:
            self.move(piece, count, source, target, why)

    def sweep(self, source: Zone, target: Zone, why: str) -> None:
        """Carry all that lies in `source`."""
        lying = self.zones[source]
        if lying:
            self.carry(lying, source, target, why)

    def turn(self, piece: Piece, into: Piece, zone: Zone, why: str, count: int = 1) -> None:
        """Turn pieces over so that they show another face."""
        if count and piece != into:
            self.table.change(piece, into, count, zone)
            self.events.append(Turned(piece, into, count, zone, why))

    def enter(self, phase: Any, why: str) -> None:
        """Go over to `phase`."""
        state = self.state
        self.events.append(Entered(phase, state.phase, why))
        state.phase = phase

    def back(self) -> None:
        """Take back everything written so far."""
        revert(self.state, self.events)
        self.events.clear()
