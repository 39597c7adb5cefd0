"""How surely cards are read that lie over each other in the columns of a market, in one drawn picture.

python -m tools.measure.columns [--rounds N] [--weather NAME] [--overlays DIR]

Each round lays up to five cards of every good in its column, a strip of 14 to 20 mm apart or, in a fifth of the
columns, closer than can be read; in another fifth a *long* column of six to ten, as close as the field needs. Each card
lies beside its place by up to 3 mm and turned by up to 3°, a third upside down. A column is *right* if exactly its
cards are counted and nothing of it is in doubt, *asked* if what is counted lies there and the rest is in doubt, else
*wrong*.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

import cv2

from engine.byzanz.cards import PRINTED, kind
from engine.sighting import Count
from testkit.scenes.mat import through_jpeg
from vision.cards.owned import Decks
from vision.cards.strips import SURE
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import measure
from vision.mat.mat import COLUMN_EDGE, Mat, load_mat, mat_file
from vision.mat.pose import MatFinder
from vision.overlay import write
from vision.picture import Picture
from vision.zones import Mark, ZoneReader, ZoneReading

NO_DECKS: Decks = MappingProxyType({})
WEATHERS = ("kind", "fair", "poor", "nasty")
ZONE = "market"
STEPS, TIGHT = (14.0, 20.0), (5.0, 13.0)
MOST, LONG = 5, (6, 10)
BESIDE, TURNED, UNEVEN = 3.0, 3.0, 1.0
OVERTURNED, EMPTY = 0.33, 0.15
WAYS = {"free": 0.6, "close": 0.2, "long": 0.2}
COUNTS = {"free": (1, MOST), "close": (2, MOST), "long": LONG}


def column(chance: random.Random, mat: Mat, good: str) -> tuple[list[LaidCard], str]:
    """The cards of one good, the uppermost last, and how they lie: free, close or as a long column."""
    (way,) = chance.choices(list(WAYS), list(WAYS.values()))
    (x0, y0, x1, y1), faces = mat.columns(ZONE)[good], [card for card in PRINTED if kind(card) == good]
    count = 0 if chance.random() < EMPTY else chance.randint(*COUNTS[way])
    x, y, laid = (x0 + x1) / 2, y0 + chance.uniform(2, 5) + 46, list[LaidCard]()
    for _ in range(count):
        if way != "long" and y - 46 > y1:
            break
        turn = chance.uniform(-TURNED, TURNED) + 180 * (chance.random() < OVERTURNED)
        beside = chance.uniform(-BESIDE, BESIDE)
        laid.append(LaidCard("byzanz", chance.choice(faces), x + beside, y, turn))
        y += _step(chance, way, (y1 - y0 - COLUMN_EDGE) / max(count - 1, 1))
    return laid, way if len(laid) > 1 else "free"


def _step(chance: random.Random, way: str, even: float) -> float:
    """How many mm of a card show: in a long column as many as there is room for, unevenly."""
    if way == "long":
        return even + chance.uniform(-UNEVEN, UNEVEN)
    return chance.uniform(*(TIGHT if way == "close" else STEPS))


def outcome(laid: Sequence[LaidCard], good: str, read: Count) -> str:
    """What became of one column."""
    due = Counter(card.face for card in laid)
    seen = Counter({face: count for face, count in read.tally.items() if kind(face) == good})
    off = {face for face in due | seen if due[face] != seen[face]}
    if not off:
        return "asked" if any(kind(face) == good for face in read.doubts) else "right"
    return "asked" if seen <= due and off <= read.doubts.keys() else "wrong"


def outcomes(weather: str, rounds: int, overlays: Path | None = None, decks: Decks = NO_DECKS) -> Iterator[str]:
    """What became of every column of so many rounds; `decks` are the pictures of enrolled ones."""
    mat = load_mat(mat_file("byzanz"))
    chance = random.Random(f"{weather} columns")
    for number in range(rounds):
        columns = {good: column(chance, mat, good) for good in mat.columns(ZONE)}
        scene = Scene(mat, Weather.named(weather), chance.randrange(1000))
        scene.lay([card for laid, _ in columns.values() for card in laid])
        frame = through_jpeg(scene)
        reading = read(mat, frame, decks)
        assert isinstance(reading.reading, Count)
        found = {good: outcome(laid, good, reading.reading) for good, (laid, _) in columns.items()}
        if overlays is not None:
            cards = [{"corners": mark.corners, "reading": {"face": _named(mark)}} for mark in reading.marks]
            write(overlays / f"{weather}-{number}.png", frame, {"cards": cards})
        for good in (good for good, what in found.items() if what == "wrong"):
            laid = [(card.face, round(card.y)) for card in columns[good][0]]
            print(f"{weather} {number} {good}: {laid} read as {reading.reading}", file=sys.stderr)
        yield from (f"{way} {found[good]}" for good, (_, way) in columns.items())


def read(mat: Mat, frame: Picture, decks: Decks = NO_DECKS) -> ZoneReading:
    """The market of a still picture of the mat."""
    pose = MatFinder(mat).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    assert pose is not None
    return ZoneReader(mat, {}, {}, decks=decks).read(frame, pose, measure(frame, mat, pose), mat.zones[ZONE])


def _named(mark: Mark) -> str:
    return mark.label.removeprefix("card:") + ("" if mark.share >= SURE else "?")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--overlays", type=Path)
    asked = parser.parse_args()
    wrong = 0
    for weather in [asked.weather] if asked.weather else WEATHERS:
        counts = Counter(outcomes(weather, asked.rounds, asked.overlays))
        print(f"{weather}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)
        wrong += sum(n for what, n in counts.items() if what.endswith("wrong"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
