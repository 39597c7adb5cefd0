"""What differs from place to place: the camera and where it stands, the printed mat, the paints, how cubes are laid.

Everything follows from a place's number. Places are split by their number: trained on, tuned on, measured on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from vision.mat.mat import Box, Mat
from vision.picture import Picture, Points
from vision.printing.paper import draw_mat

GOODS = "GBRKY"
SIDE = 8.0  # mm of a cube
PRINTED_AT = 4.0  # px per mm of the mat's picture
FINEST, COARSEST = 2.5, 1.1  # px per mm of the camera's picture
LIGHT_MATS = 0.35  # part of the mats that are printed in little ink
CELLED = 0.4  # part of them that have cells in the fields for cubes
MARGIN, STEP = 0.02, 0.98  # part of a picture beside the mat, and by how much a camera is moved away at a time
SPLITS = ("trained", "tuned", "measured")


def split(number: int) -> str:
    """The part a place belongs to: of ten numbers in a row seven are trained on, one tuned on, two measured on."""
    return SPLITS[0 if number % 10 < 7 else 1 if number % 10 == 7 else 2]


def is_tuned(number: int) -> bool:
    """May something be chosen on a place where nothing is trained? On even numbers; odd ones are measured on."""
    return number % 2 == 0


class Place(NamedTuple):
    """A table as it stands in a room.

    `frame` is the camera's picture in px, `sharp` its px per mm in the middle of the mat, `tilt` and `side` the degrees
    it leans back and aside, `off` (2,) mm by which it looks past the middle, `angle` its width of view in degrees;
    `shine` the roughness of the mat and of the cubes, 0 to 1; `paints` how much lighter each good's paint is, in
    linear red, green, blue.
    """

    number: int
    frame: tuple[int, int]
    sharp: float
    tilt: float
    side: float
    off: tuple[float, float]
    angle: float
    light_mat: bool
    celled: bool
    shine: tuple[float, float]
    paints: dict[str, Points]


class Wood(NamedTuple):
    """A cube that was laid: its good, middle in mm, degrees clockwise, and the mm it stands above the mat."""

    good: str
    x: float
    y: float
    angle: float
    z: float = 0.0


def place(number: int) -> Place:
    """The place of a number."""
    chance = default_rng([number, 19])
    wide = chance.random() < 0.5
    frame = (1920, 1080) if wide else (1280, 720)
    sharp = chance.uniform(*((1.7, FINEST) if wide else (COARSEST, 1.75)))
    paints = {good: np.exp(chance.normal(0, 0.3) + chance.normal(0, 0.2, 3)) for good in GOODS}
    shine = float(chance.uniform(0.2, 0.8)), float(chance.uniform(0.25, 0.8))
    tilt, side = float(chance.uniform(0, 35)), float(chance.normal(0, 8))
    off = float(chance.uniform(-20, 20)), float(chance.uniform(-20, 20))
    light = bool(chance.random() < LIGHT_MATS)
    wide_view, celled = float(chance.uniform(52, 74)), bool(chance.random() < CELLED)
    return Place(number, frame, float(sharp), tilt, side, off, wide_view, light, celled, shine, paints)


def all_in_view(at: Place, size: tuple[float, float]) -> Place:
    """The place with its camera so far away that all of a mat of this size, in mm, is seen: so people set it up."""
    while np.abs(seen_corners(at, size)).max() > 1 - MARGIN:
        at = at._replace(sharp=at.sharp * STEP)
    return at


def seen_corners(at: Place, size: tuple[float, float]) -> Points:
    """Where the corners of a mat of this size, in mm, are in the picture: (4, 2) from its middle, its edges at 1."""
    focal = at.frame[0] / 2 / np.tan(np.radians(at.angle) / 2)
    lean, aside = np.radians(at.tilt), np.radians(at.side)
    ahead = -np.array([np.sin(lean) * np.sin(aside), -np.sin(lean) * np.cos(aside), np.cos(lean)])
    right = np.array([ahead[1], -ahead[0], 0.0]) / np.hypot(*ahead[:2])
    x, y = size[0] / 2, size[1] / 2
    corners = np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)]) - (*at.off, 0) + focal / at.sharp * ahead
    seen = corners @ np.stack([right, np.cross(right, ahead), ahead], axis=1)
    return np.asarray(2 * focal * seen[:, :2] / seen[:, 2:] / at.frame)


def mat_of(at: Place, mat: Mat) -> Mat:
    """The mat as it lies at a place: in little ink or not, with cells or as it was before there were any."""
    lit = mat.lightened() if at.light_mat else mat
    return lit if at.celled else lit.uncelled()


def printed(mat: Mat, at: Place) -> Picture:
    """The mat as this place's printer printed it, BGR."""
    return on_paper(draw_mat(mat_of(at, mat), PRINTED_AT), at)


