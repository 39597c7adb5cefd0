"""How the calibration sheet is held before the virtual table's camera, in one place after another."""

from __future__ import annotations

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


def held(number: int) -> HeldSheet:
    """The sheet as it is held for the look of this number."""
    return WAYS[number % len(WAYS)]
