"""Sheets beside the mat are found by markers of their own, and read beside the city in one picture or alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from companion.titles.praetor.prints import CUBES, PAINT, tile_plates
from engine.sighting import Sighting
from testkit.scenes.beside import WideScene, around, on_sheet
from testkit.scenes.mat import Watcher, through_jpeg
from tools.measure import city
from tools.measure.boards import SHEETS, Filled, a_scene, judged
from vision.camera.sheets import OUT_OF_SIGHT, SheetEyes
from vision.drawn.laid import LaidCube, LaidDie
from vision.eye import Eye
from vision.mat.markers import find_markers
from vision.mat.mat import Mat, load_mat, load_sheets
from vision.picture import Picture
from vision.printing.paper import draw_mat

BLUE = SHEETS["blue"]


class Looking:
    """Sheet eyes at work; `seen` holds the newest reading of each zone."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}
        self.at = 0.0
        self.eyes = SheetEyes(SHEETS, self._take, lambda sheet: Eye(sheet, self._take, paints=PAINT))

    def _take(self, sighting: Sighting) -> None:
        self.seen[sighting.zone] = sighting.reading

    def watch(self, *frames: Picture) -> Looking:
        for frame in frames:
            self.at += 0.1
            self.eyes.look(frame, self.at)
        return self


def read(pieces: list[LaidDie | LaidCube], weather: str = "kind", owner: str = "blue") -> dict[str, Any]:
    """What is read of pieces on one sheet, by field."""
    watcher = Watcher(a_scene(SHEETS[owner], weather, 3), SHEETS[owner], paints=PAINT).watch(pieces, 7)
    return {zone.rpartition("/")[2]: reading for zone, reading in watcher.seen.items()}


def row(field: str, *dice: tuple[str, int]) -> list[LaidDie | LaidCube]:
    """Dice in a row in a field."""
    x0, y0, _, _ = BLUE.zones[field].box
    return [LaidDie(paint, face, x0 + 10 + 16 * n, y0 + 12, 20 * n) for n, (paint, face) in enumerate(dice)]


def in_cells(good: str, count: int) -> list[LaidDie | LaidCube]:
    return [LaidCube(good, x, y, 7 * n % 25 - 12) for n, (x, y) in enumerate(BLUE.spots(good, count))]


def test_every_sheet_has_markers_of_its_own_and_none_is_the_mats() -> None:
    numbers = Counter(n for sheet in SHEETS.values() for n, _ in find_markers(draw_mat(sheet, 3.0)))
    assert numbers == Counter(range(4, 24))
    assert len(load_mat().corners) == 4


@pytest.mark.parametrize("owner", SHEETS)
def test_a_sheet_says_in_four_languages_whose_it_is_and_what_lies_where(owner: str) -> None:
    labels = SHEETS[owner].labels
    assert all(label.words.keys() == {"en", "it", "es", "de"} for label in labels)
    assert {label.zone for label in labels} == {*SHEETS[owner].zones} - {"goods"}


def test_a_game_without_sheets_has_none() -> None:
    assert load_sheets("") == load_sheets("byzanz") == {}


def test_workers_are_read_by_paint_pips_and_field() -> None:
    pieces = [
        *row("active", ("blue", 1), ("blue", 2), ("blue", 3), ("blue", 5)),
        *row("apprentices-1", ("blue", 1)),
        *row("retired", ("blue", 6), ("yellow", 6), ("white", 4)),
    ]
    found = {
        field: [seen.best for seen in reading.objects] for field, reading in read(pieces).items() if field != "goods"
    }
    assert found == {
        "active": ["die:blue:1", "die:blue:2", "die:blue:3", "die:blue:5"],
        "apprentices-1": ["die:blue:1"],
        "apprentices-2": [],
        "retired": ["die:blue:6", "die:white:4", "die:yellow:6"],
    }


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_cubes_are_counted_by_the_field_they_lie_in_whatever_their_paint(weather: str) -> None:
    counts = {"wood": 7, "stone": 12, "marble": 9, "weapons": 3}
    goods = read([cube for good, count in counts.items() for cube in in_cells(good, count)], weather)["goods"]
    assert (goods.tally, goods.doubts) == (counts, {})
    painted = [LaidCube("weapons", cube.x, cube.y, cube.angle) for cube in in_cells("wood", 5)]
    assert read(list(painted))["goods"].tally == {"wood": 5}


