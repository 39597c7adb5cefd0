"""Renders Byzanz' printed mat with cards as people lay them, as cameras in many places see it, with exact truth.

BLENDERENV/bin/python -m tools.photoreal.cards FOLDER --first 0 --many 20

Of every two numbers one has fans of the bid, or of the lot and the set, as `tools.measure.fans` lays them, the other
the columns of a market, as `tools.measure.columns` does. The place is that of `tools.photoreal.strips`; its printer
printed the cards, too. Written are `NUMBER.png` and `NUMBER.json`: the cards of each field, the uppermost last.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import bpy
from numpy.random import Generator, default_rng

from tools.measure.columns import ZONE, column
from tools.measure.fans import corners, fans
from tools.measure.owned import MAT
from tools.photoreal.numbered import asker, photograph, render_all
from tools.photoreal.place import Place, on_paper, place
from tools.photoreal.sheets import Bend, lay_sheet
from tools.photoreal.strips import lay_mat, lit
from tools.train import wood
from vision.drawn.laid import LaidCard
from vision.printing.cards import art

DRAWN_AT = 6.0  # px per mm of a card's picture
THICK = 0.35  # mm of a card
CURL = 0.25  # mm by which the middle of a card stands off at most
SHINE = (0.25, 0.75)  # roughness of a card, from sleeved to plain
MANY = 20


def cards_of(number: int) -> dict[str, list[LaidCard]]:
    """What lies in each field of a number, the uppermost last."""
    chance = random.Random(f"cards {number}")
    if number % 2 == 0:
        return fans(chance)
    return {f"{ZONE}/{good}": column(chance, MAT, good)[0] for good in MAT.columns(ZONE)}


def lay_card(card: LaidCard, at: Place, level: int, scratch: Path, shine: float, chance: Generator) -> None:
    """A printed card, `level` others below it, a little bent."""
    bend = Bend(float(chance.uniform(0, CURL)), int(chance.integers(2)))
    flat = on_paper(art(card.family, card.face, DRAWN_AT), at)
    shown = wood.picture(flat, scratch / f"{card.face}.png", shine)
    lay_sheet(MAT, corners(card), THICK * (level + 1), bend, shown)


def render(number: int, folder: Path) -> Mapping[str, Any]:
    """The scene of a number: its picture is written into the folder, its truth handed back."""
    at, chance, scratch = place(number)._replace(celled=True), default_rng([number, 21]), folder / "scratch"
    scene = lit(MAT, at, chance)
    laid, shine = cards_of(number), float(chance.uniform(*SHINE))
    for cards in laid.values():
        for level, card in enumerate(cards):
            lay_card(card, at, level, scratch, shine, chance)
    lay_mat(MAT, at, scratch, chance, whole=True)
    bpy.context.view_layer.update()
    photograph(scene, number, folder, chance)
    told = {field: [[card.face, card.x, card.y, card.angle] for card in cards] for field, cards in laid.items()}
    return {"sharp": at.sharp, "tilt": at.tilt, "light_mat": at.light_mat, "cards": told}


def main() -> None:
    render_all(asker(__doc__, MANY).parse_args(), render)


if __name__ == "__main__":
    main()