def on_paper(picture: Picture, at: Place) -> Picture:
    """A picture as this place's printer prints it, BGR: no true black, paper with a tint, muted colours."""
    chance = default_rng([at.number, 20])
    drawn = picture.astype(np.float32) / 255
    grey = cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY)[..., None]
    mute, black = chance.uniform(0, 0.15), chance.uniform(0.01, 0.06)
    paper = chance.uniform(0.78, 0.92) * (1 + chance.normal(0, 0.02, 3))
    inked = (drawn + mute * (grey - drawn)) ** chance.uniform(0.92, 1.08, 3)
    return np.asarray((255 * (black + (paper - black) * inked)).clip(0, 255), np.uint8)


# --- how cubes are laid ---

IN_CELLS, FREE = ("cells", "cells", "untidy"), ("loose", "touching", "touching", "stacked")
OVERLAP = 0.3  # mm² by which the feet of two cubes of one layer may seem to overlap
CARRIED = 0.45  # part of an upper cube's foot that rests on others
TRIES = 60


def laid(mat: Mat, zone: str, chance: Generator, stacked: bool = False) -> tuple[str, list[Wood]]:
    """How the cubes of a zone lie, in a word, and the cubes; all `stacked`, or as chance has it.

    Where cells are printed most zones have one a cell, or cubes on lines and two in a cell; elsewhere, and there too
    now and then, they lie loose, pushed together, or some on others.
    """
    in_cells = mat.cells is not None and chance.random() < 0.6 and not stacked
    way = "stacked" if stacked else str(chance.choice(IN_CELLS if in_cells else FREE))
    count = int(chance.integers(1, 24 if in_cells else 15)) if chance.random() < 0.93 else 0
    usual = chance.dirichlet(np.full(5, 1.5))
    goods = [GOODS[n] for n in chance.choice(5, count, p=usual)]
    if not in_cells:
        return way, _dropped(mat.zones[zone].box, goods, way, chance)
    middles = mat.spots(zone, _room(mat, zone))
    cells = [middles[n] for n in chance.permutation(len(middles))[:count]]
    cubes = [_in_cell(good, cell, chance) for good, cell in zip(goods, cells, strict=True)]
    if way == "untidy":
        cubes = [other for cube in cubes for other in (_amiss(cube, chance) if chance.random() < 0.3 else [cube])]
    return way, apart(cubes)


