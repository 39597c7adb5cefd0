"""How surely cards of Byzanz are read that lie as a fan in a field of the mat, through the whole eye.

python -m tools.measure.fans [--rounds N] [--weather NAME] [--owned] [--columns]

Each round lays a fan of three to seven cards in the field of the bid, or one in the lot and one of three in the set.
The cards are turned about a point on the lower edge of the fan or up to 60 mm beneath it, each 8 to 20° from the next;
a quarter of the fans lies the other way over each other, so that no index is seen, a third is turned towards the far
side. A fan is *right* if exactly its cards are read with a share of 0.9 at least, *asked* if something in it is in
doubt and nothing wrong is sure, *silent* if nothing is in doubt and a card is missing, else *wrong*. It is *counted* if
as many pieces are named as cards lie there; cards are *read* where they are sure. With `--owned` the cards are a deck
in another art, enrolled as `tools.measure.owned` does; `--columns` lays fans of one good in the market.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext

import numpy as np

from engine.byzanz.cards import PRINTED, kind
from engine.sighting import Count, Pieces
from testkit.scenes.foreign import dealt
from testkit.scenes.mat import Watcher, through_jpeg
from tools.measure.columns import NO_DECKS, ZONE, outcome, read
from tools.measure.owned import MAT, NAME, SURE, enrolled
from vision.cards.owned import Decks
from vision.drawn.laid import LaidCard, card_size
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.picture import Points, rectangle, turned

WEATHERS = ("kind", "fair", "poor", "nasty")
FRAMES = 8  # two tell that nothing moves, five are read
STEP, UNEVEN = (8.0, 20.0), 1.0  # degrees from one card to the next, and the deviation of each
BENEATH = (0.0, 60.0)  # mm of the common point below the fan's lower edge; half the fans have it on the edge
OTHERWISE, FAR_SIDE, OVERTURNED = 0.25, 0.33, 0.33
AWRY = 4.0  # degrees by which a whole fan is turned
OVER, BESIDE = 6.0, 4.0  # mm by which a fan may reach over its field, and lie off its middle
MANY = {"bid": (3, 7), "lot": (3, 6), "set": (3, 3)}


def fan(chance: random.Random, box: tuple[float, float, float, float], faces: Sequence[str]) -> list[LaidCard]:
    """A fan of these cards, the uppermost last, within OVER mm of a field; other turns are tried until it fits."""
    x0, y0, x1, y1 = box
    while True:
        cards = _about_a_point(chance, faces)
        reach = np.concatenate([corners(card) for card in cards])
        low, high = reach.min(axis=0), reach.max(axis=0)
        if (high - low <= np.array([x1 - x0, y1 - y0]) + 2 * OVER).all():
            room = np.maximum(np.array([x1 - x0, y1 - y0]) - (high - low), 0) / 2
            off = np.array([chance.uniform(-part, part) for part in np.minimum(room, [60, BESIDE])])
            x, y = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + off - (low + high) / 2
            return [LaidCard(NAME, card.face, card.x + x, card.y + y, card.angle) for card in cards]


def _about_a_point(chance: random.Random, faces: Sequence[str]) -> list[LaidCard]:
    """A fan about the origin."""
    step, beneath = chance.uniform(*STEP), chance.choice((0.0, chance.uniform(*BENEATH)))
    way, far = (-1 if chance.random() < OTHERWISE else 1), 180 * (chance.random() < FAR_SIDE)
    awry, cards = chance.gauss(0, AWRY), list[LaidCard]()
    for number, face in enumerate(faces):
        turn = way * step * (number - (len(faces) - 1) / 2) + chance.uniform(-UNEVEN, UNEVEN) + awry + far
        ((x, y),) = turned(np.array([(0.0, -card_size(NAME)[1] / 2 - beneath)]), 0, 0, turn)
        cards.append(LaidCard(NAME, face, float(x), float(y), turn + 180 * (chance.random() < OVERTURNED)))
    return cards


def corners(card: LaidCard) -> Points:
    """A card's corners (4, 2) in mm."""
    return turned(rectangle(*card_size(NAME)), card.x, card.y, card.angle)


