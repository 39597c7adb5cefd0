"""What the photo readers hand back, in pixels of the picture they were given."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height × width × 3, blue-green-red, 8 bits."""

Points = NDArray[np.float32]
"""n × 2 pixels, x right and y down, pixel centres at integers."""

CUBE_COLOURS = ("yellow", "black", "red", "blue", "green")


class FoundCard(NamedTuple):
    """A card's outline: `corners` 4 × 2 px, clockwise from the one nearest the picture's top left."""

    corners: Points
    confidence: float


class Die(NamedTuple):
    """A die: `box` (x0, y0, x1, y1) px, `pips` 1–6 of the upper face, `colour` a plain word."""

    box: tuple[float, float, float, float]
    pips: int
    colour: str
    confidence: float


class Cube(NamedTuple):
    """A cube: the `centre` of its upper face in px."""

    colour: str
    centre: tuple[float, float]
    confidence: float


class Cubes(NamedTuple):
    """Cubes by colour, and each of them."""

    counts: dict[str, int]
    items: list[Cube]


class Identity(NamedTuple):
    """The enrolled picture a card shows; `name` is `None` when in doubt, `runner_up` the next best name."""

    name: str | None
    share: float
    runner_up: str | None
