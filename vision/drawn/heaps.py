"""Makes heaps of cubes: touching, turned, and some on top of others."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import cv2

from vision.drawn.laid import LaidCube, cube_side
from vision.mat.mat import Point

COLOURS = "GBRKY"
UPPER = 0.4  # at most this part of a heap lies on other cubes
ROOM = 9.6  # mm of a heap's width for each cube of its lower layer, when they lie side by side
APART = 0.5  # mm² by which cubes of one layer may seem to overlap
CARRIED = 0.45  # part of an upper cube's foot that rests on others
TRIES = 400  # places tried in vain after which twice the width is tried


def heap(chance: random.Random, count: int, middle: Point, upper: int | None = None) -> list[LaidCube]:
    """So many cubes heaped around a place of the mat (mm), `upper` of them in a second layer (random by default).

    None of a layer overlap; each upper one rests on at least one below, and hides a part of it.
    """
    wanted = chance.randint(0, int(count * UPPER)) if upper is None else upper
    lower = _layer(chance, count - wanted, middle, ROOM * math.sqrt(count - wanted) / 2, 0.0, [])
    on_top = _layer(chance, wanted, middle, ROOM * math.sqrt(count - wanted) / 2, cube_side(), lower)
    return lower + on_top


def _layer(
    chance: random.Random, count: int, middle: Point, reach: float, z: float, below: Sequence[LaidCube]
) -> list[LaidCube]:
    laid: list[LaidCube] = []
    tries = 0
    while len(laid) < count:
        tries += 1
        wide = reach * (1 + tries / TRIES)
        x, y = (middle[axis] + chance.uniform(-wide, wide) for axis in (0, 1))
        cube = LaidCube(chance.choice(COLOURS), x, y, chance.uniform(-45, 45), z)
        free = all(_shared(cube, other) < APART for other in laid)
        if free and (not z or sum(_shared(cube, other) for other in below) > CARRIED * cube_side() ** 2):
            laid.append(cube)
    return laid


def _shared(one: LaidCube, other: LaidCube) -> float:
    """The area in mm² two cubes' feet share."""
    if math.hypot(one.x - other.x, one.y - other.y) > cube_side() * math.sqrt(2):
        return 0.0
    side = (cube_side(), cube_side())
    found, corners = cv2.rotatedRectangleIntersection(
        ((one.x, one.y), side, one.angle), ((other.x, other.y), side, other.angle)
    )
    return float(cv2.contourArea(cv2.convexHull(corners))) if found else 0.0
