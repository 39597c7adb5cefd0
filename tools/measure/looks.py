"""How surely a city that lies on no mat is read from several places, and its pictures put together.

python -m tools.measure.looks [--rounds N] [--weather NAME] [--side MM] [--folder DIR]

A round lays 20 to 42 tiles edge to edge on some table, a little untidily, dice on most of them, and takes pictures of
it with a phone held over one part after the other, tilted up to 30 degrees and turned anyhow. What they show together
is laid on the city as it was built, each part by most of its tiles, and counted as `tools.measure.city` does; tiles
that no picture shows wholly, or only in a part that cannot be laid on it, are *unseen*.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.titles.praetor.prints import PAINT, tile_plates
from engine.sighting import Guess, Seen
from testkit.scenes.mat import through_jpeg
from tools.measure.city import MAT, SIDES, WEATHERS, City, cell_of, judged
from tools.train.surfaces import ground
from vision.drawn.lens import Lens
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.flat.grid import reader_of
from vision.flat.lattice import grid_of
from vision.flat.looks import LookReader
from vision.flat.patches import BARE, Looks, fitting, parts_of, tiles_in
from vision.mat.mat import Cell
from vision.picture import Picture

FEWEST, MOST = 20, 42  # tiles of a city
SIZES = (30.0, 38.0, 45.0, 60.0)  # mm, the sides of tiles
GAP = 0.4  # mm between two tiles that lie edge to edge
ACROSS = (3.6, 5.2)  # tiles that the shorter side of a picture shows
SHORTER = 720  # px of a picture's shorter side
TILT = 30.0  # degrees a phone is tilted at most
STEP = 2.5  # tiles between the places of two looks
UNTIDY = 0.4  # times what is usual on the mat that tiles lie beside their places
LARGER = 2.0  # times the ground is enlarged: it fills all that is seen of the table


def a_sprawl(seed: int, side: float = 0.0) -> City:
    """A city that has grown in some directions, on no mat."""
    chance, side = random.Random(seed), side or SIZES[seed % len(SIZES)]
    city = City(grid_of(side + GAP, (0, 0), (1, 1)), side, UNTIDY)
    names = chance.sample(sorted(tile_plates()), chance.randint(FEWEST, MOST))
    cells: list[Cell] = [(0, 0)]
    while len(cells) < len(names):
        x, y = chance.choice(cells)
        right, down = chance.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        if (x + right, y + down) not in cells:
            cells.append((x + right, y + down))
    for cell, name in zip(cells, names, strict=True):
        city.tile(name, cell, chance.randrange(SIDES), chance)
    return city


def lenses(city: City, weather: Weather, seed: int) -> Iterator[Lens]:
    """A phone over one part of the city after the other."""
    chance = random.Random(seed)
    places = np.array(list(city.truth))
    (left, top), (right, low) = places.min(axis=0), places.max(axis=0)
    for y in np.arange(top, low + STEP, STEP):
        for x in np.arange(left, right + STEP, STEP):
            if np.abs(places - (x, y)).max(axis=1).min() < STEP / 2:
                across = chance.uniform(*ACROSS) * city.side
                tilt, turn = chance.uniform(0, TILT), chance.uniform(0, 360)
                yield Lens(
                    tilt,
                    turn,
                    across * 1120 / 720,
                    weather.k1,
                    (float(x * city.grid.pitch), float(y * city.grid.pitch)),
                )


def looks_at(city: City, weather: str, seed: int) -> Iterator[Picture]:
    """The pictures that were taken of a city."""
    kind, table = Weather.named(weather), ground(np.random.default_rng(seed))
    table = cv2.resize(table, None, fx=LARGER, fy=LARGER)
    for number, lens in enumerate(lenses(city, kind, seed)):
        scene = Scene(
            MAT, kind, seed * 100 + number, tiles=dict[str, Any](tile_plates()), paint=PAINT, lens=lens, ground=table
        )
        scene.lay(city.pieces)
        yield through_jpeg(scene)


def laid_on(reading: Iterable[Seen], city: City) -> Iterator[Seen]:
    """What was seen by the cells of the city, each part moved as most of its tiles say."""
    built = tiles_in([Seen((Guess(values[0], 1.0),))] for values in city.truth.values())
    for part in parts_of(reading):
        move = fitting(tiles_in([seen] for seen in part), built)
        if move is not None:
            yield from map(move.seen, part)


def measured(weather: str, seed: int, side: float = 0.0, folder: Path | None = None) -> Counter[str]:
    """The verdicts over one city, with how many looks were taken and read."""
    city, looks, found = a_sprawl(seed, side), Looks(), Counter[str]()
    reader = LookReader(reader_of(tile_plates(), PAINT, side=city.side))
    for number, picture in enumerate(looks_at(city, weather, seed)):
        if folder is not None:
            cv2.imwrite(str(folder / f"{weather}-{seed}-{number}.jpg"), picture)
        look = reader.read(picture)
        found["looks"] += 1
        if look is not None:
            looks.take(look)
            found["looks read"] += 1
    seen = [each for each in laid_on(looks.reading(), city) if not each.best.startswith(BARE)]
    reached = {cell_of(each) for each in seen}
    unseen = city.truth.keys() - reached
    found["tile unseen"] += len(unseen)
    return found + judged(seen, {cell: values for cell, values in city.truth.items() if cell in reached})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="the first round's number")
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--side", type=float, default=0.0, help="mm, the side of all tiles; by turns if left out")
    parser.add_argument("--folder", type=Path, help="an existing folder for the pictures")
    asked = parser.parse_args()
    for weather in [asked.weather] if asked.weather else WEATHERS:
        total = Counter[str]()
        for seed in range(asked.first, asked.first + asked.rounds):
            found = measured(weather, seed, asked.side, asked.folder)
            total += found
            print(f"{weather} {seed}: {dict(sorted(found.items()))}", flush=True)
        print(f"{weather}: {dict(sorted(total.items()))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
