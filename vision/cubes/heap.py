"""Separates cubes that lie alone, touch or form heaps, by the size that each must have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.picture import Field, Points, rectangle, turned

RING = 4  # px around a cube in which ground counts for it: the end of a row is taken before its middle
EMPTY = 0.35  # how much a full ring counts against a place
LEAST = 0.46  # visible part that a cube must have
CLEAR = 0.38  # visible part below which a rest raises no doubt
APART = 6  # px between two places taken in one pass
GROWN = 1.5  # px by which a cube's colour bleeds over its edges
HALF = 0.5  # value of a pixel above which it is cube rather than ground
DROP = 1e-3  # least score of a place
ANGLES = 6  # at which a cube's outline is drawn
FINE = 8  # steps of a pixel in which it is drawn


class Place(NamedTuple):
    """Where a cube lies: the middle of its visible part in px, and the size of that part (0 to 1)."""

    x: int
    y: int
    cover: float


def separated(solid: Field, side: float, lean: Points, packed: bool = False) -> tuple[list[Place], float]:
    """The cubes in a picture, and the part of a further cube that the rest would cover.

    `solid` (height, width) is each pixel's probability of being no ground; a cube has sides of `side` px, and its top
    seems shifted by `lean` px. `packed` cubes lie side to side, so that their colours do not bleed.
    """
    left = np.array(solid, np.float32)
    found: list[Place] = []
    shape = _shape(side + (0.0 if packed else GROWN), round(2 * float(lean[0])) / 2, round(2 * float(lean[1])) / 2)
    size = (round(side + abs(float(lean[0])) / 2), round(side + abs(float(lean[1])) / 2))
    while True:
        cover = cv2.blur(left, size, borderType=cv2.BORDER_CONSTANT)
        places = _best(cover, (_from_the_ends if packed else _clear)(left, cover, size))
        if not places:
            return found, float(cover.max(initial=0.0))
        found += places
        for place in places:
            _take(left, shape, place)


def surplus(solid: Field, places: Sequence[Place], areas: Sequence[float]) -> tuple[float, list[int], list[float]]:
    """The excess in px² of the lump that fits its cubes worst, and the indices of these among `places`.

    The cubes cover `areas` px² each. Also the excess of each cube that lies alone, as part of its area.
    """
    count, lumps = cv2.connectedComponents((solid > HALF).astype(np.uint8))
    over = np.bincount(lumps.ravel(), weights=solid.ravel(), minlength=count)
    at = [int(lumps[place.y, place.x]) for place in places]
    for lump, area in zip(at, areas, strict=True):
        over[lump] -= area
    over[0] = 0.0
    worst = int(np.abs(over).argmax())
    alone = [float(over[lump]) / area for lump, area in zip(at, areas, strict=True) if at.count(lump) == 1]
    return float(over[worst]), [n for n, lump in enumerate(at) if lump == worst], alone


def _clear(left: Field, cover: Field, size: tuple[int, int]) -> Field:
    """The score of each pixel as a cube's middle: covered, with ground around it."""
    wide = (size[0] + 2 * RING, size[1] + 2 * RING)
    inner, whole = size[0] * size[1], wide[0] * wide[1]
    around = (cv2.blur(left, wide, borderType=cv2.BORDER_CONSTANT) * whole - cover * inner) / (whole - inner)
    return np.asarray(np.where(cover < LEAST, 0.0, cover - EMPTY * around))


def _from_the_ends(left: Field, cover: Field, size: tuple[int, int]) -> Field:
    """The same, but a side that is free counts more than two half free: a row is taken from its ends."""
    beside = cv2.blur(left, (RING, size[1]), borderType=cv2.BORDER_CONSTANT)
    across = cv2.blur(left, (size[0], RING), borderType=cv2.BORDER_CONSTANT)
    sides = (*_apart(beside, size[0], 0), *_apart(across, 0, size[1]))
    free = np.mean([(1 - full) ** 2 for full in sides], axis=0)
    return np.asarray(np.where(cover < LEAST, 0.0, cover - EMPTY * (1 - free)))


def _apart(strip: Field, wide: int, high: int) -> tuple[Field, Field]:
    """For each pixel the strips that begin half a cube (`wide`, `high` px) before and behind it."""
    x, y = (wide + RING) // 2 if wide else 0, (high + RING) // 2 if high else 0
    rimmed = cv2.copyMakeBorder(strip, y, y, x, x, cv2.BORDER_CONSTANT)
    rows, columns = strip.shape
    return rimmed[:rows, :columns], rimmed[2 * y :, 2 * x :]


def _best(cover: Field, scores: Field) -> list[Place]:
    """The places without a better one near them."""
    near = cv2.dilate(scores, np.ones((2 * APART + 1, 2 * APART + 1), np.uint8))
    peaks = np.argwhere((scores >= near) & (scores > DROP))
    places: list[Place] = []
    for y, x in peaks:  # equal neighbours: the first counts
        if all(abs(x - p.x) > APART or abs(y - p.y) > APART for p in places):
            places.append(Place(int(x), int(y), float(cover[y, x])))
    return places


def _take(left: Field, shape: Field, place: Place) -> None:
    """Remove a cube from what is left."""
    high, wide = shape.shape
    y0, x0 = place.y - high // 2, place.x - wide // 2
    top, start = max(-y0, 0), max(-x0, 0)
    part = left[y0 + top : y0 + high, x0 + start : x0 + wide]
    part *= 1 - shape[top : top + part.shape[0], start : start + part.shape[1]]


@lru_cache(maxsize=64)
def _shape(side: float, lean_x: float, lean_y: float) -> Field:
    """The probability that a pixel around a cube's middle belongs to it, the mean over its angles."""
    half = int(side * 0.71 + abs(lean_x) / 2 + abs(lean_y) / 2) + 2
    size, lean = 2 * half + 1, np.array([lean_x, lean_y])
    sums = np.zeros((size, size), np.float32)
    for angle in np.arange(ANGLES) * 90 / ANGLES:
        foot = turned(rectangle(side, side), 0, 0, float(angle))
        hull = cv2.convexHull(np.concatenate([foot - lean / 2, foot + lean / 2]).astype(np.float32))[:, 0]
        mask = np.zeros((size * FINE, size * FINE), np.uint8)
        cv2.fillConvexPoly(mask, np.round((hull + half + 0.5) * FINE).astype(np.int32), (255,))
        sums += cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA) / np.float32(255)
    return sums / ANGLES
