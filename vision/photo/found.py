"""The results of the photo readers, in pixels of the given picture."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height × width × 3, blue-green-red, 8 bits."""

Points = NDArray[np.float32]
"""n × 2 pixels, x right and y down, pixel centres at integers."""

MARGIN = 1.15
"""Side of what the reader of pips sees, as a multiple of a die's longer side."""

CUBE_COLOURS = ("yellow", "black", "red", "blue", "green")


class FoundCard(NamedTuple):
    """A card's outline: `corners` 4 × 2 px, clockwise from the one nearest the picture's top left.

    `hidden` is the share of it that lies under another card, as far as the outline reaches there.
    """

    corners: Points
    confidence: float
    hidden: float = 0.0


class Die(NamedTuple):
    """A die: `box` (x0, y0, x1, y1) px, `pips` 1–6 of the upper face, `colour` a plain word.

    `shares` are those of one to six pips, which add up to 1.
    """

    box: tuple[float, float, float, float]
    pips: int
    colour: str
    confidence: float
    shares: tuple[float, ...]

    @property
    def runner_up(self) -> int:
        """The second likeliest number of pips."""
        return 1 + sorted(range(6), key=lambda face: -self.shares[face])[1]

    @property
    def crop(self) -> tuple[float, float, float, float]:
        """The square part of the picture, in px, from which the pips were read."""
        x0, y0, x1, y1 = self.box
        half = max(x1 - x0, y1 - y0) * MARGIN / 2
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        return (x - half, y - half, x + half, y + half)


class Cube(NamedTuple):
    """A cube: the `centre` of its upper face and its `size` in px; `shares` of what else it may be, by name."""

    colour: str
    centre: tuple[float, float]
    confidence: float
    size: float
    shares: dict[str, float]

    @property
    def runner_up(self) -> str:
        """The next likeliest reading: a cube of another colour, a house, disc or die, or nothing."""
        return max((kind for kind in self.shares if kind != self.colour), key=self.shares.__getitem__)

    @property
    def crop(self) -> tuple[float, float, float, float]:
        """The square part of the picture, in px, that shows it with as much again about it."""
        x, y = self.centre
        return (x - self.size, y - self.size, x + self.size, y + self.size)


class Other(NamedTuple):
    """A piece that is no cube: `kind` house, disc or die, its colour, its middle and `size` in px."""

    kind: str
    colour: str
    centre: tuple[float, float]
    confidence: float
    size: float


class Likely(NamedTuple):
    """A count lies from `low` to `high` in nine cases of ten; `share` is the chance that it is the likeliest one."""

    low: int
    high: int
    share: float


class Cubes(NamedTuple):
    """Cubes by colour, each of them, the other pieces, and how sure the count of each colour is."""

    counts: dict[str, int]
    items: list[Cube]
    others: list[Other]
    likely: dict[str, Likely]


class Identity(NamedTuple):
    """The enrolled picture a card shows; `name` is `None` when in doubt, `runner_up` the next best name."""

    name: str | None
    share: float
    runner_up: str | None
