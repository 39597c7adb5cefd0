"""A game's own pieces are printed whole, each back behind its front, and the drawn table shows the same art."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.titles import title_of
from companion.titles.praetor.prints import tile_plates
from testkit.scenes.mat import MAT
from tests.vision.test_printables import pictures
from vision.drawn.laid import LaidTile
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.flat.loose import find_loose, tile_seen, view
from vision.flat.tiles import TileAlbum
from vision.mat.light import measure
from vision.mat.pose import MatFinder
from vision.printing.plates import plate_art
from vision.printing.printables import print_everything

TITLE = title_of("praetor")


def test_every_piece_of_the_box_is_printed() -> None:
    counted = {name: len(pieces) for name, pieces in TITLE.plates().items()}
    assert counted == {"city-tiles": 42, "wall-sections": 14, "boards": 6, "markers": 75}
    assert len({plate_art(front, 2.0).tobytes() for front in tile_plates().values()}) == 42


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 2), ("letter", 1)])
def test_each_back_lies_behind_its_front(paper, sheets, tmp_path) -> None:
    few = {"city-tiles": TITLE.plates()["city-tiles"][:30]}
    made = {path.name: path for path in print_everything(tmp_path, MAT, {}, {}, paper, few)}
    pages = pictures(made["city-tiles.pdf"].read_bytes())
    assert len(pages) == 2 * sheets
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        on, behind = (np.any(page < 128, axis=2) for page in (front, np.flip(back, axis=1)))
        assert np.mean(on[60:-60, 60:-60] & ~behind[60:-60, 60:-60]) < 0.01


@pytest.fixture(scope="module")
def album() -> TileAlbum:
    known = TileAlbum(38.0)
    for name, printed in tile_plates().items():
        known.enrol(name, plate_art(printed, 6.0))
    return known


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_what_is_printed_is_read_on_the_drawn_table_with_its_turn(album: TileAlbum, turn: int) -> None:
    names = list(tile_plates())[turn // 90 :: 6]
    scene = Scene(MAT, Weather.named("kind"), seed=turn, tiles=dict(TITLE.tiles()))
    scene.lay([LaidTile(name, 60.0 + 55 * (n % 7), 85.0 + 90 * (n // 7), turn + 1.0) for n, name in enumerate(names)])
    frame = scene.frame()
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    laid = find_loose(view(frame, pose, MAT.zones["draw"]), measure(frame, MAT, pose), np.empty((0, 4, 2)), 38.0)
    seen = [tile_seen(album, square) for square in laid.squares]
    assert Counter(one.best for one in seen) == Counter(f"tile:{name}" for name in names)
    assert {one.turn for one in seen} == {turn}
