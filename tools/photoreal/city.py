"""Renders Praetor's printed mat with a city on it, as cameras in many places see it, with exact truth.

BLENDERENV/bin/python -m tools.photoreal.city FOLDER --first 0 --many 24

Tiles on card of 2 mm lie in some cells, a little untidy and bent, with dice in their middles and on their areas and the
discs of their owners, as `tools.measure.city` lays them; some are shown in the field for that, coins beside them. The
place is that of `tools.photoreal.strips`; its printer printed the tiles, too. Even numbers are those that something may
be chosen on, odd ones are kept to measure on. Written are `NUMBER.png` and `NUMBER.json`: what should be read in each
cell, whose disc lies there, and what is shown.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import numpy as np
from numpy.random import Generator, default_rng

from companion.titles.praetor.prints import PAINT, tile_plates
from tools.measure.city import CITY, MAT, SIDES, City
from tools.photoreal.dice import lay_die, mould
from tools.photoreal.numbered import asker, photograph, render_all
from tools.photoreal.place import Place, is_tuned, on_paper, place
from tools.photoreal.sheets import Bend, lay_sheet
from tools.photoreal.strips import lay_mat, lit, margins, world
from tools.train import wood
from vision.drawn.laid import LaidCoin, LaidDie, LaidDisc, LaidTile
from vision.picture import Colour, Picture, Points, bgr, rectangle, turned
from vision.printing.flats import coin_art, coin_thick, tile_art, tile_side
from vision.printing.pips import DARK_PAINT

DRAWN_AT = 6.0  # px per mm of a tile's picture
THICK = 2.0  # mm of the card a tile is glued on
WARPED = 0.35  # mm, standard deviation by which a tile's middle or edges stand off
SHINE = (0.25, 0.75)  # roughness of a tile, from varnished to plain
GLOSS = (0.15, 0.5)  # roughness of dice and discs
TILES, SHOWN, COINS = (24, 40), (0, 4), (0, 6)
CORE = (0.45, 0.4, 0.33)  # linear red, green, blue of card where it is cut
PAINTED = 0.15  # how much lighter a maker's paint is than ours, standard deviation of its logarithm
WHITEST = 0.8  # of the light that falls on it paint throws back at most
DISC_WIDE, DISC_HIGH = (14.4, 16.0), (2.0, 4.0)  # mm of an owner's disc, of card or of wood
ROUND = 48  # sides of what is round
OVER = 0.03  # mm that a coin's face lies over it, so that both are told apart
MANY = 24
INKED = {True: (0.8, 0.78, 0.74), False: (0.015, 0.014, 0.014)}
"""Linear red, green, blue of the pips on dark paint and on light."""
COIN = 24.0  # mm from the middle of a coin to others and to tiles that are shown


class Laid(NamedTuple):
    """What lies on the mat of a number: the city, what is shown, and the coins beside it."""

    city: City
    shown: list[LaidTile]
    coins: list[LaidCoin]


def laid(number: int) -> Laid:
    """What lies there."""
    chance, city = random.Random(f"city {number}"), City()
    names = chance.sample(sorted(tile_plates()), chance.randint(*TILES))
    for cell, name in zip(chance.sample(CITY.cells, len(names)), names, strict=True):
        city.tile(name, cell, chance.randrange(SIDES), chance)
    city.mark(chance)
    rest = sorted(set(tile_plates()) - set(names))
    slots = chance.sample(MAT.slots("draw", 3), min(chance.randint(*SHOWN), 3))
    shown = [
        LaidTile(
            name, x + chance.gauss(0, 2), y + chance.gauss(0, 6), 90 * chance.randrange(SIDES) + chance.gauss(0, 4)
        )
        for name, (x, y) in zip(rest, slots, strict=False)
    ]
    return Laid(city, shown, _coins(chance, shown))


def _coins(chance: random.Random, shown: list[LaidTile]) -> list[LaidCoin]:
    """Coins in the field where tiles are shown, none of them on another piece."""
    x0, y0, x1, y1 = MAT.zones["draw"].box
    coins: list[LaidCoin] = []
    for _ in range(chance.randint(*COINS)):
        x, y = chance.uniform(x0 + 17, x1 - 17), chance.uniform(y0 + 17, y1 - 17)
        clear = all(max(abs(x - tile.x), abs(y - tile.y)) > tile_side() / 2 + COIN for tile in shown)
        if clear and all(np.hypot(x - coin.x, y - coin.y) > COIN * 1.2 for coin in coins):
            coins.append(LaidCoin(chance.choice((1, 2, 5, 10, 30)), x, y, chance.uniform(0, 360)))
    return coins


# --- as it is rendered ---


class Table:
    """The mat of a place on which pieces of one maker are laid; pictures that are printed are kept in `scratch`."""

    def __init__(self, at: Place, scratch: Path, chance: Generator) -> None:
        self.at, self.scratch, self.chance = at, scratch, chance
        self.dice, self.shine = mould(chance), float(chance.uniform(*SHINE))
        self.disc = float(chance.uniform(*DISC_WIDE)) / 20, float(chance.choice(DISC_HIGH)) / 10
        gloss = float(chance.uniform(*GLOSS))
        tones = {name: linear(colour) * np.exp(chance.normal(0, PAINTED)) for name, colour in PAINT.items()}
        self.paints = {name: wood.paint(np.minimum(tone, WHITEST), chance, gloss) for name, tone in tones.items()}
        self.inks = {dark: wood.paint(tone, chance, gloss) for dark, tone in INKED.items()}
        self.core = wood.paint(CORE, chance, 0.9)

    def lay(self, piece: LaidTile | LaidDie | LaidDisc | LaidCoin) -> None:
        """A piece where it lies: tiles and coins on the mat, dice and discs on tiles."""
        if isinstance(piece, LaidTile):
            self._tile(piece)
        elif isinstance(piece, LaidCoin):
            self._coin(piece)
        elif isinstance(piece, LaidDie):
            ink = self.inks[max(bgr(PAINT[piece.colour])) < DARK_PAINT]
            foot = world(MAT, piece.x, piece.y, THICK)
            lay_die(self.dice, piece.pips, foot, piece.angle, self.paints[piece.colour], ink)
        else:
            radius, high = self.disc
            thing = wood.prism(wood.ring(radius, ROUND), high, self.paints[piece.colour], 0.03)
            thing.location = world(MAT, piece.x, piece.y, THICK + 5 * high)

    def _tile(self, tile: LaidTile) -> None:
        shown = self._printed(tile_art(json.dumps(tile_plates()[tile.name]), DRAWN_AT), tile.name)
        bend = Bend(float(self.chance.normal(0, WARPED)), int(self.chance.integers(2)))
        corners = turned(rectangle(tile_side(), tile_side()), tile.x, tile.y, tile.angle)
        lay_sheet(MAT, corners, THICK, bend, shown, THICK, self.core)

    def _coin(self, coin: LaidCoin) -> None:
        radius, high = coin.diameter / 20, coin_thick()
        body = wood.prism(wood.ring(radius, ROUND), high / 10, self.core)
        body.location = world(MAT, coin.x, coin.y, high / 2)
        shown = self._printed(coin_art(coin.value, coin.diameter, DRAWN_AT), f"coin-{coin.value}")
        bpy.ops.mesh.primitive_circle_add(
            radius=radius, vertices=ROUND, fill_type="NGON", location=world(MAT, coin.x, coin.y, high + OVER)
        )
        bpy.context.object.rotation_euler[2] = -np.radians(coin.angle)
        bpy.context.object.data.materials.append(shown)

    def _printed(self, drawn: Picture, name: str) -> Any:
        return wood.picture(on_paper(drawn, self.at), self.scratch / f"{name}.png", self.shine)


def is_set(number: int) -> bool:
    """Was the camera's exposure set by white paper, as the companion does where it may? Two of every four were."""
    return number % 4 > 1