def dealt_from_box(chance: random.Random, many: int) -> list[str]:
    """So many cards of the whole deck."""
    return chance.sample(list(PRINTED), many, counts=list(PRINTED.values()))


def fans(chance: random.Random) -> dict[str, list[LaidCard]]:
    """The fans of a round by their field."""
    fields = ("bid",) if chance.random() < 0.5 else ("lot", "set")
    return {
        name: fan(chance, MAT.zones[name].box, dealt_from_box(chance, chance.randint(*MANY[name]))) for name in fields
    }


def judged(cards: Sequence[LaidCard], reading: Pieces) -> list[str]:
    """What became of a fan and of its cards."""
    due, seen = Counter(card.face for card in cards), reading.objects
    sure = Counter(one.best for one in seen if one.share >= SURE and not one.best.endswith("?"))
    doubted = sure.total() < len(seen)
    if not sure <= due:
        what = "wrong"
    elif sure == due and not doubted:
        what = "right"
    else:
        what = "asked" if doubted else "silent"
    same = ["counted"] * (len(seen) == len(cards))
    return [what, *same, *["card read"] * (sure & due).total(), *["card"] * len(cards)]


def outcomes(weather: str, rounds: int, decks: Decks = NO_DECKS) -> Iterator[str]:
    """What became of every fan of so many rounds and of its cards; `decks` are the pictures of enrolled ones."""
    chance = random.Random(f"{weather} fans")
    for number in range(rounds):
        laid, scene = fans(chance), Scene(MAT, Weather.named(weather), chance.randrange(1000))
        watcher = Watcher(scene, MAT, decks=decks).watch([card for cards in laid.values() for card in cards], FRAMES)
        for field, cards in laid.items():
            reading = watcher.seen.get(MAT.zones[field].sighted_as)
            found = judged(cards, reading if isinstance(reading, Pieces) else Pieces(()))
            if found[0] in ("wrong", "silent"):
                due = [(card.face, round(card.angle)) for card in cards]
                print(f"{weather} {number} {field}: {due} read as {_told(reading)}", file=sys.stderr)
            yield from found


def _told(reading: Pieces | None) -> list[tuple[str, float]]:
    return [] if reading is None else [(seen.best, seen.share) for seen in reading.objects]


def column_outcomes(weather: str, rounds: int, decks: Decks = NO_DECKS) -> Iterator[str]:
    """What became of fans of two to four cards of every other good in its column of the market."""
    chance = random.Random(f"{weather} fans in columns")
    for _ in range(rounds):
        goods = list(MAT.columns(ZONE))[chance.randrange(2) :: 2]
        laid = {good: _in_column(chance, good) for good in goods}
        scene = Scene(MAT, Weather.named(weather), chance.randrange(1000))
        scene.lay([card for cards in laid.values() for card in cards])
        count = read(MAT, through_jpeg(scene), decks).reading
        assert isinstance(count, Count)
        for good, cards in laid.items():
            found = outcome(cards, good, count)
            if found == "wrong":
                print(f"{weather} {good}: {[(c.face, round(c.angle)) for c in cards]} read as {count}", file=sys.stderr)
            yield f"column {found}"


def _in_column(chance: random.Random, good: str) -> list[LaidCard]:
    x0, y0, x1, _ = MAT.columns(ZONE)[good]
    faces = [card for card in PRINTED if kind(card) == good]
    drawn = [chance.choice(faces) for _ in range(chance.randint(2, 4))]
    return fan(chance, (x0 - 30, y0, x1 + 30, y0 + 100), drawn)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("--owned", action="store_true")
    parser.add_argument("--columns", action="store_true")
    asked, wrong = parser.parse_args(), 0
    measured = column_outcomes if asked.columns else outcomes
    with dealt() if asked.owned else nullcontext():
        decks = enrolled() if asked.owned else NO_DECKS
        for weather in [asked.weather] if asked.weather else WEATHERS:
            counts = Counter(measured(weather, asked.rounds, decks))
            print(f"{weather}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)
            wrong += sum(n for what, n in counts.items() if what.endswith(("wrong", "silent")))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
