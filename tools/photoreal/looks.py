"""Renders what lies on a mat whenever it is told, as one camera in one place sees it: the painter of an evening.

BLENDERENV/bin/python -m tools.photoreal.looks GAME PLACE

Each line of the standard input is a look as JSON: `path`, where its picture is to be written, by how many `stops` the
exposure is longer than by white paper, and what lies there: the
`sheets` with the picture of what is printed on them (mm from the mat's top left corner, degrees clockwise), `cubes` and
`dice`, and the `papers` that cover it. Answered is a line with the path. Everything else, such as the lamps,
the camera, the printer and the paint of each piece, follows from the place and from where a piece lies. What lies as
it did in the look before is not rendered again, but for all that is near a piece that came or went.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import bpy
import cv2
import numpy as np
from numpy.random import Generator, default_rng

from tools.photoreal.develop import developed
from tools.photoreal.dice import Mould, lay_die, mould
from tools.photoreal.news import Laid, changed, in_picture, laid_in
from tools.photoreal.place import Place, Wood, all_in_view, on_paper, place, printed
from tools.photoreal.sheets import Bend, lay_sheet
from tools.photoreal.strips import draw_only, lay_cube, lay_mat, lit, margins, matrix, world
from tools.train import renders, wood
from vision.mat.mat import Mat, load_mat, mat_file
from vision.picture import Field, Points, bgr
from vision.printing.pips import DARK_PAINT

CURL = 0.25  # mm by which the middle of a card stands off at most
STIFF = 1.0  # mm; what is thicker does not bend
SHINE, GLOSS = (0.25, 0.75), (0.15, 0.5)  # roughness of what is printed, from sleeved to plain, and of dice
LIGHTEST = 8.0  # the lightest that is told apart: paper close under a lamp is that much lighter than in full light
CORE, PAPER = (0.45, 0.4, 0.33), (0.75, 0.75, 0.72)  # linear red, green, blue of cut card, and of a sheet of paper
INKED = {True: (0.8, 0.78, 0.74), False: (0.015, 0.014, 0.014)}  # of the pips on dark paint, and on light
ROOM, LOOK, SHEEN = 21, 22, 23  # what tells the chances of one place apart


class Table:
    """A mat in a place, seen by one camera; `folder` is for the pictures that are made on the way."""

    def __init__(self, mat: Mat, at: Place, folder: Path) -> None:
        self.mat, self.at, self.folder = mat, at, folder
        self._flat = printed(mat, at)
        self._before: tuple[Laid, Field] | None = None
        chance = default_rng([at.number, SHEEN])
        self._shine, self._gloss = float(chance.uniform(*SHINE)), float(chance.uniform(*GLOSS))

    def look(self, laid: Laid) -> tuple[Field, Points]:
        """The linear light (BGR, 1 is white in full light) that comes from it while this lies there, and where its
        white paper is, (n, 2) in px."""
        scene = self._scene(laid)
        light = self._mended(scene, laid, *self._before) if self._before else self._shot(scene)
        self._before = laid, light
        return light, margins(scene, self.mat)

    def _mended(self, scene: Any, laid: Laid, before: Laid, light: Field) -> Field:
        """The light of the look before where nothing has changed since, rendered anew elsewhere."""
        box = changed(before, laid)
        if box is None:
            return light
        part = in_picture(box, matrix(scene, self.mat), self.at.frame)
        draw_only(scene, part)
        return laid_in(light, self._shot(scene), part)

    def _shot(self, scene: Any) -> Field:
        scene.cycles.film_exposure = 1 / LIGHTEST
        return np.asarray(renders.shot(scene, self.folder / "seen.png", "16"), np.float32) / 65535 * LIGHTEST

    def _scene(self, laid: Laid) -> Any:
        room = default_rng([self.at.number, ROOM])
        scene = lit(self.mat, self.at, room)
        scene.render.threads = os.cpu_count() or 1  # while a look is rendered nobody else has anything to do
        for sheet in laid["sheets"]:
            self._sheet(sheet)
        for cube in laid["cubes"]:
            lay_cube(self.mat, self.at, Wood(*cube), self._own(cube))
        if laid["dice"]:
            self._dice(laid["dice"])
        for corners in laid["papers"]:
            plain = wood.paint(PAPER, self._own(corners), 0.9)
            lay_sheet(self.mat, np.array(corners), 0.3, Bend(0.0, 0), plain)
        lay_mat(self.mat, self.at, self.folder, room, whole=True, flat=self._flat)
        bpy.context.view_layer.update()
        return scene

    def _own(self, what: object) -> Generator:
        """What is by chance about a piece: the same for as long as it lies where it lies."""
        return default_rng([self.at.number, crc32(json.dumps(what).encode())])

    def _sheet(self, sheet: Laid) -> None:
        thick, chance = float(sheet["thick"]), self._own(sheet["corners"])
        bend = Bend(0.0 if thick > STIFF else float(chance.uniform(0, CURL)), int(chance.integers(2)))
        edge = wood.paint(CORE, chance, 0.9)
        height = float(sheet["low"]) + thick
        lay_sheet(self.mat, np.array(sheet["corners"]), height, bend, self._art(sheet["art"]), thick, edge)

    def _art(self, path: str) -> Any:
        """The material of what is printed as a picture says."""
        drawn = cv2.imread(path)
        if drawn is None:
            raise FileNotFoundError(path)
        flat = on_paper(np.asarray(drawn, np.uint8), self.at)
        return wood.picture(flat, self.folder / Path(path).name, self._shine)

    def _dice(self, dice: list[Laid]) -> None:
        made = mould(default_rng([self.at.number, SHEEN]))
        for die in dice:
            self._die(made, die)

    def _die(self, made: Mould, die: Laid) -> None:
        b, g, r = bgr(die["paint"])
        linear = (np.array([r, g, b]) / 255) ** 2.2
        chance = default_rng([self.at.number, crc32(die["paint"].encode())])
        paint, ink = (wood.paint(tone, chance, self._gloss) for tone in (linear, INKED[max(b, g, r) < DARK_PAINT]))
        lay_die(made, die["pips"], world(self.mat, *die["at"]), die["angle"], paint, ink)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("place", type=int, help="the number of the place (tools.photoreal.place)")
    asked = ask.parse_args()
    mat = load_mat(mat_file(asked.game))
    at = all_in_view(place(asked.place)._replace(celled=True), mat.size)
    table: Table | None = None
    for line in sys.stdin:
        laid = json.loads(line)
        path = Path(laid.pop("path"))
        scratch = path.parent / "scratch"
        scratch.mkdir(parents=True, exist_ok=True)
        table = table or Table(mat, at, scratch)
        stops = laid.pop("stops")
        light, paper = table.look(laid)
        cv2.imwrite(str(path), developed(light, default_rng([asked.place, LOOK]), paper, stops))
        print(f"seen {path}", flush=True)


if __name__ == "__main__":
    main()
