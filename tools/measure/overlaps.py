"""How surely contracts are read that touch or lie over each other on the virtual mat, through the whole eye.

python -m tools.measure.overlaps [--rounds N] [--weather NAME] [--way NAME]

Each round lays two to four contracts of the house set in one of `WAYS`, turned a little, now and then upside down. A
card is *right* if it is read so with a share of 0.9 at least, *wrong* if it is read otherwise so surely, *asked* if
something in doubt lies there, else *not seen*; a sure reading where no card lies is *false*.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, radians, sin

import numpy as np

from companion.titles.constantinopolis.opening import house_deck
from engine.sighting import Pieces, Seen
from testkit.scenes.mat import MAT, Watcher
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather

WEATHERS = ("kind", "fair", "poor", "nasty")
SURE = 0.9
FRAMES = 8  # two tell that nothing moves, five are read
NEAR, ABOUT = 8.0, 30.0  # mm from a card's middle within which a sure reading is its own, and a question asks for it
OVERTURNED = 0.2  # part of the cards that lie upside down
Step = tuple[float, float, float]
"""From one card's middle to the next in mm along and across, and how much it is turned against it in degrees."""

WAYS: dict[str, Callable[[random.Random], Step]] = {
    "touching": lambda chance: (44.2, chance.uniform(-6, 6), 0.0),
    "touching askew": lambda chance: (45.0, chance.uniform(-12, 12), chance.uniform(-2, 2)),
    "a third covered": lambda chance: (30.0, chance.uniform(-8, 8), chance.uniform(-4, 4)),
    "half covered": lambda chance: (22.0, chance.uniform(-8, 8), chance.uniform(-4, 4)),
    "fanned": lambda chance: (26.0, chance.uniform(-1, 1), 8.0),
}


def laid(chance: random.Random, way: str, faces: Sequence[str]) -> list[LaidCard]:
    """A row of contracts, the last one on top, within the draw zone."""
    x0, y0, x1, y1 = MAT.zones["draw"].box
    turn = chance.uniform(-10, 10)
    x, y = chance.uniform(x0 + 60, (x0 + x1) / 2 - 20), (y0 + y1) / 2 + chance.uniform(-15, 15)
    cards = []
    for face in faces:
        cards.append(LaidCard("contract", face, x, y, turn + 180 * (chance.random() < OVERTURNED)))
        along, across, more = WAYS[way](chance)
        c, s = cos(radians(turn)), sin(radians(turn))
        x, y, turn = x + along * c - across * s, y + along * s + across * c, turn + more
    return cards


def outcomes(weather: str, way: str, rounds: int) -> Iterator[str]:
    """What became of every card of so many rounds, and of what was read beside them."""
    chance = random.Random(f"{weather} {way} measured")
    deck = sorted(house_deck())
    for _ in range(rounds):
        cards = laid(chance, way, chance.sample(deck, chance.randint(2, 4)))
        scene = Scene(MAT, Weather.named(weather), chance.randrange(1000))
        watcher = Watcher(scene, families={"contract": deck}).watch(cards, frames=FRAMES)
        reading = watcher.seen.get("mat/draw")
        yield from judged(watcher, list(reading.objects) if isinstance(reading, Pieces) else [], cards)


def judged(watcher: Watcher, seen: list[Seen], cards: Sequence[LaidCard]) -> Iterator[str]:
    """Each card's outcome, whether it lies on top of all others or not, then what is left of the readings."""
    assert watcher.eye.pose is not None
    middles = [tuple(watcher.eye.pose.to_mat(np.mean(one.corners, axis=0)[None])[0]) for one in seen]
    left = dict(enumerate(seen))
    for place, card in enumerate(cards):
        away = {n: hypot(middles[n][0] - card.x, middles[n][1] - card.y) for n in left}
        best = min(
            (n for n in left if away[n] < (ABOUT if _doubted(left[n]) else NEAR)), key=away.__getitem__, default=-1
        )
        yield f"{'top' if place == len(cards) - 1 else 'under'} {_outcome(left.pop(best, None), card)}"
    yield from ("asked beside" if _doubted(one) else "false" for one in left.values())


def _doubted(seen: Seen) -> bool:
    return seen.share < SURE or seen.best.endswith("?")


def _outcome(seen: Seen | None, card: LaidCard) -> str:
    if seen is None:
        return "not seen"
    if _doubted(seen):
        return "asked"
    return "right" if seen.best == card.face else "wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--way", choices=WAYS)
    asked = parser.parse_args()
    wrong = 0
    for weather in [asked.weather] if asked.weather else WEATHERS:
        for way in [asked.way] if asked.way else WAYS:
            counts = Counter(outcomes(weather, way, asked.rounds))
            print(f"{weather}, {way}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)
            wrong += sum(n for what, n in counts.items() if what.endswith(("wrong", "false", "not seen")))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
