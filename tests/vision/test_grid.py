"""Tiles in the cells of a grid and dice on them are read through real frames; what is in doubt is said to be."""

import json
import random

import cv2
import numpy as np
import pytest

from companion.titles.praetor.prints import PAINT, tile_plates
from testkit.scenes.mat import Watcher, through_jpeg
from tools.measure.city import CITY, MAT, City, a_city, a_reader, a_scene, cell_of, is_asked, judged
from vision.drawn.laid import LaidDie, LaidDisc, LaidTile
from vision.flat.cells import side_of
from vision.flat.dice import MARGIN, SCALE
from vision.flat.dice import _parts_of_discs as parts_of_discs
from vision.flat.grid import reader_of
from vision.flat.tiles import TileAlbum
from vision.mat.mat import MatError, load_mat, mat_file
from vision.picture import bgr
from vision.printing.flats import tile_art
from vision.printing.pips import PIP, die_side

PLACE = CITY.middle_of((0, 0))


@pytest.fixture(scope="module")
def reader():
    return a_reader()


def read(reader, pieces, weather="kind", frames=7, seed=3):
    return Watcher(a_scene(weather, seed), MAT, grid=reader).watch(pieces, frames).seen["mat/city"].objects


def test_tiles_are_named_by_cell_and_turn(reader):
    chance, city = random.Random(1), City()
    for turn, (name, cell) in enumerate(
        zip(("sawmill-1", "sawmill-2", "market-1", "statue-3"), CITY.cells, strict=False)
    ):
        city.tile(name, cell, turn, chance)
    assert not judged(read(reader, city.pieces), city.truth)["tile wrong"]
    tiles = [piece for piece in city.pieces if isinstance(piece, LaidTile)]
    assert [seen.best for seen in read(reader, tiles)] == [its[0] for its in city.truth.values()]


@pytest.mark.parametrize("paint", ["blue", "yellow", "white", "black", "purple"])
def test_dice_are_read_by_paint_and_pips(reader, paint):
    cells = CITY.cells[30:36]
    places = [CITY.middle_of(cell) for cell in cells]
    tiles = [LaidTile("temple-maia-1", x, y) for x, y in places]
    dice = [LaidDie(paint, face, x, y, 17 * face) for face, (x, y) in enumerate(places, 1)]
    found = [seen.best for seen in read(reader, [*tiles, *dice]) if seen.best.startswith("die")]
    assert found == [f"die:{paint}:{face}:{x},{y},m" for face, (x, y) in enumerate(cells, 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "weather"), [(11, "kind"), (3, "fair")])
def test_nothing_sure_is_wrong_in_a_whole_city(reader, seed, weather):
    """In the second one a black 2 shows one of its pips in the middle of all that is black of it."""
    city = a_city(seed)
    found = judged(read(reader, city.pieces, weather, seed=seed), city.truth)
    assert (found["tile wrong"], found["die wrong"]) == (0, 0)
    assert found["tile right"] > 30


def test_owners_discs_hide_no_tile_and_are_no_dice(reader):
    names = ("sawmill-1", "market-1", "statue-3", "temple-maia-1", "oracle-1")
    pieces, truth = list[LaidTile | LaidDisc | LaidDie](), {}
    for colour, name, cell in zip(PAINT, names, CITY.cells[40:], strict=False):
        x, y = CITY.middle_of(cell)
        pieces += [LaidTile(name, x, y), LaidDisc(colour, x - 11, y - 11), LaidDie(colour, 4, x, y + 12.6, 20)]
        where = f"{cell[0]},{cell[1]}"
        truth[cell] = [f"tile:{name}:{where},0", f"die:{colour}:4:{where},2"]
    assert judged(read(reader, pieces), truth) == {"tile right": 5, "die right": 5}


def test_a_disc_that_a_die_hides_in_part_is_no_second_die(reader):
    names = ("sawmill-1", "market-1", "statue-3")
    pieces, truth = list[LaidTile | LaidDisc | LaidDie](), {}
    for colour, name, cell in zip(("blue", "yellow", "purple"), names, CITY.cells[40:], strict=False):
        x, y = CITY.middle_of(cell)
        pieces += [LaidTile(name, x, y), LaidDisc(colour, x - 9, y - 9), LaidDie(colour, 4, x, y, 20)]
        where = f"{cell[0]},{cell[1]}"
        truth[cell] = [f"tile:{name}:{where},0", f"die:{colour}:4:{where},m"]
    assert judged(read(reader, pieces), truth) == {"tile right": 3, "die right": 3}


