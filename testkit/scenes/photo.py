"""A photo as a phone takes it: cards of a layout side by side on a table of wood, without the mat."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from testkit.scenes.laid import FLAT, GROUND_PAINTERS, HIGH, WIDE, lay, lit
from vision.layouts.layout import find_layout
from vision.picture import Picture, Points
from vision.printing.cards import art

ROW = 4
"""So many cards lie side by side."""
ROOM = 1.4
"""Times a card's size to the middle of the next."""


def photo(layout: str, faces: Sequence[str], seed: int = 1) -> Picture:
    """Cards in rows, laid a little untidily; the same for the same seed."""
    chance = np.random.default_rng(seed)
    image, owner = GROUND_PAINTERS["wood"](chance), np.zeros((HIGH, WIDE), np.uint8)
    rows, size = -(-len(faces) // ROW), find_layout(layout).size
    for number, face in enumerate(faces):
        drawn = np.asarray(cv2.resize(art(layout, face, 6.0), FLAT, interpolation=cv2.INTER_AREA), np.uint8)
        lay(
            image,
            owner,
            drawn,
            _corners(number, min(ROW, len(faces)), rows, size[0] / size[1], chance),
            number + 1,
            False,
        )
    return lit(image, chance)


def _corners(number: int, columns: int, rows: int, shape: float, chance: np.random.Generator) -> Points:
    """Where a card lies, clockwise from its top left, in px."""
    high = min(HIGH / (rows * ROOM), WIDE / (columns * ROOM) / shape)
    wide = high * shape
    x = WIDE / 2 + (number % columns - (columns - 1) / 2) * wide * ROOM
    y = HIGH / 2 + (number // columns - (rows - 1) / 2) * high * ROOM
    turn = np.radians(chance.uniform(-4, 4))
    cos, sin = np.cos(turn), np.sin(turn)
    half = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    return np.asarray(half @ np.array([(cos, sin), (-sin, cos)]) + (x, y), np.float32)