def test_a_cube_on_another_puts_the_count_in_doubt() -> None:
    below = in_cells("wood", 1)[0]
    goods = read([below, LaidCube("wood", below.x, below.y, 30.0, 8.0)])["goods"]
    assert goods.doubts["wood"] > 0.1


def test_nothing_sure_is_wrong_on_sheets_beside_a_city_in_one_picture() -> None:
    """Two of them lie left and right of the mat, all is read in the same frames; then one is taken away."""
    lying = dict(list(around(city.MAT, SHEETS).items())[:2])
    filled = {owner: Filled(owner, n, "cells") for n, owner in enumerate(lying)}
    scene = _wide(lying)
    built, looking, told = city.a_city(3, 8), Looking(), dict[str, Any]()
    eye = Eye(city.MAT, lambda each: told.update({each.zone: each.reading}), grid=city.a_reader())
    scene.lay([*built.pieces, *(p for o, where in lying.items() for p in on_sheet(SHEETS[o], where, filled[o].pieces))])
    for _ in range(9):
        frame = through_jpeg(scene)
        eye.look(frame, looking.at)
        looking.watch(frame)
    assert city.judged(told["mat/city"].objects, built.truth)["tile right"] == 8
    verdict = sum((judged(looking.seen, filled[owner], owner) for owner in lying), Counter[str]())
    assert (verdict["die wrong"], verdict["count wrong"], verdict["count right"]) == (0, 0, 8)
    _taken_away(looking, _wide({"blue": lying["blue"]}))


def _wide(lying: dict[str, Any]) -> WideScene:
    sheets = [(SHEETS[owner], where) for owner, where in lying.items()]
    return WideScene(city.MAT, "kind", 2, sheets, paint=PAINT | CUBES, tiles=dict(tile_plates()))


def _taken_away(looking: Looking, scene: WideScene) -> None:
    """What was told of the yellow sheet counts no more, that of the blue one does."""
    looking.watch(*(through_jpeg(scene) for _ in range(8)))
    assert looking.seen["board/yellow/goods"] == looking.seen["board/yellow/active"] == OUT_OF_SIGHT
    assert looking.seen["board/blue/goods"] != OUT_OF_SIGHT
    assert [eye.mat for eye in looking.eyes.eyes] == [BLUE]


def test_a_picture_that_shows_a_sheet_alone_is_read() -> None:
    scene = a_scene(SHEETS["purple"], "fair", 5)
    scene.lay([*row("active", ("purple", 3)), *in_cells("stone", 4)])
    looking = Looking()
    looking.eyes.read_still(through_jpeg(scene), 1.0)
    assert [seen.best for seen in looking.seen["board/purple/active"].objects] == ["die:purple:3"]
    assert looking.seen["board/purple/goods"].tally == {"stone": 4}
    assert {zone.split("/")[1] for zone in looking.seen} == {"purple"}


def test_without_a_sheet_in_view_nothing_is_told() -> None:
    looking = Looking().watch(*[np.full((720, 1280, 3), 90, np.uint8)] * 6)
    assert (looking.seen, looking.eyes.eyes) == ({}, ())


def test_a_light_sheet_is_read_as_a_dark_one() -> None:
    light: Mat = BLUE.lightened()
    scene = a_scene(light, "kind", 4)
    scene.lay([*row("retired", ("blue", 6)), *in_cells("marble", 9)])
    looking = Looking()
    looking.eyes.read_still(through_jpeg(scene), 1.0)
    assert [seen.best for seen in looking.seen["board/blue/retired"].objects] == ["die:blue:6"]
    assert looking.seen["board/blue/goods"].tally == {"marble": 9}
