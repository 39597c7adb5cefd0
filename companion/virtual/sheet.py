"""Somebody who holds the calibration sheet before the virtual table's camera, in ever other places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from vision.drawn.board import HeldSheet

WAYS = (
    HeldSheet(320, 180, 20, 12, 0, 0),
    HeldSheet(150, 100, 30, -18, 14, 8),
    HeldSheet(490, 100, 30, -18, -14, -8),
    HeldSheet(150, 260, 40, 22, 14, -10),
    HeldSheet(490, 260, 40, 22, -14, 10),
    HeldSheet(320, 90, 60, -26, 0, 4),
    HeldSheet(320, 270, 60, 28, 0, -4),
    HeldSheet(160, 180, 90, 0, 26, 90),
    HeldSheet(480, 180, 90, 0, -26, 84),
    HeldSheet(320, 180, 140, -10, -10, 45),
)
"""Ways to hold it: all over the picture, near and far, leaning to every side."""


class Looked(Protocol):
    """What somebody who holds the sheet sees on the screen."""

    @property
    def count(self) -> int: ...

    @property
    def state(self) -> str: ...


class SheetHolder:
    """Holds the sheet another way as soon as it has been seen, and lays it aside when the lens is known."""

    def __init__(self, hold: Callable[[HeldSheet | None], None]) -> None:
        self._hold = hold
        self._at = -1

    def poll(self, looked: Looked) -> None:
        """Do what is due with the sheet, if anything is; returns at once."""
        at = looked.count if looked.state == "looking" else -1
        if at != self._at:
            self._at = at
            self._hold(held(at) if at >= 0 else None)


def held(number: int) -> HeldSheet:
    """The sheet as it is held for the look of this number."""
    return WAYS[number % len(WAYS)]
