"""How the calibration sheet is held before the virtual table's camera, in one place after another."""

from __future__ import annotations

from vision.drawn.board import HeldSheet

WAYS = (
    HeldSheet(320, 180, height=20, lean=12),
    HeldSheet(150, 100, height=30, lean=-18, roll=14, turn=8),
    HeldSheet(490, 100, height=30, lean=-18, roll=-14, turn=-8),
    HeldSheet(150, 260, height=40, lean=22, roll=14, turn=-10),
    HeldSheet(490, 260, height=40, lean=22, roll=-14, turn=10),
    HeldSheet(320, 90, height=60, lean=-26, turn=4),
    HeldSheet(320, 270, height=60, lean=28, turn=-4),
    HeldSheet(160, 180, height=90, roll=26, turn=90),
    HeldSheet(480, 180, height=90, roll=-26, turn=84),
    HeldSheet(320, 180, height=140, lean=-10, roll=-10, turn=45),
)
"""Ways to hold it: all over the picture, near and far, leaning to every side."""


def held(number: int) -> HeldSheet:
    """The sheet as it is held for the look of this number."""
    return WAYS[number % len(WAYS)]
