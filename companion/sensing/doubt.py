"""Counts in doubt: which of a zone's pieces a person is asked for, and what he said; the others are taken as read."""

from __future__ import annotations

import math

from msgspec import Struct

from engine.sighting import Count, Reading
from engine.table import Piece, Tally, Zone

BESIDE = 1
"""So many more or fewer than read are offered."""


class Counted(Struct, frozen=True):
    """So many of a piece lie in a zone, a person says; None: none of the numbers he was offered."""

    zone: Zone
    piece: Piece
    count: int | None


class HowMany(Struct, frozen=True):
    """A count that differs from the book and is in doubt: each number it may be with its share, likeliest first."""

    zone: Zone
    piece: Piece
    numbers: tuple[tuple[int, float], ...]


def in_doubt(reading: Reading, tally: Tally, limit: float) -> list[Piece]:
    """The pieces of which the reading differs from `tally` and is less sure than a deviation of `limit`."""
    if not isinstance(reading, Count):
        return []
    pieces = sorted(reading.tally.keys() | tally.keys())
    return [p for p in pieces if reading.tally.get(p, 0) != tally.get(p, 0) and _deviation(reading, p) > limit]


def how_many(zone: Zone, reading: Count, piece: Piece) -> HowMany:
    """The question for one piece of a zone."""
    read, deviation = max(0, reading.tally.get(piece, 0)), _deviation(reading, piece)
    numbers = range(max(0, read - BESIDE), read + BESIDE + 1)
    weights = {number: math.exp(-(((number - read) / deviation) ** 2) / 2) for number in numbers}
    whole = sum(weights.values())
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return HowMany(zone, piece, tuple((number, weight / whole) for number, weight in ranked))


def _deviation(reading: Count, piece: Piece) -> float:
    """Where the source tells the pieces it doubts, the others are sure."""
    return reading.doubts.get(piece, 0.0) if reading.doubts else reading.doubt


class Told:
    """What people said of counts in doubt, by zone, until the zone reads otherwise."""

    def __init__(self) -> None:
        self._said: dict[Zone, dict[Piece, int | None]] = {}

    def take(self, counted: Counted) -> None:
        """Somebody has answered."""
        self._said.setdefault(counted.zone, {})[counted.piece] = counted.count

    def forget(self, zone: Zone) -> None:
        """Other pieces lie there now."""
        self._said.pop(zone, None)

    def refused(self, zone: Zone, piece: Piece) -> bool:
        """Has somebody said that none of the numbers is right?"""
        return piece in self._said.get(zone, {}) and self._said[zone][piece] is None

    def upon(self, zone: Zone, reading: Reading) -> Reading:
        """The reading with what was told in the place of what was in doubt."""
        said = {piece: count for piece, count in self._said.get(zone, {}).items() if count is not None}
        if not said or not isinstance(reading, Count):
            return reading
        known = reading.doubts or dict.fromkeys(reading.tally, reading.doubt)
        doubts = {piece: doubt for piece, doubt in known.items() if piece not in said}
        return Count(reading.tally | said, max(doubts.values(), default=0.0), doubts)