@pytest.mark.parametrize(
    ("paint", "pip", "known"),
    [("blue", False, True), ("blue", True, False), ("#3fa34d", False, False)],
    ids=["plain", "with one pip", "of no paint"],
)
def test_plain_paint_beside_a_die_is_part_of_a_disc(paint, pip, known):
    edge = round(MARGIN * SCALE)
    seen = np.zeros((2 * edge + 60, 2 * edge + 60, 3), np.float32)
    seen[:] = np.array(bgr(PAINT.get(paint, paint)), np.float32) / 255
    rest = np.zeros((60, 60), np.uint8)
    half = round(die_side() / 2 * SCALE)
    rest[30 - half : 30 + half, 30 - half : 30 + half] = 255
    if pip:
        cv2.circle(seen, (edge + 30, edge + 30), round(PIP * die_side() * SCALE), (1.0, 1.0, 1.0), -1)
    assert bool(parts_of_discs(seen, rest, PAINT).any()) == known


def test_dice_on_a_tile_in_doubt_are_no_cards_over_each_other(reader):
    watcher = Watcher(a_scene("poor", 3), MAT, grid=reader).watch(a_city(3).pieces, 7)
    assert any(is_asked(seen) and seen.best.startswith("tile") for seen in watcher.seen["mat/city"].objects)
    assert [complaint.kind for complaint in watcher.eye.warnings if complaint.kind == "covered"] == []


def test_a_tile_of_an_owner_is_known_by_its_own_picture():
    """One tile of the box bears another's print: as it was enrolled it is that tile."""
    plates = tile_plates()
    other = tile_art(json.dumps(plates["statue-3"]), 4.0)
    album = TileAlbum()
    album.enrol("sawmill-1", other)
    own = {name: plate for name, plate in plates.items() if name != "statue-3"}
    x, y = PLACE
    reader = reader_of(own, PAINT, album.pictures)
    assert [seen.best for seen in read(reader, [LaidTile("statue-3", x, y, 90)])] == ["tile:sawmill-1:0,0,1"]


def test_what_covers_a_tile_is_asked_about(reader):
    """A tile of which most is hidden by dice is not named, and the dice are not told apart."""
    x, y = PLACE
    crowd = [LaidDie("blue", 1, x + right, y + down) for right in (-12, 0, 12) for down in (-12, 0, 12)]
    found = [seen for seen in read(reader, [LaidTile("oracle-1", x, y), *crowd]) if seen.best.startswith("tile")]
    assert [is_asked(seen) for seen in found] == [True]
    assert cell_of(found[0]) == (0, 0)


def test_an_empty_grid_shows_nothing(reader):
    assert read(reader, []) == ()


@pytest.mark.parametrize("deep", [0.4, 0.22])
def test_a_tile_in_a_deep_shadow_is_no_bare_ground(reader, deep):
    """It is as dark as ground beside the shadow; in a path-traced picture a phone's hid four without a word."""
    found = in_shadow(reader, [LaidTile("statue-3", *PLACE, 90)], deep)
    assert {cell_of(seen) for seen in found} == {(0, 0)}
    assert all(is_asked(seen) or seen.best == "tile:statue-3:0,0,1" for seen in found if seen.best.startswith("tile"))


def test_the_edge_of_a_shadow_is_no_tile(reader):
    assert in_shadow(reader, [], 0.22) == ()


def in_shadow(reader, pieces, deep):
    """What is read where a shadow falls whose edges cross the cells about the one in the middle."""
    watcher = Watcher(a_scene("kind", 3), MAT, grid=reader).watch(pieces)
    x, y = PLACE
    corners = [(x + right, y + down) for right, down in ((-52, -45), (40, -50), (45, 50), (-50, 40))]
    shadow = np.ones(through_jpeg(watcher.scene).shape, np.float32)
    cv2.fillConvexPoly(shadow, watcher.eye.pose.to_pixels(np.array(corners)).astype(np.int32), (deep,) * 3)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 3)
    for number in range(12):
        watcher.eye.look((through_jpeg(watcher.scene) * shadow).astype(np.uint8), watcher.at + (number + 1) / 10)
    return watcher.seen["mat/city"].objects


def test_a_side_is_named_only_where_it_is_plain():
    assert [side_of(0, 3), side_of(0, -12), side_of(12, 1), side_of(1, 12), side_of(-12, 0)] == [
        "m",
        "0",
        "1",
        "2",
        "3",
    ]
    assert [side_of(0, 6), side_of(10, 9)] == ["?", "?"]


def test_cells_are_counted_from_the_origin():
    assert (CITY.cells[0], CITY.cells[-1], len(CITY.cells)) == ((-4, -4), (8, 2), 13 * 7)
    assert CITY.middle_of((0, 0)) == (20 + 4.5 * 40, 40 + 4.5 * 40)


def test_only_a_grid_has_cells(tmp_path):
    described = (tmp_path / "mat.toml").resolve()
    printed = mat_file("praetor").read_text(encoding="utf-8")
    described.write_text(printed.replace("pitch = 40.0", "pitch = 0.0"), encoding="utf-8")
    with pytest.raises(MatError, match="city"):
        load_mat(described)
