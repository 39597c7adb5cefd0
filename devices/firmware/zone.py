"""Scales and slots: converts raw readings to pieces, with zero, unit and slow drift; five columns settle together.

Runs under MicroPython and CPython.
"""

# ruff: noqa: B905  (MicroPython: zip is never strict)

from .constants import MOVING_MS

try:
    from typing import Any
except ImportError:  # MicroPython knows no typing, and never looks at annotations
    Any = None  # type: ignore[assignment, misc]

ODD = 0.3  # a settled reading further than this from whole pieces is not explained by pieces
DUE = 0.18  # columns that are this far off on average need calibrating
STEADY = 0.002  # weight of each reading in that average
CREEP = 0.05  # share of a small settled deviation that counts as drift at each reading
EMPTY = (0, 0, 0, 0, 0)


class Column:
    """One scale or slot: raw reading → pieces, with zero, unit and slow drift."""

    def __init__(self) -> None:
        self.zero = 0.0
        self.unit = 1.0

    def pieces(self, raw: float) -> float:
        """Raw reading in pieces, not rounded."""
        return (raw - self.zero) / self.unit

    def creep(self, off: float) -> None:
        """Move zero by a little of a small deviation: scales wander, and no piece weighs hundredths of a piece."""
        self.zero += CREEP * off * self.unit


class Zone:
    """Five columns that settle together."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.columns = [Column() for _ in EMPTY]
        self.settled = list(EMPTY)
        self.now = list(EMPTY)
        self.raw: Any = list(EMPTY)
        self.since = -1
        self.reported = -MOVING_MS
        self.odd = (-1, 0)
        self.ready = False
        self.measured = 0  # columns that were measured with pieces since power-up, a bit each
        self.quality = 0.0  # how far off whole pieces it is on average: 0 is perfect

    def read(self, raw: Any, now: int) -> bool:
        """Take a reading; True while pieces move."""
        self.raw = raw
        whole = [int(column.pieces(value) + 1000.5) - 1000 for column, value in zip(self.columns, raw)]
        whole = [min(255, max(0, count)) for count in whole]
        if whole != self.now or self.since < 0:
            self.now, self.since = whole, now
        return self.now != self.settled or not self.ready

    def worst(self) -> tuple[int, float]:
        """The column that is furthest from whole pieces, and by how many pieces."""
        offs = [c.pieces(value) - count for c, value, count in zip(self.columns, self.raw, self.now)]
        sizes = [abs(off) for off in offs]
        index = sizes.index(max(sizes))
        return index, offs[index]

    def follow_drift(self) -> None:
        """Follow the drift of the scales: a deviation too small to be a piece."""
        self.quality += STEADY * (abs(self.worst()[1]) - self.quality)
        for column, value, count in zip(self.columns, self.raw, self.now):
            off = column.pieces(value) - count
            if abs(off) < ODD:
                column.creep(off)
