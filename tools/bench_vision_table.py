"""How surely the eye reads the virtual table in every weather, after five still frames and what the box allows.

python -m tools.bench_vision_table [--rounds N] [--weather NAME] [--write]

A value is the face of one card or the count of one colour in one zone. It is *asked* when the reading itself is in
doubt (a card's share below 0.9, a count's doubt above 0.1, no reading); what is wrong and not asked is *wrong*.
The rules: a contract is one of the 106 in the box, a market card one of those that are open. Noise differs from frame
to frame, the light from table to table.
`--write` puts the table into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.sighting import Count, Pieces, Reading
from testkit.scenes.mat import MARKETS, MAT, Watcher
from tools.bench_report import Figure, machine, write_section
from vision.drawn.laid import Laid, LaidCard, LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather

WEATHERS = ("kind", "fair", "poor", "nasty")
GOODS = "GBRKY"
SURE, DOUBT = 0.9, 0.1
FRAMES = 7  # two tell that nothing moves, five are read
CONTRACTS = 106
RIGHT, WRONG = 0.995, 0.001


def box(chance: random.Random) -> list[str]:
    """The contracts of a box, drawn anew for every bench."""
    faces: set[str] = set()
    while len(faces) < CONTRACTS:
        faces.add(_face(chance))
    return sorted(faces)


class Laying(NamedTuple):
    """What lies on the table: the pieces, the contracts in order, the market card and the cubes of each zone."""

    pieces: list[Laid]
    faces: list[str]
    market: str
    cubes: dict[str, Counter[str]]


def laying(chance: random.Random, deck: Sequence[str]) -> Laying:
    """Up to eight contracts, a market card and up to sixteen cubes a zone, laid untidily."""
    faces = chance.sample(deck, chance.randint(0, 8))
    market = chance.choice(sorted(MARKETS))
    places = zip(faces, MAT.slots("draw", len(faces)), strict=True)
    pieces: list[Laid] = [
        LaidCard("contract", face, x + chance.uniform(-8, 8), y + chance.uniform(-6, 6), chance.uniform(-10, 10))
        for face, (x, y) in places
    ]
    pieces.append(LaidCard("market", market, *MAT.slots("market", 1)[0], chance.uniform(-8, 8)))
    cubes: dict[str, Counter[str]] = {}
    for zone in (name for name in MAT.zones if MAT.zones[name].kind == "cubes"):
        colours = [chance.choice(GOODS) for _ in range(chance.randint(0, 16))]
        cubes[MAT.zones[zone].sighted_as] = Counter(colours)
        pieces += [
            LaidCube(colour, x + chance.uniform(-1.2, 1.2), y + chance.uniform(-1.2, 1.2), chance.uniform(-30, 30))
            for colour, (x, y) in zip(colours, MAT.spots(zone, len(colours)), strict=True)
        ]
    return Laying(pieces, faces, market, cubes)


def _face(chance: random.Random) -> str:
    rounds = chance.choice(["11", "12", "22"])
    if chance.random() < 0.2:
        return f"contract:P.{chance.randint(2, 9)}.-{rounds}"
    goods = "".join(sorted(chance.choices(GOODS, k=chance.choice([1, 2])), key=GOODS.index))
    return f"contract:{goods}.{chance.randint(3, 22)}.1{rounds}"


def judged(seen: dict[str, Reading], laid: Laying) -> Counter[str]:
    """How many values are right, wrong and asked."""
    found = _cards(seen.get("mat/draw"), laid.faces) + _cards(seen.get("market/current"), [laid.market])
    for zone, truth in laid.cubes.items():
        found += _counts(seen.get(zone), truth)
    return found


def _cards(reading: Reading | None, truth: list[str]) -> Counter[str]:
    if not isinstance(reading, Pieces) or len(reading.objects) != len(truth):
        return Counter(asked=len(truth))
    verdicts = (
        "asked" if o.share < SURE else "right" if o.best == face else "wrong"
        for o, face in zip(reading.objects, truth, strict=True)
    )
    return Counter(verdicts)


def _counts(reading: Reading | None, truth: Counter[str]) -> Counter[str]:
    if not isinstance(reading, Count):
        return Counter(asked=len(GOODS))
    return Counter(
        "asked"
        if reading.doubts.get(good, 0.0) > DOUBT
        else "right"
        if reading.tally.get(good, 0) == truth[good]
        else "wrong"
        for good in GOODS
    )


def measured(weather: str, rounds: int) -> Counter[str]:
    """The verdicts over `rounds` layings, a new light every fifth."""
    chance, found = random.Random(weather), Counter[str]()
    deck = box(chance)
    known = {"contract": deck, "market": sorted(MARKETS)}
    for number in range(rounds):
        if number % 5 == 0:
            watcher = Watcher(Scene(MAT, Weather.named(weather), number, MARKETS), families=known)
        laid = laying(chance, deck)
        watcher.watch(laid.pieces, FRAMES)
        found += judged(watcher.seen, laid)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    figures = []
    for weather in [asked.weather] if asked.weather else WEATHERS:
        found = measured(weather, asked.rounds)
        right, wrong, unsure = (found[name] / found.total() for name in ("right", "wrong", "asked"))
        value = f"{right:.2%} right, {wrong:.2%} wrong, {unsure:.2%} asked, of {found.total()} values"
        figures.append(
            Figure(f"weather {weather}", value, f"≥ {RIGHT:.1%}, ≤ {WRONG:.1%}", right >= RIGHT and wrong <= WRONG)
        )
        print(f"{weather}: {value}", flush=True)
    if asked.write:
        about = [
            machine(["opencv-python-headless", "numpy"]),
            "",
            "`python -m tools.bench_vision_table --write`, five still frames, contracts of a box of 106",
        ]
        write_section("virtual table", "The eye at the virtual table", about, figures)
    return 0 if all(figure.reached for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
