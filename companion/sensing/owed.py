"""What the book has changed and hands have not: until they follow, what lies where it lay tells nothing new."""

from __future__ import annotations

from collections.abc import Iterable

from companion.sensing.likelihood import less, tally_of
from engine.event import Event, Moved, Turned
from engine.sighting import Pieces, Reading
from engine.table import Piece, Tally, Zone


class Owed:
    """By zone the pieces that hands have still to take away (more than none) or to lay there (less than none).

    Known where single pieces are seen: numbers do not tell which of them came or went. What hands have done since
    shows in the next reading, and is owed no more.
    """

    def __init__(self) -> None:
        self._by_zone: dict[Zone, Tally] = {}

    def add(self, events: Iterable[Event]) -> None:
        """The book has changed so."""
        for event in events:
            for zone, piece, count in _changes(event):
                owed = self._by_zone.setdefault(zone, {})
                owed[piece] = owed.get(piece, 0) - count

    def settle(self, zone: Zone, seen: Reading | None, book: Tally) -> None:
        """This is seen in a zone now; None where nothing looks at it."""
        owed = self._by_zone.pop(zone, {})
        off = less(tally_of(seen), book) if isinstance(seen, Pieces) else {}
        left = {piece: _between(count, off[piece]) for piece, count in owed.items() if piece in off}
        if any(left.values()):
            self._by_zone[zone] = left

    def explains(self, zone: Zone, seen: Reading, book: Tally) -> bool:
        """Is all that is seen otherwise than in the book owed?"""
        owed = self._by_zone.get(zone)
        return owed is not None and all(owed.get(piece, 0) == off for piece, off in less(tally_of(seen), book).items())


def _between(owed: int, off: int) -> int:
    """As much of what is owed as is seen to be off."""
    return max(min(owed, off), 0) if off > 0 else min(max(owed, off), 0)


def _changes(event: Event) -> list[tuple[Zone, Piece, int]]:
    """The zones an event changes, and how many of a piece come or go there."""
    if isinstance(event, Moved):
        return [(event.source, event.piece, -event.count), (event.target, event.piece, event.count)]
    if isinstance(event, Turned):
        return [(event.zone, event.piece, -event.count), (event.zone, event.into, event.count)]
    return []
