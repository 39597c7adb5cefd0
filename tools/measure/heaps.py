"""How honest the doubt about heaps is: cubes thrown together, some on others, counted in drawn frames.

python -m tools.measure.heaps [--rounds N] [--weather NAME]

Each round lays five heaps of 6 to 20 cubes, one in each goods zone, some of them flat. A count says that it lies within
one, two or 1.64 times its doubt of the truth in 68, 95 or 90 cases of 100 at least; one with a doubt of at most .1 is
*sure*. Other seeds than those the doubt was fitted to.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.sighting import Count
from testkit.scenes.mat import MAT, Watcher, through_jpeg
from vision.drawn.heaps import heap
from vision.drawn.laid import LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import measure
from vision.zones import ZoneReader

WEATHERS = ("kind", "fair", "poor")
GOODS = "GBRKY"
SURE = 0.1
SEED = "measured"
LEAST, MOST = 6, 20
ROUNDS_A_LIGHT = 5
OFF_CENTRE = (10.0, 8.0)  # mm
STATED = {1.0: 0.68, 1.64: 0.9, 2.0: 0.95}
"""How many deviations a count may be off, and in how large a part of all cases it must not be more."""


class Counted(NamedTuple):
    """One colour of one heap: how many there are, how many were counted, and with which doubt."""

    truth: int
    read: int
    doubt: float

    @property
    def sure(self) -> bool:
        return self.doubt <= SURE

    def within(self, deviations: float) -> bool:
        """Whether the truth lies that near."""
        return abs(self.truth - self.read) <= deviations * self.doubt


def counted(weather: str, rounds: int, seed: str = SEED, upper: int | None = None) -> Iterator[Counted]:
    """Every count of `rounds` tables with five heaps each; `upper` cubes of each lie on others (chance, if None)."""
    chance = random.Random(f"{weather} {seed}")
    for number in range(rounds):
        if number % ROUNDS_A_LIGHT == 0:
            scene = Scene(MAT, Weather.named(weather), chance.randrange(1000))
            pose = Watcher(scene).watch([], frames=3).eye.pose
            reader = ZoneReader(MAT, {}, {})
        laid = {zone: _thrown(chance, zone, upper) for zone in MAT.zones if MAT.zones[zone].kind == "cubes"}
        scene.lay([cube for cubes in laid.values() for cube in cubes])
        frame = through_jpeg(scene)
        assert pose is not None
        light = measure(frame, MAT, pose)
        for zone, cubes in laid.items():
            reading = reader.read(frame, pose, light, MAT.zones[zone]).reading
            assert isinstance(reading, Count)
            truth = Counter(cube.colour for cube in cubes)
            yield from (Counted(truth[g], reading.tally.get(g, 0), reading.doubts.get(g, 0.0)) for g in GOODS)


def _thrown(chance: random.Random, zone: str, upper: int | None) -> list[LaidCube]:
    x0, y0, x1, y1 = MAT.zones[zone].box
    wide, high = OFF_CENTRE
    middle = ((x0 + x1) / 2 + chance.uniform(-wide, wide), (y0 + y1) / 2 + chance.uniform(-high, high))
    return heap(chance, chance.randint(LEAST, MOST), middle, upper)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--weather", choices=WEATHERS)
    asked = parser.parse_args()
    honest = True
    for weather in [asked.weather] if asked.weather else WEATHERS:
        counts = list(counted(weather, asked.rounds))
        covered = {times: sum(each.within(times) for each in counts) / len(counts) for times in STATED}
        wrong = sum(each.sure and each.truth != each.read for each in counts)
        right = sum(each.truth == each.read for each in counts) / len(counts)
        parts = ", ".join(f"{share:.1%} within {times:g} deviations" for times, share in covered.items())
        print(f"{weather}: {len(counts)} counts, {right:.1%} exact, {parts}, {wrong} sure and wrong", flush=True)
        honest = honest and not wrong and all(covered[times] >= share for times, share in STATED.items())
    return 0 if honest else 1


if __name__ == "__main__":
    sys.exit(main())
