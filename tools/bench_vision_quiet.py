"""What the eye does while little happens: how often it reads, whether it keeps the mat, and what it takes for it.

python -m tools.bench_vision_quiet [--minutes N] [--write]

A table is watched at 15 frames a second, played as fast as the machine can; every twenty seconds a hand comes in and
one zone changes. `--minutes 60` is the hour the goal speaks of. Point errors are taken against the drawn camera itself.
`--write` puts the table into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from testkit.scenes.mat import MARKETS, MAT, contracts, cubes
from tools.bench_report import Figure, machine, write_section
from vision.drawn.laid import Hand, Laid
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.eye import Eye
from vision.mat.pose import MatFinder
from vision.picture import Picture

RATE = 15
EVERY = 20 * RATE  # frames from one change to the next
REACHING = 8  # frames a hand stays
WARM = 2 * EVERY  # frames before memory is counted
FACES = ["contract:GB.7.112", "contract:P.5.-12", "contract:RK.14.122", "contract:Y.10.111"]
WEATHERS = ("kind", "fair", "poor")
READ, GROWTH, ERROR, WINDOWS = 0.05, 8.0, 1.0, 2.5


class Watched(NamedTuple):
    """Shares of frames that were read and of still frames with the mat's pose, and the growth of memory in MB."""

    frames: int
    read: float
    placed: float
    growth: float


def pictures(frames: int) -> Iterator[Picture]:
    """A game's frames: the same table, and every EVERY frames a hand and other cubes in one zone."""
    scene, chance = Scene(MAT, Weather.named("fair"), 3, MARKETS), random.Random(5)
    laid: list[Laid] = list(contracts(FACES))
    for number in range(frames):
        turn, within = divmod(number, EVERY)
        if within == 0:
            zone = f"goods-{turn % 5 + 1}"
            fresh: list[Laid] = [*contracts(FACES), *cubes(zone, chance.choices("GBRKY", k=chance.randint(1, 9)), turn)]
            scene.lay([*laid, Hand(300, 260)])
            laid = fresh
        elif within == REACHING:
            scene.lay(laid)
        yield scene.frame()


def watched(frames: int) -> Watched:
    """Watch a table for some frames."""
    eye, still, placed, start = Eye(MAT, lambda _: None, prints=MARKETS), 0, 0, 0.0
    for number, frame in enumerate(pictures(frames)):
        eye.look(frame, number / RATE)
        if eye.state != "moving" and number > RATE:
            still += 1
            placed += eye.pose is not None and eye.state != "no mat"
        if number == WARM:
            start = resident()
    return Watched(frames, eye.full_reads / frames, placed / max(still, 1), resident() - start)


def resident() -> float:
    """The memory of this process in MB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("this system does not say how much memory a process has")


def errors(weather: str) -> tuple[float, float]:
    """The mean and the largest error in mm of places all over the mat, over ten lights."""
    found = []
    for seed in range(10):
        scene, eye = Scene(MAT, Weather.named(weather), seed, MARKETS), Eye(MAT, lambda _: None)
        for number in range(6):
            eye.look(scene.frame(), number / RATE)
        if eye.pose is None:
            raise AssertionError(f"no mat was found in {weather!r} light {seed!r}")
        places = np.array([(x, y) for x in range(20, 621, 40) for y in range(20, 341, 32)], float)
        found.append(np.linalg.norm(eye.pose.to_mat(scene.lens.to_pixels(places)) - places, axis=1))
    return float(np.mean(found)), float(np.max(found))


def windows(rounds: int = 41) -> float:
    """CPU ms to find the four markers again where they were."""
    cv2.setNumThreads(1)
    grey = cv2.cvtColor(Scene(MAT, Weather.named("kind"), 3).frame(), cv2.COLOR_BGR2GRAY)
    finder = MatFinder(MAT)
    pose = finder.find(grey)
    if pose is None:
        raise AssertionError("no mat was found in the drawn picture")
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        finder.track(grey, pose)
        spent.append((time.process_time() - start) * 1000)
    return statistics.median(spent)


def figures(minutes: float) -> Iterator[Figure]:
    """Every row of the table."""
    seen, ms = watched(int(minutes * 60 * RATE)), windows()
    yield Figure("frames read in full at a quiet table", f"{seen.read:.2%} of {seen.frames}", "< 5 %", seen.read < READ)
    yield Figure("mat pose kept in still frames", f"{seen.placed:.2%}", "100 %", seen.placed == 1)
    yield Figure(
        f"memory after {minutes:g} minutes of frames",
        f"{seen.growth:+.1f} MB",
        f"≤ {GROWTH:g} MB",
        seen.growth <= GROWTH,
    )
    yield Figure("four markers found again in their windows", f"{ms:.2f} ms", f"≤ {WINDOWS} ms", ms <= WINDOWS)
    for weather in WEATHERS:
        mean, most = errors(weather)
        yield Figure(f"places on the mat, {weather}", f"{mean:.2f} mm off, at most {most:.2f}", "≤ 1 mm", most <= ERROR)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    rows = []
    for figure in figures(asked.minutes):
        rows.append(figure)
        print(f"{'ok  ' if figure.reached else 'MISS'} {figure.what}: {figure.value}", flush=True)
    if asked.write:
        about = [machine(["opencv-python-headless", "numpy"]), "", "`python -m tools.bench_vision_quiet --write`"]
        write_section("quiet table", "The eye while little happens", about, rows)
    return 0 if all(row.reached for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
