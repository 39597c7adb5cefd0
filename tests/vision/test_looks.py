"""A part of a city is read from one picture of a camera anywhere, on any table, without a mat."""

import cv2
import numpy as np
import pytest

from companion.titles.praetor.prints import PAINT, tile_plates
from testkit.scenes.bare_city import BUILT, PX, TILES, WAYS, a_table, tilted
from tools.measure.looks import a_sprawl, laid_on, measured
from vision.flat.grid import reader_of
from vision.flat.lattice import lattices
from vision.flat.looks import LookReader
from vision.flat.patches import fitting, known_tile, tiles_in


@pytest.fixture(scope="module")
def reader():
    return LookReader(reader_of(tile_plates(), PAINT))


@pytest.mark.parametrize("way", WAYS)
def test_the_lattice_is_found_by_its_lines(way):
    table, (left, top) = a_table()
    picture, onto = tilted(table, *way)
    vertices = np.array([(x, y) for _, x, y, _ in TILES], float)
    due = cv2.perspectiveTransform((vertices * PX + (left, top)).reshape(-1, 1, 2), onto)
    off = cv2.perspectiveTransform(due, np.linalg.inv(next(lattices(picture))))
    assert np.abs(off - np.round(off)).max() < 0.1


@pytest.mark.parametrize("way", WAYS)
def test_tiles_are_named_with_their_cells_and_turns(reader, way):
    look = reader.read(tilted(a_table()[0], *way)[0])
    found = tiles_in(look.cells.values())
    assert found.keys() == BUILT.keys()
    move = fitting(found, BUILT)
    assert {name: (move.cell(cell), (turn + move.quarters) % 4) for name, (cell, turn) in found.items()} == BUILT


def test_the_light_of_the_room_does_not_matter(reader):
    picture = tilted(a_table()[0], *WAYS[1])[0]
    warm = np.clip(picture * np.array([0.45, 0.6, 0.75]), 0, 255).astype(np.uint8)
    assert tiles_in(reader.read(warm).cells.values()).keys() == BUILT.keys()


def test_the_ground_about_the_city_is_bare_and_no_tile(reader):
    look = reader.read(tilted(a_table()[0], *WAYS[0])[0])
    assert not any(known_tile(seen) == "" for seen in look.cells.values())
    assert not look.bare & look.cells.keys()
    assert len(look.bare) >= 4


def test_a_table_without_a_city_shows_nothing(reader):
    chance = np.random.default_rng(1)
    planks = np.repeat(chance.integers(60, 160, (20, 1, 3)), 1280, axis=1).repeat(36, axis=0).astype(np.uint8)
    assert reader.read(planks) is None
    assert reader.read(np.full((720, 1280, 3), 90, np.uint8)) is None


def test_a_whole_city_is_put_together_and_nothing_sure_is_wrong():
    found = measured("fair", 3)
    assert (found["tile wrong"], found["die wrong"]) == (0, 0)
    assert found["tile right"] > 20


def test_a_part_is_laid_on_the_city_as_most_of_its_tiles_say():
    city = a_sprawl(1)
    assert list(laid_on([], city)) == []
