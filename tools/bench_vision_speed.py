"""How fast the eye is beside the sum of the OpenCV primitives any such program needs, in one run, on one thread.

python -m tools.bench_vision_speed [--rounds N] [--write]

Three kinds of frames at 1280 × 720 and 1920 × 1080: nothing changes (idle), cubes of one zone changed (track), ten
cards and forty cubes are new (full). The floors are CPU times of the plain calls on the same frames: grey, a motion
gate, half size, LAB, Canny and contours, markers, a warp, a thumbnail match against 106 cards and ten digit templates
for each card, cubes against the empty table. The reader of tops, a network, is told apart: it has no primitive.
`--write` puts the table into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from unittest.mock import patch

import cv2
import numpy as np

from testkit.scenes.mat import MARKETS, MAT
from tools.bench_report import Figure, machine, write_section
from vision.cubes import tops
from vision.cubes.cubes import Heap
from vision.drawn.laid import Laid, LaidCard, LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.eye import Eye
from vision.picture import Picture
from vision.printing.cards import art

GOAL = 1.5
SIZES = ((1280, 720), (1920, 1080))
CARDS, CUBES, ENROLLED = 10, 40, 106
COLOURS = "GBRKY"
CARD = (250, 350)
MOST_LOOKS = 9


class Frames(NamedTuple):
    """The same table empty, full, and with other cubes in one zone."""

    empty: Picture
    full: Picture
    changed: Picture


def table(size: tuple[int, int]) -> Frames:
    """Ten cards and forty cubes drawn at 1280 × 720 and brought to `size`."""
    scene, chance = Scene(MAT, Weather.named("kind"), 3, MARKETS), random.Random(7)
    places = [(40 + 48 * n, y) for y in (92, 170) for n in range(9)][: CARDS - 1]
    goods = ["G", "B", "GB", "R", "K", "Y", "P", "GG", "BK"]
    laid: list[Laid] = [
        LaidCard("contract", f"contract:{good}.{5 + n}.{'-' if good == 'P' else 1}12", x + 10, y, chance.uniform(-4, 4))
        for n, (good, (x, y)) in enumerate(zip(goods, places, strict=True))
    ]
    laid.append(LaidCard("market", "market-forum", *MAT.slots("market", 1)[0], 3))
    cubes = [cube for zone in range(1, 6) for cube in _cubes(f"goods-{zone}", CUBES // 5, chance)]
    scene.lay([])
    empty = cv2.resize(scene.frame(), size, interpolation=cv2.INTER_LINEAR)
    scene.lay([*laid, *cubes])
    full = cv2.resize(scene.frame(), size, interpolation=cv2.INTER_LINEAR)
    scene.lay([*laid, *cubes[1:]])
    return Frames(empty, full, cv2.resize(scene.frame(), size, interpolation=cv2.INTER_LINEAR))


def _cubes(zone: str, count: int, chance: random.Random) -> list[LaidCube]:
    return [LaidCube(chance.choice(COLOURS), x, y, chance.uniform(-20, 20)) for x, y in MAT.spots(zone, count)]


def cpu_ms(work: Callable[[], Any], rounds: int) -> float:
    """The median CPU time of one call in ms."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


# -- the floor


