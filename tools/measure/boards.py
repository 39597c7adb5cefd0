"""How surely dice and cubes are read on the sheets that lie beside players' boards, through the whole eye.

python -m tools.measure.boards [--rounds N] [--weather NAME] [--far TIMES] [--overlay FILE]

A round lays one sheet: up to eight dice in its fields, cubes in the cells of its store. In every third round the cubes
lie loose in their fields instead and may touch, in every other third one some lie on others. A die is its paint, its
face and its field; a count is one field's. What is wrong, not seen, or seen where nothing lies is *asked* when the
reading says that it is in doubt, else it is *wrong*; what is asked where nothing is wrong is *needless*.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from companion.sensing.policy import read_policy
from companion.titles.praetor.prints import CUBES, PAINT
from engine.praetor.zones import GOODS
from engine.sighting import Count, Seen
from testkit.scenes.mat import Watcher, through_jpeg
from vision.drawn.laid import LaidCube, LaidDie, foot_of
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.flat.dice import SURE
from vision.mat.mat import Mat, load_sheets

SHEETS = load_sheets("praetor")
DICE = ("apprentices-1", "apprentices-2", "active", "retired")
WEATHERS = ("kind", "fair", "poor")
WAYS = ("cells", "loose", "stacked")
EDGE = 7.5  # mm from a field's edge that dice and loose cubes keep
UNTIDY, ASKEW = 0.9, 12.0  # standard deviation in mm and degrees of cubes in cells
WOODEN = 8.0  # mm, the side of a cube
STACKED = 0.2  # how many of the cubes lie on another, where some do
TRIES = 200  # places that are tried for a piece
FRAMES = 7  # two tell that nothing moves, five are read
PROPER = 0.7  # how often a die is its owner's
ASKS = read_policy("praetor").doubt.asks


class Filled:
    """Dice and cubes on a sheet: `pieces` to draw, the dice by field and the counts by good that are there."""

    def __init__(self, owner: str, seed: int, way: str) -> None:
        self.sheet, self.way = SHEETS[owner], way
        self.pieces: list[LaidDie | LaidCube] = []
        self.dice: dict[str, list[str]] = {field: [] for field in DICE}
        self.cubes: dict[str, int] = {}
        self._chance = random.Random(f"{owner} {seed} {way}")
        for _ in range(self._chance.randint(2, 8)):
            self._die(self._chance.choice(DICE), owner)
        for good in GOODS:
            self._store(good, self._chance.choice((0, 1, 2, 3, 4, 5, 7, 9, 12, 16)))

    def _die(self, field: str, owner: str) -> None:
        chance = self._chance
        paint = owner if chance.random() < PROPER else chance.choice(sorted(PAINT))
        face = chance.randint(1, 6)
        for _ in range(TRIES):
            die = LaidDie(paint, face, *self._somewhere(field), chance.uniform(0, 90))
            if not any(_clash(die, other) for other in self.pieces):
                self.pieces.append(die)
                self.dice[field].append(f"die:{paint}:{face}")
                return

    def _somewhere(self, field: str) -> tuple[float, float]:
        x0, y0, x1, y1 = self.sheet.zones[field].box
        return self._chance.uniform(x0 + EDGE, x1 - EDGE), self._chance.uniform(y0 + EDGE, y1 - EDGE)

    def _store(self, good: str, count: int) -> None:
        chance, before = self._chance, len(self.pieces)
        if self.way == "loose":
            for _ in range(count):
                self._loose(good)
        else:
            for x, y in chance.sample(self.sheet.spots(good, 20), count):
                self.pieces.append(self._cube(good, x + chance.gauss(0, UNTIDY), y + chance.gauss(0, UNTIDY)))
        laid = [piece for piece in self.pieces[before:] if isinstance(piece, LaidCube)]
        below = [cube for cube in laid if self.way == "stacked" and chance.random() < STACKED]
        self.pieces += [replace(cube, z=WOODEN, angle=chance.uniform(0, 90)) for cube in below]
        self.cubes[good] = len(laid) + len(below)

    def _cube(self, good: str, x: float, y: float) -> LaidCube:
        return LaidCube(good, x, y, self._chance.gauss(0, ASKEW))

    def _loose(self, good: str) -> None:
        for _ in range(TRIES):
            cube = replace(self._cube(good, *self._somewhere(good)), angle=self._chance.uniform(0, 90))
            if not any(_clash(cube, other) for other in self.pieces):
                self.pieces.append(cube)
                return


def _clash(one: LaidDie | LaidCube, other: LaidDie | LaidCube) -> bool:
    """Would two pieces stand in one another?"""
    foot, beside = (foot_of(piece).astype(np.float32) for piece in (one, other))
    return bool(cv2.intersectConvexConvex(foot, beside)[0] > 0)


def a_scene(sheet: Mat, weather: str, seed: int, far: float = 1.0) -> Scene:
    """A drawn camera over a sheet, so many times as far away as over a mat."""
    seen = Weather.named(weather)
    return Scene(sheet, replace(seen, distance=seen.distance * far), seed, paint=PAINT | CUBES)


def judged(seen: Mapping[str, Any], laid: Filled, owner: str) -> Counter[str]:
    """How many dice and counts are right, wrong and asked about: ``die right`` …"""
    found = Counter[str]()
    for field, due in laid.dice.items():
        found += _dice(seen[f"board/{owner}/{field}"].objects, due)
    reading: Count = seen[f"board/{owner}/goods"]
    for good, count in laid.cubes.items():
        asked, right = reading.doubts.get(good, 0.0) > ASKS, reading.tally.get(good, 0) == count
        found[f"count {'right' if right else 'asked' if asked else 'wrong'}"] += 1
        found["count needless"] += right and asked
    return found


def _dice(objects: Sequence[Seen], due: Sequence[str]) -> Counter[str]:
    sure = Counter(seen.best for seen in objects if not is_asked(seen))
    right, doubtful = sure & Counter(due), sum(map(is_asked, objects))
    missing, surplus = Counter(due) - right, sure - right
    asked = min(missing.total(), doubtful)
    wrong = max(missing.total() - asked, surplus.total())
    needless = max(doubtful - asked, 0)
    return Counter({"die right": right.total(), "die asked": asked, "die wrong": wrong, "die needless": needless})


def is_asked(seen: Seen) -> bool:
    """Does a reading say that it is in doubt?"""
    return "?" in seen.best or seen.share < SURE


def measured(weather: str, rounds: int, far: float = 1.0, overlay: str = "") -> dict[str, Counter[str]]:
    """The verdicts by the way cubes lie, over so many sheets, each in another light."""
    found = {way: Counter[str]() for way in WAYS}
    for number in range(rounds):
        owner, way = list(SHEETS)[number % len(SHEETS)], WAYS[number % len(WAYS)]
        laid = Filled(owner, number, way)
        watcher = Watcher(a_scene(laid.sheet, weather, number, far), laid.sheet, paints=PAINT)
        watcher.watch(laid.pieces, FRAMES)
        verdict = judged(watcher.seen, laid, owner)
        found[way] += verdict
        if overlay and (verdict["die wrong"] or verdict["count wrong"]):
            cv2.imwrite(overlay.format(number), drawn(watcher))
    return found


def drawn(watcher: Watcher) -> np.ndarray:
    """A frame with what was read; what is in doubt is red."""
    picture = cv2.resize(through_jpeg(watcher.scene), None, fx=2, fy=2)
    for mark in watcher.eye.marks:
        corners = np.round(np.array(mark.corners) * 2).astype(np.int32)
        ink = (0, 0, 255) if "?" in mark.label or mark.share < SURE else (0, 200, 0)
        cv2.polylines(picture, [corners], True, ink, 1)
        words = mark.label.removeprefix("die:") if mark.label.startswith("die") else ""
        cv2.putText(picture, words, tuple(map(int, corners[0])), 0, 0.4, ink, 1)
    return np.asarray(picture)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--far", type=float, default=1.0, help="times the distance of a camera over a mat")
    parser.add_argument("--overlay", default="", help="pictures of the rounds with something wrong, {} for the number")
    asked = parser.parse_args()
    for weather in [asked.weather] if asked.weather else WEATHERS:
        for way, found in measured(weather, asked.rounds, asked.far, asked.overlay).items():
            print(f"{weather}, {way}: {dict(sorted(found.items()))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
