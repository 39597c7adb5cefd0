"""Counts in doubt: which of a zone's pieces a person is asked for, and the answers; the others are taken as read."""

from __future__ import annotations

import math

from msgspec import Struct

from companion.sensing.likelihood import less, same, tally_of
from companion.sensing.policy import Doubt
from engine.sighting import Count, Reading
from engine.table import Piece, Tally, Zone

WITHIN = 3.0
"""Deviations within which a count in doubt may be another one that many other things speak for."""
BESIDE = 1
"""So many more or fewer than read are offered, and the number in the book."""


class Counted(Struct, frozen=True):
    """A person's answer: so many of a piece lie in a zone; None: none of the numbers that were offered."""

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
    return [p for p in pieces if reading.tally.get(p, 0) != tally.get(p, 0) and _is_unsure(reading, p, limit)]


def counted_again(before: Reading, now: Reading) -> bool:
    """Are the same pieces counted once more, only in other doubt? Nothing was laid or taken."""
    return isinstance(before, Count) and isinstance(now, Count) and same(tally_of(before), tally_of(now))


def named_as(reading: Reading, tally: Tally, limits: Doubt) -> Reading:
    """The reading with its counts in doubt as in `tally`, where as many pieces lie there by both.

    Then only what they are is in doubt: a black cube in a lamp's gleam may be a blue one. What the book or a lawful
    command says of them is believed.
    """
    if not isinstance(reading, Count) or reading.number is None or reading.number > limits.number:
        return reading
    off = {p: tally.get(p, 0) - reading.tally.get(p, 0) for p in in_doubt(reading, tally, limits.asks)}
    if sum(off.values()) or any(abs(far) > WITHIN * _deviation(reading, piece) for piece, far in off.items()):
        return reading
    doubts = {piece: doubt for piece, doubt in reading.doubts.items() if piece not in off}
    named = reading.tally | {piece: tally.get(piece, 0) for piece in off}
    return Count(named, max(doubts.values(), default=0.0), doubts, reading.number) if off else reading


def how_many(zone: Zone, reading: Count, piece: Piece, booked: int) -> HowMany:
    """The question for one piece of a zone: what was read, what lies near it, and what stands in the book."""
    read, deviation = max(0, reading.tally.get(piece, 0)), _deviation(reading, piece)
    numbers = {*range(max(0, read - BESIDE), read + BESIDE + 1), booked}
    weights = {number: math.exp(-(((number - read) / deviation) ** 2) / 2) for number in numbers}
    whole = sum(weights.values())
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return HowMany(zone, piece, tuple((number, weight / whole) for number, weight in ranked))


def _deviation(reading: Count, piece: Piece) -> float:
    """Where the source names the pieces it doubts, the others are sure."""
    return reading.doubts.get(piece, 0.0) if reading.doubts else reading.doubt


def _is_unsure(reading: Reading | None, piece: Piece, limit: float) -> bool:
    return not isinstance(reading, Count) or _deviation(reading, piece) > limit


class Answers:
    """What people answered about counts in doubt, by zone, until the zone reads otherwise.

    What was answered is not asked about again while pieces of other kinds are surely taken away, and what a person
    confirmed not while others are laid to it, either. `limit` is the deviation from which a count is in doubt.
    """

    def __init__(self, limit: float) -> None:
        self._counts: dict[Zone, dict[Piece, int | None]] = {}
        self._read: dict[Zone, Reading | None] = {}
        self._limit = limit

    def take(self, counted: Counted, read: Reading | None) -> None:
        """Keep an answer, and what was read in its zone."""
        self._counts.setdefault(counted.zone, {})[counted.piece] = counted.count
        self._read[counted.zone] = read

    def follow(self, zone: Zone, now: Reading) -> None:
        """This is read there now: forget what no longer holds, and all if something went and it is in doubt what."""
        counts, before = self._counts.get(zone, {}), self._read.get(zone)
        more = less(tally_of(now), {} if before is None else tally_of(before))
        if not counts or not more:
            return
        gone = [piece for piece, count in more.items() if count < 0]
        if any(_is_unsure(reading, piece, self._limit) for piece in gone for reading in (before, now)):
            self.forget(zone)
            return
        confirmed = {piece for piece, count in counts.items() if before and count == tally_of(before).get(piece, 0)}
        for piece in counts.keys() & more.keys() | (counts.keys() - confirmed if len(gone) < len(more) else set()):
            del counts[piece]
        self._read[zone] = now

    def forget(self, zone: Zone) -> None:
        """Other pieces lie there now."""
        self._counts.pop(zone, None)
        self._read.pop(zone, None)

    def refused(self, zone: Zone, piece: Piece) -> bool:
        """Was the answer that none of the numbers is right?"""
        return piece in self._counts.get(zone, {}) and self._counts[zone][piece] is None

    def in_place(self, zone: Zone, reading: Reading) -> Reading:
        """The reading with the answers in the place of what was in doubt."""
        counts = {piece: count for piece, count in self._counts.get(zone, {}).items() if count is not None}
        if not counts or not isinstance(reading, Count):
            return reading
        known = reading.doubts or dict.fromkeys(reading.tally, reading.doubt)
        doubts = {piece: doubt for piece, doubt in known.items() if piece not in counts}
        return Count(reading.tally | counts, max(doubts.values(), default=0.0), doubts, reading.number)
