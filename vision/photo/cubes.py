"""Wooden cubes of five colours on any photo, told from houses, discs and dice of the same colours."""

from __future__ import annotations

import numpy as np

from vision.photo import dice
from vision.photo.found import CUBE_COLOURS, Cube, Cubes, Image
from vision.photo.net import Net, dense, peaks, shipped, sigmoid

LONG_SIDE = 960
"""The long side in px at which the finder looks; an 8 mm cube should be 13 px or more there."""

BIAS = 4
"""The finder is trained to give its logits plus this."""

LEAST = 0.3
"""Peaks of the finder below this share are no pieces (docs/vision-results.md)."""

APART = 2.3
"""Two peaks nearer than this, in cells of 4 px, are one piece."""


class Sight:
    """What the finder sees: the cubes, and how many other game pieces."""

    def __init__(self, cubes: list[Cube], others: int) -> None:
        self.cubes, self.others = cubes, others


def find(image: Image, finder: Net | None = None) -> Cubes:
    """The cubes of a picture. Where dice are the only pieces in it, they are what is counted.

    Another network than the shipped one is for measurements.
    """
    sight = look(image, finder or shipped("cubes"))
    items = sight.cubes or ([] if sight.others else coloured_dice(image))
    counts = {colour: sum(item.colour == colour for item in items) for colour in CUBE_COLOURS}
    return Cubes(counts, items)


def look(image: Image, finder: Net) -> Sight:
    """All pieces that the finder sees, each once, the best reading of it first."""
    maps, cell = dense(finder, image, LONG_SIDE)
    shares = sigmoid(maps - BIAS)
    found = [
        (float(shares[kind, row, column]), kind, int(row), int(column))
        for kind in range(len(shares))
        for row, column in peaks(shares[kind], LEAST)
    ]
    kept: list[tuple[float, int, int, int]] = []
    for one in sorted(found, reverse=True):
        if all((one[2] - other[2]) ** 2 + (one[3] - other[3]) ** 2 > APART**2 for other in kept):
            kept.append(one)
    cubes = [cube(*one, cell) for one in kept if one[1] < len(CUBE_COLOURS)]
    return Sight(cubes, sum(len(CUBE_COLOURS) <= kind < DIE for _, kind, _, _ in kept))


DIE = len(CUBE_COLOURS) + 2
"""The layer of the dice, after those of cubes, houses and discs."""


def cube(share: float, kind: int, row: int, column: int, cell: float) -> Cube:
    centre = (np.array([column, row]) + 0.375) * cell
    return Cube(CUBE_COLOURS[kind], (round(float(centre[0]), 1), round(float(centre[1]), 1)), round(share, 3))


def coloured_dice(image: Image) -> list[Cube]:
    """Dice of the five colours as cubes."""
    found = [die for die in dice.find(image) if die.colour in CUBE_COLOURS]
    return [Cube(die.colour, middle(die.box), die.confidence) for die in found]


def middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return round((box[0] + box[2]) / 2, 1), round((box[1] + box[3]) / 2, 1)
