"""Invented views for the gallery: gold is counted by the camera, coins and tiles are enrolled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import numpy as np

from companion.play.reports import Frame
from companion.presenters.common import coin_enrolment, gold_count, tile_enrolment
from companion.presenters.common.closeup import around
from companion.presenters.common.task_screen import TaskScene, piece_tabs
from companion.presenters.constantinopolis import screens
from companion.tasks.borrowed_camera import ZONE
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.faces import crop_of
from companion.tasks.gold_count import GoldCount
from companion.tasks.tile_enrolment import TileEnrolment
from companion.titles import title_of
from companion.titles.constantinopolis.tiles import tile_prints
from companion.views.common import task_acts as t
from companion.views.common.parts import Sheet
from companion.virtual.laying import Laying
from devices.inventory import read_box
from engine.sighting import Guess, Pieces, Seen, Sighting
from tools.gallery.more import NEW_TOP
from tools.gallery.play import ANNA, top
from vision.drawn.laid import LaidCoin, LaidTile
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat
from vision.mat.pose import tapped
from vision.printing.flats import tile_side

BOX = read_box(title_of("constantinopolis").file("box.toml")).coins_by_value
GOLD = {30: 1, 10: 4, 5: 3, 2: 2, 1: 6}
TILES = ("cura", "metallum", "caupona", "horreum", "domus-regia-3", "wall-ship")
DOUBTFUL = (6, 11)
"""Unknown coins, by their place."""


class _Eyes:
    """Eyes over a drawn mat that see what lies there as it is."""

    def __init__(self, coins: Mapping[int, int], tiles: Sequence[str] = ()) -> None:
        mat = load_mat()
        self._scene, laying = Scene(mat, Weather.named("kind"), seed=7, tiles=tile_prints()), Laying(mat, Random(4))
        laying.coins("draw", coins)
        if tiles:
            laying.tiles("draw", tiles)
        self._scene.lay(laying.pieces)
        self.picture = self._scene.frame()
        self.seen = tuple(self._square(piece) for piece in laying.pieces if isinstance(piece, LaidCoin | LaidTile))
        wide, high = mat.size
        paper = np.array([(0, 0, 0), (wide, 0, 0), (wide, high, 0), (0, high, 0)])
        corners = self._scene.lens.to_pixels(paper)
        x0, y0, x1, y1 = mat.zones["draw"].box
        field = self._scene.lens.to_pixels(np.array([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]))
        high, wide = self.picture.shape[:2]
        self.near = around([(float(x) / wide, float(y) / high) for x, y in field])
        self.eye = SimpleNamespace(pose=tapped(mat, corners, self.picture.shape[1::-1]))

    def _square(self, piece: LaidCoin | LaidTile) -> Seen:
        half = (piece.diameter if isinstance(piece, LaidCoin) else tile_side()) / 2
        square = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
        corners = self._scene.lens.to_pixels(square + np.array([piece.x, piece.y, 0.0]))
        label = f"coin:{piece.value}" if isinstance(piece, LaidCoin) else f"tile:{piece.name}"
        return Seen((Guess(label, 0.99),), tuple((float(x), float(y)) for x, y in corners))

    def divert(self, listener: Callable[[Any, Sighting], None] | None) -> None:
        self._listener = listener

    def say(self, objects: Sequence[Seen]) -> None:
        """Let these be seen."""
        if self._listener is not None:
            self._listener(self.picture, Sighting("camera", ZONE, 0.0, Pieces(tuple(objects))))

    def forget(self, zone: str) -> None: ...

    def know(self, **albums: Any) -> None: ...

    def ask(self, deed: Callable[[Any], object]) -> None: ...


def _frame(picture: Any) -> Frame:
    crop = crop_of(picture)
    return Frame(pixels=crop.pixels, width=crop.width, height=crop.height, marks=(), corners=4, note="still")


def counted(fixing: int = -1, doubtful: tuple[int, ...] = DOUBTFUL, off: int | None = None) -> Sheet:
    """Anna's coins: some unknown, or all read and held against the book."""
    eyes = _Eyes(GOLD)
    task = GoldCount("red", eyes, box=BOX)
    eyes.say([_asked(seen) if at in doubtful else seen for at, seen in enumerate(eyes.seen)])
    task.poll()
    task.off = off
    picture = _frame(eyes.picture)
    return gold_count.sheet(task, ANNA, picture, eyes.near, t.Entered(fixing=fixing), top(4), "treasury/red")


def _asked(seen: Seen) -> Seen:
    return Seen((Guess("coin:?", 0.5), Guess(seen.best, 0.3), Guess("coin:1", 0.2)), seen.corners)


def coins() -> Sheet:
    """Coins of 5 are enrolled; those of 1 and 2 have been."""
    eyes: Any = _Eyes({5: 5})
    with TemporaryDirectory() as folder:
        work = CoinEnrolment(Path(folder), eyes)
        work.kept = {1: 5, 2: 4}
        work.choose(5)
        eyes.say([Seen((Guess("coin:?", 0.9),), seen.corners) for seen in eyes.seen])
        work.poll()
        tabs = piece_tabs(TaskScene(task=work, title=screens, top=NEW_TOP), "coin_enrolment")
        return coin_enrolment.sheet(work, _frame(eyes.picture), eyes.near, NEW_TOP, "", tabs)


def tiles(fixing: int = -1) -> Sheet:
    """Six tiles are enrolled, two of them have been named; or one of them is being named."""
    eyes: Any = _Eyes({}, TILES)
    with TemporaryDirectory() as folder:
        work = TileEnrolment(Path(folder), eyes)
        eyes.say([Seen((Guess("tile:?", 0.9),), seen.corners) for seen in eyes.seen])
        work.poll()
        for place in range(2):
            work.name(place, TILES[place])
        scene = TaskScene(task=work, title=screens, top=NEW_TOP, entered=t.Entered(fixing=fixing))
        return tile_enrolment.view(scene)
