"""How surely the tiles and dice of a city are read on the virtual mat, through the whole eye.

python -m tools.measure.city [--rounds N] [--weather NAME] [--discs] [--overlay FILE]

A round lays every tile once, in some cell and turn, a little untidily, with dice of some paint and face in the middle
and on the area of some, and with `--discs` the discs of owners on most. A value is a tile's name, cell and turn, or a
die's paint, face, cell and side. It is *asked* when the reading says that it is in doubt; what is wrong, not seen, or
seen where nothing lies, and not asked, is *wrong*.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from companion.titles.praetor.prints import PAINT, tile_plates
from engine.sighting import Seen
from testkit.scenes.mat import Watcher, through_jpeg
from vision.drawn.laid import LaidDie, LaidDisc, LaidTile, foot_of
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.flat.dice import SURE
from vision.flat.grid import GridReader, reader_of
from vision.mat.mat import Cell, MatZone, load_mat, mat_file
from vision.picture import Picture, turned
from vision.printing.flats import tile_side
from vision.zones import Mark

MAT = load_mat(mat_file("praetor"))
CITY = MAT.zones["city"]
WEATHERS = ("kind", "fair", "poor")
AREA = 12.6  # mm from the middle of a tile to that of its area
UNTIDY, ASKEW, BESIDE = 1.0, 1.2, 0.8  # standard deviation in mm and degrees of tiles, in mm of dice
STANDING, BOTH = 0.8, 0.4  # how likely a die stands on a place, and how often both places are used
OWNED = 0.7  # how likely an owner's disc lies on a tile
NEAREST = 10.0  # mm from the middle of a disc to that of a die: it hides a part of the disc
DISC_PLACES = ((-10.5, -10.5), (10.5, -10.5), (0.0, -10.5), (-10.5, 10.0), (10.5, 10.0))
"""Where a disc lies on an unturned tile, mm from its middle: in a corner, or over the sign."""
FRAMES = 7  # two tell that nothing moves, five are read
SIDES = 4


def a_reader() -> GridReader:
    """A reader that knows the house set's tiles as they are printed."""
    return reader_of(tile_plates(), PAINT)


def a_scene(weather: str, seed: int) -> Scene:
    return Scene(MAT, Weather.named(weather), seed, tiles=dict[str, Any](tile_plates()), paint=PAINT)


class City:
    """Tiles and dice that were laid: `pieces` to draw, and by cell what a reading should say of each.

    `discs` are the markers of owners by cell. Tiles of `side` mm lie in the cells of a `grid`, beside their places by
    `untidy` times what is usual.
    """

    def __init__(self, grid: MatZone = CITY, side: float = tile_side(), untidy: float = 1.0) -> None:
        self.grid, self.side, self.untidy = grid, side, untidy
        self.pieces: list[LaidTile | LaidDie] = []
        self.truth: dict[Cell, list[str]] = {}
        self.discs: dict[Cell, LaidDisc] = {}

    def tile(self, name: str, cell: Cell, turn: int, chance: random.Random) -> None:
        """Lay a tile, and a die or two on it or none."""
        x, y = (at + chance.gauss(0, UNTIDY * self.untidy) for at in self.grid.middle_of(cell))
        tilt, where = chance.gauss(0, ASKEW * self.untidy), f"{cell[0]},{cell[1]}"
        self.pieces.append(LaidTile(name, x, y, 90 * turn + tilt, self.side))
        self.truth[cell] = [f"tile:{name}:{where},{turn}"]
        places = (("m", (0.0, 0.0)), (str((2 + turn) % SIDES), (0.0, AREA * self.side / tile_side())))
        stand: list[LaidDie] = []
        for side, place in chance.sample(places, 2 if chance.random() < BOTH else 1):
            ((right, down),) = turned(np.array([place]), x, y, 90 * turn + tilt)
            die = a_die(chance, right, down)
            if chance.random() < STANDING and not any(_clash(die, other) for other in stand):
                stand.append(die)
                self.truth[cell].append(f"die:{die.colour}:{die.pips}:{where},{side}")
        self.pieces += stand

    def mark(self, chance: random.Random) -> None:
        """Lay the discs of owners on most tiles, in a corner or over the sign, where no die stands."""
        dice = [piece for piece in self.pieces if isinstance(piece, LaidDie)]
        for tile in [piece for piece in self.pieces if isinstance(piece, LaidTile)]:
            right, down = (at + chance.gauss(0, BESIDE) for at in chance.choice(DISC_PLACES))
            ((x, y),) = turned(np.array([(right, down)]), tile.x, tile.y, tile.angle)
            clear = all(np.hypot(die.x - x, die.y - y) > NEAREST for die in dice)
            if chance.random() < OWNED and clear:
                cell = next(cell for cell in self.truth if self.truth[cell][0].startswith(f"tile:{tile.name}:"))
                self.discs[cell] = LaidDisc(chance.choice(sorted(PAINT)), float(x), float(y))