def floors(frames: Frames, rounds: int) -> dict[str, float]:
    """CPU ms of the primitives of an idle, a tracked and a full frame."""
    full = frames.full
    high, wide = full.shape[:2]
    grey, half = cv2.cvtColor(full, cv2.COLOR_BGR2GRAY), cv2.resize(full, (wide // 2, high // 2))
    half_grey, half_lab = cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), cv2.cvtColor(half, cv2.COLOR_BGR2LAB)
    empty_lab = cv2.cvtColor(cv2.resize(frames.empty, (wide // 2, high // 2)), cv2.COLOR_BGR2LAB)
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50))
    corners = [
        grey[y, x]
        for y in (slice(high // 5), slice(-high // 5, None))
        for x in (slice(wide // 6), slice(-wide // 6, None))
    ]
    small = cv2.resize(grey, (wide // 8, high // 8), interpolation=cv2.INTER_AREA)
    ms = {
        "grey": cpu_ms(lambda: cv2.cvtColor(full, cv2.COLOR_BGR2GRAY), rounds),
        "gate": cpu_ms(lambda: _gate(grey, small), rounds),
        "half": cpu_ms(lambda: cv2.resize(full, (wide // 2, high // 2), interpolation=cv2.INTER_AREA), rounds),
        "lab": cpu_ms(lambda: cv2.cvtColor(half, cv2.COLOR_BGR2LAB), rounds),
        "edges": cpu_ms(lambda: _edges(half_grey), rounds),
        "markers": cpu_ms(lambda: finder.detectMarkers(grey), rounds),
        "corners": cpu_ms(lambda: [finder.detectMarkers(part) for part in corners], rounds),
        "cubes": cpu_ms(lambda: _cubes_against(half_lab, empty_lab), rounds),
        "card": cpu_ms(_card_work(full), rounds),
    }
    track = sum(ms[name] for name in ("grey", "gate", "half", "lab", "corners", "cubes"))
    whole = sum(ms[name] for name in ("grey", "half", "lab", "edges", "markers", "cubes")) + CARDS * ms["card"]
    return {"idle": ms["grey"] + ms["gate"], "track": track, "full": whole}


def _gate(grey: Picture, before: Picture) -> int:
    small = cv2.resize(grey, before.shape[::-1], interpolation=cv2.INTER_AREA)
    return cv2.countNonZero(cv2.threshold(cv2.absdiff(small, before), 12, 255, cv2.THRESH_BINARY)[1])


def _edges(half: Picture) -> int:
    closed = cv2.morphologyEx(cv2.Canny(half, 60, 160), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return sum(len(cv2.approxPolyDP(c, 0.03 * cv2.arcLength(c, True), True)) == 4 for c in contours)


def _cubes_against(lab: Picture, empty: Picture) -> int:
    same = cv2.inRange(cv2.absdiff(lab, empty), (0, 0, 0), (14, 7, 7))
    return cv2.connectedComponentsWithStats(cv2.bitwise_not(same), connectivity=4)[0]


def _card_work(frame: Picture) -> Callable[[], None]:
    """Straighten a card, compare its thumbnail with 106 others and a region with ten digits."""
    onto = np.array([(0, 0), (CARD[0], 0), CARD, (0, CARD[1])], np.float32)
    place = np.array([(200, 200), (325, 205), (320, 380), (195, 375)], np.float32)
    matrix = cv2.getPerspectiveTransform(place, onto)
    bank = np.random.default_rng(1).normal(size=(ENROLLED, 24 * 34)).astype(np.float32)
    digits = [art("contract", f"contract:G.{n + 1}.111", 2.0)[50:90, 10:42, 0] for n in range(10)]

    def work() -> None:
        card = cv2.cvtColor(cv2.warpPerspective(frame, matrix, CARD), cv2.COLOR_BGR2GRAY)
        thumb = cv2.resize(card, (24, 34), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
        np.argmax(bank @ (thumb - thumb.mean()))
        for digit in digits:
            cv2.matchTemplate(card[-70:-6, -70:-6], digit, cv2.TM_CCOEFF_NORMED)

    return work


# -- the eye


class Tops:
    """Stands in for the reader of tops, hands on what it says, and knows the CPU ms it has taken."""

    def __init__(self) -> None:
        self.spent, self.fields, self._readings = 0.0, 0, tops.readings

    def __call__(self, *asked: Any) -> Iterator[Heap]:
        readings, none = self._readings(*asked), Heap(())
        start = time.process_time()
        while (heap := next(readings, none)) is not none:
            self.spent += (time.process_time() - start) * 1000
            self.fields += 1
            yield heap
            start = time.process_time()


def ours(frames: Frames, rounds: int) -> dict[str, float]:
    """CPU ms of the eye, but for its network, on an idle frame, one with cubes of one zone changed, and a new one.

    ``tops`` is what the reader with the network takes for a field.
    """
    apart = Tops()
    with patch.object(tops, "readings", apart):
        return _ours(frames, rounds, apart)


def _ours(frames: Frames, rounds: int, apart: Tops) -> dict[str, float]:
    eye = Eye(MAT, lambda _: None, prints=MARKETS)
    for n in range(8):
        eye.look(frames.full, n / 10)
    idle = cpu_ms(lambda: eye.look(frames.full, 1.0), 5 * rounds)
    track = [_once(eye, frames.full if n % 2 else frames.changed, apart) for n in range(rounds)]
    full = []
    for _ in range(rounds):
        eye.forget()
        eye.pose = None
        full.append(_timed(lambda: eye.look(frames.full, 2.0), apart))
        eye.look(frames.full, 2.1)
    each = {"idle": idle, "track": statistics.median(track), "full": statistics.median(full)}
    return {**each, "tops": apart.spent / apart.fields}


def _once(eye: Eye, frame: Picture, apart: Tops) -> float:
    """The first reading of a changed zone, after the frames that only tell that nothing moves any more."""
    before = eye.full_reads
    for _ in range(MOST_LOOKS):
        spent = _timed(lambda: eye.look(frame, 1.0), apart)
        if eye.full_reads > before:
            for _ in range(MOST_LOOKS):  # until it has settled, also where it is in doubt
                eye.look(frame, 1.1)
            return spent
    raise AssertionError(f"nothing was read in {MOST_LOOKS} frames: {eye.state}")


def _timed(work: Callable[[], Any], apart: Tops) -> float:
    start, before = time.process_time(), apart.spent
    work()
    return (time.process_time() - start) * 1000 - (apart.spent - before)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    figures = []
    for size in SIZES:
        frames = table(size)
        before, spent, after = (work(frames, asked.rounds) for work in (floors, ours, floors))
        floor = {kind: (before[kind] + after[kind]) / 2 for kind in before}  # a processor's pace may change meanwhile
        for kind in ("idle", "track", "full"):
            ratio = spent[kind] / floor[kind]
            what = f"{kind} frame, {size[0]} × {size[1]}"
            value = f"{spent[kind]:.2f} ms, {ratio:.2f} × the primitives ({floor[kind]:.2f} ms)"
            figures.append(Figure(what, value, f"≤ {GOAL} ×", ratio <= GOAL))
            print(f"{'ok  ' if ratio <= GOAL else 'OVER'} {what}: {value}", flush=True)
        figures.append(
            Figure(f"the reader of tops with its network, a field, {size[0]} × {size[1]}", f"{spent['tops']:.2f} ms")
        )
        print(f"     reader of tops: {spent['tops']:.2f} ms a field", flush=True)
    if asked.write:
        about = [
            machine(["opencv-python-headless", "numpy"]),
            "",
            "`python -m tools.bench_vision_speed --write`, one thread",
        ]
        write_section("vision", "The eye beside OpenCV's primitives", about, figures)
    return 0 if all(figure.reached is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