def _room(mat: Mat, zone: str) -> int:
    """How many cells a zone has."""
    assert mat.cells is not None
    x0, y0, x1, y1 = mat.zones[zone].box
    return int((x1 - x0) // mat.cells.pitch) * int((y1 - y0) // mat.cells.pitch)


def _in_cell(good: str, middle: tuple[float, float], chance: Generator) -> Wood:
    x, y = np.array(middle) + chance.uniform(-2.8, 2.8, 2)
    return Wood(good, float(x), float(y), float(chance.uniform(0, 90)))


def _amiss(cube: Wood, chance: Generator) -> list[Wood]:
    """A cube on a line, two beside each other in a cell, or one on another."""
    kind, turn = chance.random(), chance.uniform(0, 2 * np.pi)
    other = GOODS[chance.integers(5)]
    if kind < 0.4:
        away = chance.uniform(6, 9)
        return [cube._replace(x=cube.x + away * np.cos(turn), y=cube.y + away * np.sin(turn))]
    if kind < 0.7:
        step = np.radians(cube.angle) + np.pi / 2 * int(chance.integers(4))
        far = SIDE + abs(float(chance.normal(0, 0.4)))
        dx, dy = far / 2 * np.cos(step), far / 2 * np.sin(step)
        return [cube._replace(x=cube.x - dx, y=cube.y - dy), cube._replace(good=other, x=cube.x + dx, y=cube.y + dy)]
    dx, dy = chance.uniform(-2.5, 2.5, 2)
    return [cube, Wood(other, cube.x + dx, cube.y + dy, float(chance.uniform(0, 90)), SIDE)]


def _dropped(box: Box, goods: Sequence[str], way: str, chance: Generator) -> list[Wood]:
    """Cubes dropped into a box: loose, pushed together, or some of them stacked on others."""
    upper = int(chance.integers(1, len(goods) // 2 + 1)) if way == "stacked" and len(goods) > 1 else 0
    cubes: list[Wood] = []
    for good in goods[upper:]:
        _lay(cubes, partial(_beside, good, box, cubes, way, chance), box)
    for good in goods[:upper]:
        _lay(cubes, partial(_upon, good, cubes, chance), box)
    return cubes


def _lay(cubes: list[Wood], drop: Callable[[], Wood], box: Box) -> None:
    """Add a cube where it can lie; none if there is no such place."""
    x0, y0, x1, y1 = box
    for _ in range(TRIES):
        cube = drop()
        inside = x0 + 5 < cube.x < x1 - 5 and y0 + 5 < cube.y < y1 - 5
        if inside and all(one.z != cube.z or shared(one, cube) < OVERLAP for one in cubes) and _carried(cube, cubes):
            cubes.append(cube)
            return


def _beside(good: str, box: Box, cubes: Sequence[Wood], way: str, chance: Generator) -> Wood:
    """A cube anywhere in a box, or against one that lies there."""
    x0, y0, x1, y1 = box
    if not cubes or chance.random() < (0.1 if way != "loose" else 0.93):
        return Wood(good, chance.uniform(x0, x1), chance.uniform(y0, y1), chance.uniform(0, 90))
    near = cubes[int(chance.integers(len(cubes)))]
    flush = chance.random() < 0.6
    along, across = SIDE + abs(chance.normal(0, 0.25)), chance.normal(0, 1.5) if flush else chance.uniform(-6, 6)
    away = along if flush else along + chance.uniform(0, 2.5)
    turn = np.radians(near.angle) + np.pi / 2 * int(chance.integers(4))
    x = near.x + away * np.cos(turn) - across * np.sin(turn)
    y = near.y + away * np.sin(turn) + across * np.cos(turn)
    angle = near.angle + chance.normal(0, 2) if flush else chance.uniform(0, 90)
    return Wood(good, float(x), float(y), float(angle) % 90)


def _upon(good: str, cubes: Sequence[Wood], chance: Generator) -> Wood:
    """A cube on one that lies there, seldom on one that lies on another."""
    low = [cube for cube in cubes if not cube.z or chance.random() < 0.1]
    below = low[int(chance.integers(len(low)))] if low else Wood(good, -99, -99, 0)
    x, y = np.array([below.x, below.y]) + chance.normal(0, 2.5, 2)
    turn = below.angle + chance.normal(0, 4) if chance.random() < 0.5 else chance.uniform(0, 90)
    return Wood(good, float(x), float(y), float(turn) % 90, below.z + SIDE)


def _carried(cube: Wood, cubes: Sequence[Wood]) -> bool:
    below = (one for one in cubes if abs(one.z - cube.z + SIDE) < 0.1)
    return not cube.z or sum(shared(one, cube) for one in below) > CARRIED * SIDE * SIDE


def shared(one: Wood, other: Wood) -> float:
    """The area in mm² that two cubes' feet share, seen from above."""
    if np.hypot(one.x - other.x, one.y - other.y) > SIDE * np.sqrt(2):
        return 0.0
    foot, under = (((cube.x, cube.y), (SIDE, SIDE), cube.angle) for cube in (one, other))
    found, corners = cv2.rotatedRectangleIntersection(foot, under)
    return float(cv2.contourArea(cv2.convexHull(corners))) if found else 0.0


def apart(cubes: list[Wood]) -> list[Wood]:
    """The cubes without those that would stand in one that was laid before at the same height."""
    kept: list[Wood] = []
    for cube in cubes:
        if all(one.z != cube.z or np.hypot(one.x - cube.x, one.y - cube.y) >= reach(one, cube) for one in kept):
            kept.append(cube)
    return kept


def reach(one: Wood, other: Wood) -> float:
    """How far apart in mm the middles of two cubes must be: their sides if they lie alike, else nearly a diagonal."""
    turn = abs((one.angle - other.angle + 45) % 90 - 45)
    return SIDE if turn < 1 else SIDE * 1.25
