"""The faces of a die: where its pips are and how large, for those who draw dice and those who read them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from vision.picture import Points

PIP = 0.1
"""The radius of a pip, as a part of the die's side."""
OUT = 0.27
"""How far from the middle of the face the rows of pips lie, as a part of the side."""
DARK_PIP, LIGHT_PIP = (38, 33, 33), (240, 242, 244)
"""The colours of pips, BGR: dark on light paint, light on dark."""
DARK_PAINT = 200
"""Paint whose lightest channel is below that is dark."""
CORNERS, MIDDLE, SIDES = ((-1, -1), (1, 1), (1, -1), (-1, 1)), ((0, 0),), ((-1, 0), (1, 0))
"""Where pips may lie, in steps to the right and down from the middle of the face."""
FACES = {
    1: MIDDLE, 2: CORNERS[:2], 3: CORNERS[:2] + MIDDLE, 4: CORNERS, 5: CORNERS + MIDDLE, 6: CORNERS + SIDES,
}  # fmt: skip


def pips(face: int) -> Points:
    """The middles (n, 2) of the pips of a face, from the middle of the face, as parts of the die's side."""
    return np.array(FACES[face], float) * OUT


@cache
def die_side() -> float:
    """The side of a die in mm."""
    file = Path(__file__).parents[1] / "drawn" / "pieces.toml"
    return float(tomllib.loads(file.read_text(encoding="utf-8"))["die"])
