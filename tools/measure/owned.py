"""How surely the cards of a deck that is not ours are read after they were enrolled, through the whole eye.

python -m tools.measure.owned [--rounds N] [--weather NAME]

A deck of Byzanz in another art is shown once, in kind weather, and read by those pictures. Each round lays every face
once in the field of the bid, seven at a time, untidily and half of them upside down, and then columns of the market as
`tools.measure.columns` does. A card is *asked* when its reading is in doubt (a share below 0.9 or nothing known), what
is wrong and not asked is *wrong*. *Strangers* are our own cards, which were not enrolled: those that are named.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence

import numpy as np

from engine.sighting import Seen
from testkit.scenes.foreign import dealt
from testkit.scenes.mat import Watcher
from tools.measure.columns import WEATHERS, outcomes
from vision.cards.enrol import laid_out
from vision.cards.owned import Decks, OwnedReader
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.layouts.layout import load_layout
from vision.mat.mat import load_mat, mat_file
from vision.picture import Picture

MAT = load_mat(mat_file("byzanz"))
NAME, FIELD = "byzanz", "bid"
FACES = load_layout(NAME).faces
SURE = 0.9
FRAMES = 8
UNTIDY, TURNED = 1.5, 3.0
"""Standard deviations in mm and degrees of how cards are laid."""


def enrolled(seed: int = 900) -> Decks:
    """Every face shown once and kept as it was seen."""
    watcher, pictures = _watcher("kind", seed), dict[str, Picture]()
    for first in range(0, len(FACES), MAT.zones[FIELD].most):
        faces = FACES[first : first + MAT.zones[FIELD].most]
        seen = shown(watcher, _laid(faces, random.Random(seed), over=False))
        frame, _, _ = watcher.eye._last or sys.exit("the mat was not seen")
        pictures |= {
            face: crop for face, (crop, _, _) in zip(faces, laid_out(frame, seen, load_layout(NAME).size), strict=True)
        }
    return {NAME: OwnedReader(NAME, pictures)}


def shown(watcher: Watcher, cards: Sequence[LaidCard]) -> list[Seen]:
    """What is seen of these cards, from left to right."""
    watcher.eye.forget()
    watcher.watch(cards, FRAMES)
    return sorted(watcher.seen[f"mat/{FIELD}"].objects, key=lambda seen: float(np.mean(seen.corners, axis=0)[0]))


def _watcher(weather: str, seed: int, **knowing: Decks) -> Watcher:
    return Watcher(Scene(MAT, Weather.named(weather), seed), MAT, **knowing)


def _laid(faces: Sequence[str], chance: random.Random, over: bool = True) -> list[LaidCard]:
    off = chance.gauss
    turns = [off(0, TURNED) + 180 * (over and chance.random() < 0.5) for _ in faces]
    return [
        LaidCard(NAME, face, x + off(0, UNTIDY), y + off(0, UNTIDY), turn)
        for face, turn, (x, y) in zip(faces, turns, MAT.slots(FIELD, len(faces)), strict=True)
    ]


def outcome(face: str, seen: Seen) -> str:
    """What became of one card."""
    if seen.share < SURE or seen.best.endswith("?"):
        return "asked"
    return "right" if seen.best == face else "wrong"


def cards_of(weather: str, rounds: int, decks: Decks) -> Counter[str]:
    """What became of every face, so many times; cards that are not seen one by one are asked."""
    found, chance = Counter[str](), random.Random(f"{weather} owned")
    for _ in range(rounds):
        watcher, faces = _watcher(weather, chance.randrange(1000), decks=decks), chance.sample(FACES, len(FACES))
        for first in range(0, len(faces), MAT.zones[FIELD].most):
            some = faces[first : first + MAT.zones[FIELD].most]
            seen = shown(watcher, _laid(some, chance))
            pairs = zip(some, seen, strict=True) if len(seen) == len(some) else ()
            found.update([outcome(*pair) for pair in pairs] or ["asked"] * len(some))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--weather", choices=WEATHERS)
    asked = parser.parse_args()
    with dealt():
        decks = enrolled()
    wrong = 0
    for weather in [asked.weather] if asked.weather else WEATHERS:
        with dealt():
            cards = cards_of(weather, asked.rounds, decks)
            columns = Counter(outcomes(weather, asked.rounds, decks=decks))
        strangers = sum(count for what, count in cards_of(weather, 1, decks).items() if what != "asked")
        print(f"{weather}: cards {dict(sorted(cards.items()))}, columns {dict(sorted(columns.items()))}", flush=True)
        print(f"{weather}: strangers named {strangers} of {len(FACES)}", flush=True)
        wrong += cards["wrong"] + strangers + sum(count for what, count in columns.items() if what.endswith("wrong"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
