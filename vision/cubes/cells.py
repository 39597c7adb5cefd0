"""Reads fields with a printed grid, one cube a cell: a small network says what lies in each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.cubes.cubes import GOODS, Cube, Heap, lean_at
from vision.mat.light import rectified
from vision.mat.mat import Mat, Point
from vision.mat.pose import Pose
from vision.picture import Field, Picture, Points

SIDE = 32  # px of what the network sees of a cell
SCALE = 1.25  # px per mm of it: the cell and 5 mm about it
FINE = 2  # times that scale a field is straightened at, and then halved
AROUND = 16.0  # mm about the cells that are straightened too
RISE = 0.6  # part of a cube's lean by which what is seen of it lies beside its cell
GROUND = 0.5  # what the field's own ground is brought to, of 1
EMPTY, ODD = len(GOODS), len(GOODS) + 1  # what the network says beside the goods: nothing, or anything but one cube
ANY = 0.24  # variance of each good's count in a cell with something else: one cube or two, of unknown colours
LEAST = 0.5  # share of anything at all from which a cell counts as one with a cube

Shares = Callable[[Field], Field]
"""Shares (n, 7) of the goods, of nothing and of anything else in so many pictures (n, 3, SIDE, SIDE)."""


def field(frame: Picture, mat: Mat, pose: Pose, zone: str) -> Field:
    """A field and AROUND mm about its cells from above at SCALE, BGR, its own ground at GROUND."""
    (left, top), (_, bottom), (right, _) = _extent(mat, zone)
    box = (left - AROUND, top - AROUND, right + AROUND, bottom + AROUND)
    fine = rectified(frame, pose, box, SCALE * FINE)
    small = cv2.resize(fine, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    edge = round(AROUND * SCALE)
    ground = np.median(small[edge:-edge, edge:-edge].reshape(-1, 3), axis=0)
    return np.asarray(np.minimum(small * (GROUND / np.maximum(ground, 1.0)), 1.0), np.float32)


def _extent(mat: Mat, zone: str) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """The upper left, lower left and upper right corner of a zone's cells, mm."""
    ends = np.array(mat.lines(zone)).reshape(-1, 2)
    (left, top), (right, bottom) = ends.min(axis=0), ends.max(axis=0)
    return (left, top), (left, bottom), (right, top)


def middles(mat: Mat, zone: str) -> Points:
    """The middles (n, 2) in mm of a zone's cells, row by row."""
    assert mat.cells is not None
    (left, top), (_, bottom), (right, _) = _extent(mat, zone)
    pitch = mat.cells.pitch
    columns, rows = round((right - left) / pitch), round((bottom - top) / pitch)
    return np.array([(left + (c + 0.5) * pitch, top + (r + 0.5) * pitch) for r in range(rows) for c in range(columns)])


def windows(mat: Mat, zone: str, eye: Points, side: int = SIDE) -> Iterator[tuple[int, int]]:
    """The upper left corners (x, y) in px of `field` of each cell's window of `side` px.

    `eye` is where the camera stands, x, y and height in mm: a cube leans away from it.
    """
    (left, top), *_ = _extent(mat, zone)
    for middle in middles(mat, zone):
        seen = (middle + RISE * lean_at((middle[0], middle[1]), eye) - (left, top) + AROUND) * SCALE
        x, y = np.round(seen - side / 2).astype(int)
        yield int(x), int(y)


def read(frame: Picture, mat: Mat, pose: Pose, zone: str, origin: Point, shares: Shares) -> Heap:
    """What lies in a zone's cells; `shares` is the network, places of cubes are in mm from `origin`."""
    picture = field(frame, mat, pose, zone)
    places = np.array(list(windows(mat, zone, pose.eye())))
    # where the camera looks from far aside a window reaches beyond what was straightened
    x, y = np.clip(places, 0, np.array(picture.shape[1::-1]) - SIDE).T
    cells = np.stack([picture[b : b + SIDE, a : a + SIDE].transpose(2, 0, 1) for a, b in zip(x, y, strict=True)])
    return heap(shares(np.ascontiguousarray(cells)), middles(mat, zone) - np.array(origin))


def heap(shares: Field, places: Points) -> Heap:
    """The heap of which each cell holds what the shares (n, 7) say; places (n, 2) are the cells' middles in mm.

    What is left of each good's share in cells that count as empty, and whatever a cell with anything but one cube may
    hold, is the doubt of the count.
    """
    cubes, hidden = [], np.zeros(len(GOODS))
    for share, (x, y) in zip(np.asarray(shares, float), places, strict=True):
        goods, odd = share[: len(GOODS)], share[ODD]
        there = float(goods.sum())
        hidden += ANY * odd
        if there > LEAST * (there + share[EMPTY]):
            box = (x - 4.0, y - 4.0, 8.0, 8.0)
            cubes.append(Cube(tuple(float(part) for part in goods / there), box, there / (there + share[EMPTY])))
        else:
            hidden += goods * (1 - goods)
    return Heap(tuple(cubes), (), tuple((good, float(part)) for good, part in zip(GOODS, hidden, strict=True)))
