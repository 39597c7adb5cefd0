"""What the reader of tops learns from: fields of our own path-traced strips and of drawn tables, with every top."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import default_rng

from tools.photoreal.place import GOODS, SIDE, Wood, laid, split
from vision.cubes.cubes import lean_at
from vision.cubes.tops import AROUND, FINE, SCALE
from vision.drawn.laid import LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import rectified
from vision.mat.mat import Mat, load_mat
from vision.mat.optics import Optics
from vision.mat.pose import MatFinder, Pose
from vision.picture import Picture, Points

MORE = 10.0  # mm about what the network sees that are kept, to move it by
DRAWN_AT = 4.0  # px per mm in which it is worked out what of a top shows
SHOWN, HIDDEN = 0.6, 0.25  # part of a top from which it is one, and up to which it is none
WEATHERS = ("kind", "fair", "poor", "nasty")


class Field(NamedTuple):
    """A field: its picture (h, w, 3), how its cubes lie, and where (n, 2) in px of the picture tops are seen.

    Of each top the code of its good, the part of it that shows, whether it lies on another cube, and whether it lies in
    this field: cubes of those beside it are seen at its edges. `lean` (2,) is the shift of a cube's top in mm.
    """

    picture: Picture
    way: str
    places: Points
    goods: Points
    shown: Points
    upper: Points
    own: Points
    lean: Points

    @property
    def counts(self) -> Points:
        """How many cubes of each good lie there, hidden ones too: (5,)."""
        return np.bincount(self.goods[self.own], minlength=len(GOODS))


Laid = Mapping[str, tuple[str, list[Wood]]]
"""Of each zone in which way its cubes lie, and the cubes."""


def fields_of(frame: Picture, pose: Pose, mat: Mat, eye: Points, zones: Laid) -> Iterator[Field]:
    """The zones of a frame with the truth about them; `eye` (3,) is where the camera stands, mm."""
    cubes = [cube for _, lying in zones.values() for cube in lying]
    where = np.array([name for name, (_, lying) in zones.items() for _ in lying])
    seen = np.array([_seen(np.array([[c.x, c.y]]), c.z + SIDE, eye)[0] for c in cubes]).reshape(-1, 2)
    goods = np.array([GOODS.index(cube.good) for cube in cubes], int)
    upper = np.array([cube.z > 0 for cube in cubes], bool)
    shown = _shown(cubes, eye)
    for zone, (way, _) in zones.items():
        x0, y0, x1, y1 = mat.zones[zone].box
        far = AROUND + MORE
        fine = rectified(frame, pose, (x0 - far, y0 - far, x1 + far, y1 + far), SCALE * FINE)
        picture = cv2.resize(fine, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
        places = (seen - (x0 - far, y0 - far)) * SCALE - 0.5
        near = ((places > 0) & (places < np.array(picture.shape[1::-1]))).all(axis=1) | (where == zone)
        own = where == zone if len(where) else np.empty(0, bool)
        at, good, part, on, inside = (each[near] for each in (places, goods, shown, upper, own))
        lean = lean_at(((x0 + x1) / 2, (y0 + y1) / 2), eye)
        yield Field(np.asarray(picture, np.uint8), way, at, good, part, on, inside, lean)


def _seen(places: Points, high: float, eye: Points) -> Points:
    """Where on the mat (n, 2) places (n, 2) at a height in mm are seen by a camera at `eye` (3,)."""
    return np.asarray(eye[:2] + (places - eye[:2]) * eye[2] / (eye[2] - high))


def _square(cube: Wood) -> Points:
    turn, half = np.radians(cube.angle), SIDE / 2
    along, across = half * np.array([np.cos(turn), np.sin(turn)]), half * np.array([-np.sin(turn), np.cos(turn)])
    turned = np.array([along + across, across - along, -along - across, along - across])
    return np.asarray(turned + np.array([cube.x, cube.y]))


def _shown(cubes: Sequence[Wood], eye: Points) -> Points:
    """The part of each cube's top that no higher cube hides, (n,)."""
    return np.array([_part(cube, [one for one in cubes if one.z > cube.z], eye) for cube in cubes])


def _part(cube: Wood, higher: Sequence[Wood], eye: Points) -> float:
    top = _seen(_square(cube), cube.z + SIDE, eye)
    corner = top.min(axis=0) - 1

    def filled(outline: Points, onto: Picture, value: int) -> None:
        cv2.fillConvexPoly(onto, np.round((outline - corner) * DRAWN_AT).astype(np.int32), (value,))

    mask = np.zeros([int(n) for n in (np.ptp(top, axis=0)[::-1] + 3) * DRAWN_AT], np.uint8)
    filled(top, mask, 1)
    whole = int(mask.sum())
    for one in higher:
        ends = np.concatenate([_seen(_square(one), one.z, eye), _seen(_square(one), one.z + SIDE, eye)])
        filled(cv2.convexHull(ends.astype(np.float32))[:, 0], mask, 0)
    return float(mask.sum()) / whole


def from_strips(folders: Iterable[Path], part: str) -> list[Field]:
    """The fields of the rendered strips (`tools.photoreal.strips`) of one part of the places."""
    mat, found = load_mat(), list[Field]()
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        if truth["split"] != part:
            continue
        frame = np.asarray(cv2.imread(str(path.with_suffix(".png"))), np.uint8)
        pose = Pose(np.array(truth["matrix"]), Optics.guessed(frame.shape[1::-1]), (0, 1, 2, 3), 0.0)
        zones = {name: (said["way"], [Wood(**one) for one in said["cubes"]]) for name, said in truth["zones"].items()}
        found += fields_of(frame, pose, mat, np.array(truth["camera"]), zones)
    return found


def from_drawn(many: int, part: str) -> list[Field]:
    """The fields of so many drawn tables of one part, through the eye's own pose."""
    whole, found = load_mat(), list[Field]()
    for number in [n for n in range(10 * many) if split(n) == part][:many]:
        chance = default_rng([number, 21])
        lit = whole.lightened() if chance.random() < 0.35 else whole
        mat = lit if chance.random() < 0.5 else lit.uncelled()
        scene = Scene(mat, Weather.named(WEATHERS[number % 4]), 1000 + number)
        zones = {name: laid(mat, name, chance) for name, zone in mat.zones.items() if zone.kind == "cubes"}
        scene.lay([LaidCube(c.good, c.x, c.y, c.angle, c.z) for _, cubes in zones.values() for c in cubes])
        frame = np.asarray(cv2.imdecode(np.frombuffer(scene.jpeg(), np.uint8), cv2.IMREAD_COLOR), np.uint8)
        pose = MatFinder(mat).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
        if pose is not None:
            found += fields_of(frame, pose, mat, pose.eye(), zones)
    return found


def digest(fields: Sequence[Field]) -> str:
    """The SHA-256 of the pictures and of what lies in them."""
    made = hashlib.sha256()
    for one in fields:
        made.update(one.picture.tobytes() + one.places.astype(np.float32).tobytes() + one.goods.tobytes())
    return made.hexdigest()