def linear(colour: Colour) -> Points:
    """Linear red, green, blue of a colour #RRGGBB (IEC 61966-2-1)."""
    shown = np.array(bgr(colour)[::-1]) / 255
    return np.asarray(np.where(shown < 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4))


def render(number: int, folder: Path) -> Mapping[str, Any]:
    """The scene of a number: its picture is written into the folder, its truth handed back."""
    at, chance, scratch, lying = place(number), default_rng([number, 23]), folder / "scratch", laid(number)
    scene = lit(MAT, at, chance)
    table = Table(at, scratch, chance)
    for piece in [*lying.city.pieces, *lying.city.discs.values(), *lying.shown, *lying.coins]:
        table.lay(piece)
    lay_mat(MAT, at, scratch, chance, whole=True)
    bpy.context.view_layer.update()
    photograph(scene, number, folder, chance, margins(scene, MAT) if is_set(number) else None)
    cells = {f"{x},{y}": values for (x, y), values in lying.city.truth.items()}
    discs = {f"{x},{y}": disc.colour for (x, y), disc in lying.city.discs.items()}
    shown = [[tile.name, tile.x, tile.y, tile.angle] for tile in lying.shown]
    coins = [[coin.value, coin.x, coin.y] for coin in lying.coins]
    about = {
        "tuned": is_tuned(number),
        "set": is_set(number),
        "sharp": at.sharp,
        "tilt": at.tilt,
        "light_mat": at.light_mat,
    }
    return about | {"cells": cells, "discs": discs, "shown": shown, "coins": coins}


def main() -> None:
    render_all(asker(__doc__, MANY).parse_args(), render)


if __name__ == "__main__":
    main()
