"""How surely tiles and coins are read on the virtual mat in every weather, through the whole eye.

python -m tools.measure.loose [--rounds N] [--weather NAME]

Tiles: every tile of the house set in each of four turns, laid untidily, up to ten at a time. Coins: piles of up to
twenty, most of them touching another; and twos, a coin on another that shows by 2.5 mm somewhere. Both are enrolled as
an owner does it, from a few stills in kind weather. A value is the name and turn of a tile, or the value of a coin; it
is *asked* when the reading is in doubt (a share below 0.9 or nothing known), what is wrong and not asked is *wrong*; so
is a tile or coin that is not there. A two is *right* if both are, and *wrong* if neither is asked about.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from math import cos, hypot, pi, sin

import numpy as np

from companion.titles.constantinopolis.tiles import tile_prints
from engine.sighting import Pieces, Seen
from testkit.scenes.mat import MAT, Watcher
from vision.drawn.laid import LaidCoin, LaidTile
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.flat.coins import CoinAlbum
from vision.flat.tiles import TileAlbum
from vision.printing.flats import mint

WEATHERS = ("kind", "fair", "poor", "nasty")
PRINTS = tile_prints()
SURE = 0.9
FRAMES = 7  # two tell that nothing moves, five are read
TILES = 8  # at a time
COINS = 20
TOUCHING = 0.6  # part of the coins that are pushed against another
SHOWS = 2.5  # mm of the lower one of two coins that show at least beside the upper one
NEAR = 8.0  # mm from where a piece lies within which its reading is sought
BOX = MAT.zones["draw"].box


def a_scene(weather: str, seed: int) -> Scene:
    return Scene(MAT, Weather.named(weather), seed, tiles=PRINTS)


def known_tiles(seed: int = 900) -> TileAlbum:
    """Every tile shown upright and enrolled as it was seen."""
    watcher, album = Watcher(a_scene("kind", seed)), TileAlbum()
    names = list(PRINTS)
    for first in range(0, len(names), TILES):
        shown = names[first : first + TILES]
        watcher.watch(
            [LaidTile(name, *place) for name, place in zip(shown, MAT.slots("draw", len(shown)), strict=True)]
        )
        laid = watcher.eye.loose("draw")
        assert laid is not None
        for name, square in zip(shown, laid.squares, strict=True):
            album.enrol(name, square.picture)
        album.side = float(np.median([square.side for square in laid.squares]))
    return album


def known_coins(seed: int = 901) -> CoinAlbum:
    """A few coins of each value shown and enrolled as they were seen."""
    watcher, album, chance = Watcher(a_scene("kind", seed)), CoinAlbum(), random.Random(seed)
    for value in sorted(mint()):
        places = MAT.slots("draw", 4)
        watcher.watch([LaidCoin(value, x, y, chance.uniform(0, 360)) for x, y in places])
        laid = watcher.eye.loose("draw")
        assert laid is not None
        album.learn(value, laid.coins)
    return album


def some_tiles(chance: random.Random, names: Sequence[str]) -> list[LaidTile]:
    """Up to eight tiles laid untidily, each in some quarter turn."""
    turns = (90 * chance.randrange(4) + chance.uniform(-12, 12) for _ in names)
    return [
        LaidTile(name, x + chance.uniform(-8, 8), y + chance.uniform(-12, 12), turn)
        for name, turn, (x, y) in zip(names, turns, MAT.slots("draw", len(names)), strict=True)
    ]


def a_pile(chance: random.Random, count: int) -> list[LaidCoin]:
    """So many coins that lie flat beside each other, many of them touching."""
    laid: list[LaidCoin] = []
    while len(laid) < count:
        value = chance.choice(sorted(mint()))
        coin = LaidCoin(value, *_place(chance, laid, mint()[value].wide / 2), chance.uniform(0, 360))
        if _inside(coin) and not any(_overlap(coin, other) for other in laid):
            laid.append(coin)
    return laid


def a_two(chance: random.Random) -> list[LaidCoin]:
    """A coin and another one on it, beside which some of the lower one shows."""
    while True:
        low, high = (chance.choice(sorted(mint())) for _ in range(2))
        radius, above = mint()[low].wide / 2, mint()[high].wide / 2
        away, turn = chance.uniform(0, radius + above), chance.uniform(0, 2 * pi)
        x, y = chance.uniform(BOX[0] + 45, BOX[2] - 45), chance.uniform(BOX[1] + 45, BOX[3] - 45)
        if away + radius > above + SHOWS:
            lower = LaidCoin(low, x, y, chance.uniform(0, 360))
            return [lower, LaidCoin(high, x + away * cos(turn), y + away * sin(turn), chance.uniform(0, 360))]


def _place(chance: random.Random, laid: Sequence[LaidCoin], radius: float) -> tuple[float, float]:
    if not laid or chance.random() > TOUCHING:
        return chance.uniform(BOX[0], BOX[2]), chance.uniform(BOX[1], BOX[3])
    beside, turn = chance.choice(laid), chance.uniform(0, 2 * pi)
    away = beside.diameter / 2 + radius + chance.uniform(0, 0.4)
    return beside.x + away * cos(turn), beside.y + away * sin(turn)


def _inside(coin: LaidCoin) -> bool:
    rim = coin.diameter / 2 + 3
    return BOX[0] + rim < coin.x < BOX[2] - rim and BOX[1] + rim < coin.y < BOX[3] - rim


def _overlap(one: LaidCoin, other: LaidCoin) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < (one.diameter + other.diameter) / 2


def judged(watcher: Watcher, truth: Sequence[LaidTile | LaidCoin]) -> Counter[str]:
    """How many pieces are right, wrong and asked about."""
    reading, pose = watcher.seen.get("mat/draw"), watcher.eye.pose
    if not isinstance(reading, Pieces) or pose is None:
        return Counter(asked=len(truth))
    free = list(reading.objects)
    found: Counter[str] = Counter()
    for piece in truth:
        middles = [pose.to_mat(np.array([np.mean(seen.corners, axis=0)]))[0] for seen in free]
        near = [n for n, (x, y) in enumerate(middles) if hypot(x - piece.x, y - piece.y) < NEAR]
        found[verdict(free.pop(near[0]), piece) if near else "missed"] += 1
    missed = found.pop("missed", 0)
    doubtful = sum(seen.best.endswith(":?") for seen in free)
    return found + Counter(asked=min(missed, doubtful), wrong=max(missed - doubtful, 0) + len(free) - doubtful)


def verdict(seen: Seen, piece: LaidTile | LaidCoin) -> str:
    """What one reading of a piece is."""
    if seen.share < SURE or seen.best.endswith(":?"):
        return "asked"
    if isinstance(piece, LaidCoin):
        return "right" if seen.best == f"coin:{piece.value}" else "wrong"
    if seen.best != f"tile:{piece.name}":
        return "wrong"
    turn = round(piece.angle / 90) % 4 * 90
    return "asked" if seen.turn is None else "right" if seen.turn == turn else "wrong"


def measured_tiles(weather: str, rounds: int, album: TileAlbum) -> Counter[str]:
    """The verdicts over `rounds` times all tiles, each time in another turn and light."""
    chance, found = random.Random(weather), Counter[str]()
    for number in range(rounds):
        watcher = Watcher(a_scene(weather, number), tiles=album)
        names = chance.sample(sorted(PRINTS), len(PRINTS))
        for first in range(0, len(names), TILES):
            laid = some_tiles(chance, names[first : first + TILES])
            watcher.watch(laid, FRAMES)
            found += judged(watcher, laid)
    return found


def measured_coins(weather: str, rounds: int, album: CoinAlbum) -> Counter[str]:
    """The verdicts over `rounds` piles, a new light every second."""
    chance, found = random.Random(weather), Counter[str]()
    for number in range(rounds):
        if number % 2 == 0:
            watcher = Watcher(a_scene(weather, number), coins=album)
        laid = a_pile(chance, chance.randint(1, COINS))
        watcher.watch(laid, FRAMES)
        found += judged(watcher, laid)
    return found


def measured_twos(weather: str, rounds: int, album: CoinAlbum) -> Counter[str]:
    """The verdicts over so many twos, a new light every fourth."""
    chance, found = random.Random(weather), Counter[str]()
    for number in range(rounds):
        if number % 4 == 0:
            watcher = Watcher(a_scene(weather, number), coins=album)
        laid = a_two(chance)
        watcher.watch(laid, FRAMES)
        found[of_two(watcher.seen.get("mat/draw"), laid)] += 1
    return found


def of_two(reading: object, laid: Sequence[LaidCoin]) -> str:
    """What the reading of two coins is, wherever each was seen."""
    objects = reading.objects if isinstance(reading, Pieces) else ()
    if not objects or any(seen.share < SURE or seen.best.endswith(":?") for seen in objects):
        return "asked"
    return "right" if sorted(seen.best for seen in objects) == sorted(f"coin:{c.value}" for c in laid) else "wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--weather", choices=WEATHERS)
    asked = parser.parse_args()
    tiles, coins = known_tiles(), known_coins()
    print(f"enrolled: tiles of {tiles.side} mm, coins of {coins.diameters} mm")
    for weather in [asked.weather] if asked.weather else WEATHERS:
        for kind, found in (
            ("tiles", measured_tiles(weather, asked.rounds, tiles)),
            ("coins", measured_coins(weather, 4 * asked.rounds, coins)),
            ("coins on coins", measured_twos(weather, 20 * asked.rounds, coins)),
        ):
            shares = ", ".join(f"{found[name] / found.total():.2%} {name}" for name in ("right", "wrong", "asked"))
            print(f"{weather}: {shares} of {found.total()} {kind}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
