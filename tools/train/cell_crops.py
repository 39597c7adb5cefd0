"""What the reader of cells learns from: windows of cells in our own path-traced strips and on the drawn table."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import default_rng

from tools.photoreal.place import GOODS, Wood, laid, split
from vision.cubes.cells import EMPTY, GROUND, ODD, field, middles, windows
from vision.drawn.scene import LaidCube, Scene
from vision.drawn.weather import Weather
from vision.mat.mat import Mat, load_mat
from vision.mat.pose import MatFinder, Optics, Pose
from vision.picture import Field, Picture, Points

LARGER = 44  # px of a window that is kept: the network's own is cut from it, a little beside its middle
WITHIN, ASTRAY = 4.5, 5.5  # mm from a cell's middle up to which a cube lies in it, and from which it lies amiss
BESIDE, CLEAR = 9.5, 10.5  # mm up to which a neighbour's cube lies on the line, and from which it does not
UNSURE = -1  # a cell between those: nothing is learnt from it
WEATHERS = ("kind", "fair", "poor", "nasty")


Part = tuple[Picture, Points, Counter[str]]
"""The windows of a field, what lies in its cells, and how many of each good lie in it."""


class Crops(NamedTuple):
    """Windows (n, LARGER, LARGER, 3), what lies in each cell and its field's number.

    Of each field the way its cubes lie and how many there are of each good.
    """

    pictures: Field
    kinds: Points
    fields: Points
    ways: list[str]
    truths: list[Counter[str]]


def kind_of(middle: Points, cubes: Sequence[Wood]) -> int:
    """What lies in the cell about a middle (mm): the code of a good, EMPTY, ODD for anything else, or UNSURE."""
    away = sorted((max(abs(cube.x - middle[0]), abs(cube.y - middle[1])), cube.good) for cube in cubes)
    inside = [(far, good) for far, good in away if far <= 8.0]
    if len(inside) > 1 or (inside and inside[0][0] > ASTRAY) or any(8.0 < far <= BESIDE for far, _ in away):
        return ODD
    if any(8.0 < far < CLEAR for far, _ in away) or (inside and inside[0][0] > WITHIN):
        return UNSURE
    return GOODS.index(inside[0][1]) if inside else EMPTY


def cut(frame: Picture, mat: Mat, pose: Pose, eye: Points, cubes: dict[str, list[Wood]]) -> Iterator[Part]:
    """The windows of each field of a picture what its cells hold, and how many of each good it holds."""
    for zone, lying in cubes.items():
        picture = field(frame, mat, pose, zone)
        wide = cv2.copyMakeBorder(picture, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(GROUND,) * 3)
        cuts = [wide[y + 8 : y + 8 + LARGER, x + 8 : x + 8 + LARGER] for x, y in windows(mat, zone, eye, LARGER)]
        kinds = np.array([kind_of(m, lying) for m in middles(mat, zone)])
        yield (255 * np.stack(cuts)).astype(np.uint8), kinds, Counter(cube.good for cube in lying)


def from_strips(folder: Path, part: str) -> Crops:
    """The windows of the rendered strips (`tools.photoreal.strips`) of one part of the places."""
    mat, ways = load_mat(), list[str]()
    parts: list[Part] = []
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        if truth["split"] != part:
            continue
        frame = np.asarray(cv2.imread(str(path.with_suffix(".png"))), np.uint8)
        pose = Pose(np.array(truth["matrix"]), Optics.guessed(frame.shape[1::-1]), (0, 1, 2, 3), 0.0)
        cubes = {zone: [Wood(**one) for one in said["cubes"]] for zone, said in truth["zones"].items()}
        parts += cut(frame, mat, pose, np.array(truth["camera"]), cubes)
        ways += [said["way"] for said in truth["zones"].values()]
    return gathered(parts, ways)


def from_drawn(many: int, part: str) -> Crops:
    """The windows of so many drawn tables of one part, through the eye's own pose."""
    mat, ways = load_mat(), list[str]()
    parts: list[Part] = []
    for number in [n for n in range(10 * many) if split(n) == part][:many]:
        chance = default_rng([number, 21])
        printed = mat.lightened() if chance.random() < 0.35 else mat
        scene = Scene(printed, Weather.named(WEATHERS[number % 4]), 1000 + number)
        zones = {name: laid(mat, name, chance) for name, zone in mat.zones.items() if zone.kind == "cubes"}
        scene.lay([LaidCube(c.good, c.x, c.y, c.angle, c.z) for _, cubes in zones.values() for c in cubes])
        frame = np.asarray(cv2.imdecode(np.frombuffer(scene.jpeg(), np.uint8), cv2.IMREAD_COLOR), np.uint8)
        pose = MatFinder(mat).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
        if pose is not None:
            parts += cut(frame, mat, pose, pose.eye(), {name: cubes for name, (_, cubes) in zones.items()})
            ways += [way for way, _ in zones.values()]
    return gathered(parts, ways)


def gathered(parts: Sequence[Part], ways: list[str]) -> Crops:
    if not parts:
        return Crops(np.empty((0, LARGER, LARGER, 3), np.uint8), np.empty(0, int), np.empty(0, int), [], [])
    numbers = np.repeat(np.arange(len(parts)), [len(kinds) for _, kinds, _ in parts])
    pictures, kinds = (np.concatenate([part[n] for part in parts]) for n in (0, 1))
    return Crops(pictures, kinds, numbers, ways, [truth for *_, truth in parts])


def together(*given: Crops) -> Crops:
    """Several of them as one."""
    shifts = np.cumsum([0, *(len(one.ways) for one in given)])
    return Crops(
        np.concatenate([one.pictures for one in given]),
        np.concatenate([one.kinds for one in given]),
        np.concatenate([one.fields + shift for one, shift in zip(given, shifts[:-1], strict=True)]),
        [way for one in given for way in one.ways],
        [truth for one in given for truth in one.truths],
    )


def digest(crops: Crops) -> str:
    """The SHA-256 of the windows and of what lies in them."""
    made = hashlib.sha256(crops.pictures.tobytes())
    made.update(crops.kinds.astype(np.int64).tobytes())
    return made.hexdigest()
