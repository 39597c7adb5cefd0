"""Renders Byzanz' printed mat with cards as people lay them, as cameras in many places see it, with exact truth.

BLENDERENV/bin/python -m tools.photoreal.cards FOLDER --first 0 --many 20

Of every two numbers one has fans of the bid, or of the lot and the set, as `tools.measure.fans` lays them, the other
the columns of a market, as `tools.measure.columns` does. The place is that of `tools.photoreal.strips`; its printer
printed the cards, too. Written are `NUMBER.png` and `NUMBER.json`: the cards of each field, the uppermost last.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from numpy.random import Generator, default_rng

from tools.measure.columns import ZONE, column
from tools.measure.fans import corners, fans
from tools.measure.owned import MAT
from tools.photoreal.develop import developed
from tools.photoreal.place import Place, on_paper, place
from tools.photoreal.strips import lay_mat, lit, world
from tools.train import renders, wood
from vision.drawn.scene import LaidCard
from vision.picture import Field
from vision.printing.cards import art

DRAWN_AT = 6.0  # px per mm of a card's picture
THICK = 0.35  # mm of a card
CURL = 0.25  # mm by which the middle of a card stands off at most
CELLS = 6  # a bent card has so many flat parts a side
SHINE = (0.25, 0.75)  # roughness of a card, from sleeved to plain


def cards_of(number: int) -> dict[str, list[LaidCard]]:
    """What lies in each field of a number, the uppermost last."""
    chance = random.Random(f"cards {number}")
    if number % 2 == 0:
        return fans(chance)
    return {f"{ZONE}/{good}": column(chance, MAT, good)[0] for good in MAT.columns(ZONE)}


def lay_card(card: LaidCard, at: Place, level: int, scratch: Path, shine: float, chance: Generator) -> None:
    """A printed card, `level` others below it, a little bent."""
    shares = np.linspace(0, 1, CELLS + 1)
    top_left, top_right, low_right, low_left = corners(card)
    bend, along = chance.uniform(0, CURL), int(chance.integers(2))
    points, spots = list[tuple[float, float, float]](), list[tuple[float, float]]()
    for down in shares:
        for right in shares:
            upper, lower = (a + right * (b - a) for a, b in ((top_left, top_right), (low_left, low_right)))
            x, y = upper + down * (lower - upper)
            part = (right, down)[along]
            points.append(tuple(world(MAT, x, y, THICK * (level + 1) + bend * 4 * part * (1 - part))))
            spots.append((right, 1 - down))
    flat = on_paper(art(card.family, card.face, DRAWN_AT), at)
    _sheet(points, spots, wood.picture(flat, scratch / f"{card.face}.png", shine))


def _sheet(points: Sequence[tuple[float, ...]], spots: Sequence[tuple[float, float]], material: Any) -> None:
    """A sheet of paper through a grid of points, with these places of its picture."""
    side, mesh = CELLS + 1, bpy.data.meshes.new("card")
    first = [row * side + at for row in range(CELLS) for at in range(CELLS)]
    mesh.from_pydata(points, [], [[at, at + side, at + side + 1, at + 1] for at in first])
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        layer.data[loop.index].uv = spots[loop.vertex_index]
    mesh.materials.append(material)
    for face in mesh.polygons:
        face.use_smooth = True
    bpy.context.collection.objects.link(bpy.data.objects.new("card", mesh))


def render(number: int, folder: Path) -> Mapping[str, Any]:
    """The scene of a number: its picture is written into the folder, its truth handed back."""
    at, chance, scratch = place(number)._replace(celled=True), default_rng([number, 21]), folder / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    scene = lit(MAT, at, chance)
    laid, shine = cards_of(number), float(chance.uniform(*SHINE))
    for cards in laid.values():
        for level, card in enumerate(cards):
            lay_card(card, at, level, scratch, shine, chance)
    lay_mat(MAT, at, scratch, chance, whole=True)
    bpy.context.view_layer.update()
    linear: Field = renders.shot(scene, scratch / "seen.png", "16").astype(np.float32) / 65535
    cv2.imwrite(str(folder / f"{number:05}.png"), developed(linear, chance))
    told = {field: [[card.face, card.x, card.y, card.angle] for card in cards] for field, cards in laid.items()}
    return {"sharp": at.sharp, "tilt": at.tilt, "light_mat": at.light_mat, "cards": told}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--first", type=int, default=0, help="the number of the first place, which is its seed too")
    ask.add_argument("--many", type=int, default=20)
    options = ask.parse_args()
    for number in range(options.first, options.first + options.many):
        began = time.process_time()
        truth = render(number, options.folder)
        (options.folder / f"{number:05}.json").write_text(json.dumps(truth), encoding="utf-8")
        print(f"{number}: {time.process_time() - began:.1f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