def a_die(chance: random.Random, x: float, y: float) -> LaidDie:
    """Some die beside a place, turned anyhow."""
    paint, face = chance.choice(sorted(PAINT)), chance.randint(1, 6)
    return LaidDie(paint, face, x + chance.gauss(0, BESIDE), y + chance.gauss(0, BESIDE), chance.uniform(0, 90))


def _clash(one: LaidDie, other: LaidDie) -> bool:
    """Would two dice stand in one another?"""
    foot, beside = (foot_of(die).astype(np.float32) for die in (one, other))
    return bool(cv2.intersectConvexConvex(foot, beside)[0] > 0)


def a_city(seed: int, tiles: int = 42) -> City:
    """So many tiles in some cells."""
    chance, city = random.Random(seed), City()
    names = chance.sample(sorted(tile_plates()), tiles)
    for cell, name in zip(chance.sample(CITY.cells, tiles), names, strict=True):
        city.tile(name, cell, chance.randrange(SIDES), chance)
    return city


def cell_of(seen: Seen) -> Cell:
    """The cell a reading is about."""
    x, y = seen.best.rpartition(":")[2].split(",")[:2]
    return int(x), int(y)


def is_asked(seen: Seen) -> bool:
    """Does a reading say that it is in doubt?"""
    return ":?:" in seen.best or seen.best.endswith("?") or seen.share < SURE


def judged(objects: Iterable[Seen], truth: Mapping[Cell, Sequence[str]]) -> Counter[str]:
    """How many tiles and dice are right, wrong and asked about: ``tile right`` …"""
    found = Counter[str]()
    for cell, read in by_cell(objects, truth).items():
        found += judged_cell(read, truth.get(cell, ()))
    return found


def by_cell(objects: Iterable[Seen], truth: Iterable[Cell]) -> dict[Cell, list[Seen]]:
    """What was read in each cell, and nothing in those where something lies unseen."""
    read: dict[Cell, list[Seen]] = {cell: [] for cell in truth}
    for seen in objects:
        read.setdefault(cell_of(seen), []).append(seen)
    return read


def judged_cell(objects: Sequence[Seen], truth: Sequence[str]) -> Counter[str]:
    """The verdicts on what was read in one cell, held against what lies there."""
    found = Counter[str]()
    hidden = any(is_asked(seen) and seen.best.startswith("tile") for seen in objects)
    for kind in ("tile", "die"):
        read = [seen for seen in objects if seen.best.startswith(kind)]
        due = [value for value in truth if value.startswith(kind)]
        found += Counter({f"{kind} {name}": n for name, n in _verdicts(read, due, hidden).items()})
    return found


def _verdicts(read: Sequence[Seen], due: Sequence[str], hidden: bool) -> Counter[str]:
    """What was read held against what lies there; of a tile in doubt so are the dice that are `hidden` on it."""
    said = Counter(seen.best for seen in read if not is_asked(seen))
    right, doubtful = said & Counter(due), sum(map(is_asked, read))
    surplus, missing = said - right, Counter(due) - right
    asked = missing.total() if hidden else min(missing.total(), doubtful)
    wrong = max(missing.total() - asked, surplus.total())
    return Counter(right=right.total(), asked=asked, wrong=wrong, needless=max(doubtful - asked, 0))


def measured(weather: str, rounds: int, overlay: str = "", *, discs: bool = False) -> Counter[str]:
    """The verdicts over so many cities, each in another light, with discs of owners or without."""
    found, reader = Counter[str](), a_reader()
    for number in range(rounds):
        city, watcher = a_city(number), Watcher(a_scene(weather, number), MAT, grid=reader)
        if discs:
            city.mark(random.Random(number))
        watcher.watch([*city.pieces, *city.discs.values()], FRAMES)
        found += judged(watcher.seen["mat/city"].objects, city.truth)
        if overlay:
            cv2.imwrite(overlay, drawn(through_jpeg(watcher.scene), watcher.eye.marks))
    return found


def drawn(frame: Picture, marks: Iterable[Mark]) -> Picture:
    """A frame with what was read: tiles green, dice blue, what is asked red."""
    picture = cv2.resize(frame, None, fx=2, fy=2)
    for mark in marks:
        corners = np.round(np.array(mark.corners) * 2).astype(np.int32)
        kind, name, *rest = mark.label.split(":")
        ink = (0, 0, 255) if name == "?" else (0, 200, 0) if kind == "tile" else (255, 200, 0)
        cv2.polylines(picture, [corners], True, ink, 2)
        words = name if kind == "tile" else f"{name} {' '.join(rest)}"
        for thick, shade in ((3, (0, 0, 0)), (1, (255, 255, 255))):
            cv2.putText(picture, words, tuple(map(int, corners[0] + 4)), 0, 0.4, shade, thick)
    return np.asarray(picture)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--discs", action="store_true", help="with the discs of owners")
    parser.add_argument("--overlay", default="", help="a picture of the last round with what was read")
    asked = parser.parse_args()
    for weather in [asked.weather] if asked.weather else WEATHERS:
        found = measured(weather, asked.rounds, asked.overlay, discs=asked.discs)
        print(f"{weather}: {dict(sorted(found.items()))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
