"""What differs from place to place: the camera and where it stands, the printed mat, the paints, how cubes are laid.

Everything follows from a place's number. Places are split by their number: trained on, tuned on, measured on.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from vision.mat.mat import Mat
from vision.picture import Picture, Points
from vision.printing.paper import draw_mat

GOODS = "GBRKY"
SIDE = 8.0  # mm of a cube
PRINTED_AT = 4.0  # px per mm of the mat's picture
FINEST, COARSEST = 2.5, 1.1  # px per mm of the camera's picture
LIGHT_MATS = 0.35  # part of the mats that are printed in little ink
SPLITS = ("trained", "tuned", "measured")


def split(number: int) -> str:
    """The part a place belongs to: of ten numbers in a row seven are trained on, one tuned on, two measured on."""
    return SPLITS[0 if number % 10 < 7 else 1 if number % 10 == 7 else 2]


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
    paints = {good: np.exp(chance.normal(0, 0.2) + chance.normal(0, 0.12, 3)) for good in GOODS}
    shine = float(chance.uniform(0.2, 0.8)), float(chance.uniform(0.25, 0.8))
    tilt, side = float(chance.uniform(0, 35)), float(chance.normal(0, 8))
    off = float(chance.uniform(-20, 20)), float(chance.uniform(-20, 20))
    light = bool(chance.random() < LIGHT_MATS)
    return Place(number, frame, float(sharp), tilt, side, off, float(chance.uniform(52, 74)), light, shine, paints)


def printed(mat: Mat, at: Place) -> Picture:
    """The mat as this place's printer printed it, BGR: no true black, paper with a tint, muted colours."""
    chance = default_rng([at.number, 20])
    drawn = draw_mat(mat.lightened() if at.light_mat else mat, PRINTED_AT).astype(np.float32) / 255
    grey = cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY)[..., None]
    mute, black = chance.uniform(0, 0.15), chance.uniform(0.01, 0.06)
    paper = chance.uniform(0.78, 0.92) * (1 + chance.normal(0, 0.02, 3))
    inked = (drawn + mute * (grey - drawn)) ** chance.uniform(0.92, 1.08, 3)
    return np.asarray((255 * (black + (paper - black) * inked)).clip(0, 255), np.uint8)


# --- how cubes are laid ---


def laid(mat: Mat, zone: str, chance: Generator, tidy: float = 0.6) -> tuple[str, list[Wood]]:
    """How the cubes of a zone lie, in a word, and the cubes.

    A part `tidy` of the zones has one a cell, others also cubes on lines, two in a cell, stacks, or cubes anywhere.
    """
    way = "cells" if chance.random() < tidy else str(chance.choice(["untidy", "untidy", "anywhere"]))
    middles = mat.spots(zone, _room(mat, zone))
    count = int(chance.integers(0, 24)) if chance.random() < 0.9 else 0
    usual = chance.dirichlet(np.full(5, 1.5))
    goods = [GOODS[n] for n in chance.choice(5, count, p=usual)]
    if way == "anywhere":
        return way, _anywhere(mat, zone, goods, chance)
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


def _anywhere(mat: Mat, zone: str, goods: list[str], chance: Generator) -> list[Wood]:
    """Cubes dropped about a zone, some of them pushed together."""
    x0, y0, x1, y1 = mat.zones[zone].box
    cubes: list[Wood] = []
    for good in goods:
        x, y, angle = chance.uniform(x0 + 7, x1 - 7), chance.uniform(y0 + 7, y1 - 7), chance.uniform(0, 90)
        if cubes and chance.random() < 0.4:
            beside = cubes[int(chance.integers(len(cubes)))]
            step = np.radians(beside.angle) + np.pi / 2 * int(chance.integers(4))
            x, y, angle = beside.x + 8.1 * np.cos(step), beside.y + 8.1 * np.sin(step), beside.angle
        if x0 + 5 < x < x1 - 5 and y0 + 5 < y < y1 - 5:
            cubes.append(Wood(good, float(x), float(y), float(angle)))
    return apart(cubes)


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
