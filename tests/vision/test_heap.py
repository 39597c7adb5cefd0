"""Cubes that touch are separated, those in a heap are counted or asked for, never guessed."""

import random

import numpy as np
import pytest

from testkit.scenes.mat import MAT, Watcher, a_scene, tally
from vision.cubes.heap import separated
from vision.drawn.laid import LaidCube

CENTRE = (330.0, 272.0)
ROW = [(8.2 * n, 0.0) for n in range(4)]
BLOCK = [(8.2 * (n % 3), 8.2 * (n // 3)) for n in range(6)]
CORNER = [(0.0, 0.0), (8.2, 0.0), (16.4, 0.0), (0.0, 8.2), (0.0, 16.4)]


def touching(places, colours, angle=0.0):
    """Cubes side by side as a hand pushes them together, turned as a whole."""
    a = np.radians(angle)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    spots = np.array(places) @ turn.T + CENTRE
    return [LaidCube(c, float(x), float(y), angle) for c, (x, y) in zip(colours, spots, strict=True)]


def counted(laid, weather="kind", seed=1):
    return Watcher(a_scene(weather, seed)).watch(laid).seen["mat/goods-3"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("places", [ROW, BLOCK, CORNER], ids=["row", "block", "corner"])
def test_touching_cubes_of_one_colour_are_counted_or_asked_for(places):
    readings = {colour: counted(touching(places, colour * len(places))) for colour in "GBRKY"}
    right = [colour for colour, reading in readings.items() if reading.tally == {colour: len(places)}]
    assert len(right) >= 4
    assert all(reading.doubt > 0.1 for colour, reading in readings.items() if colour not in right)


@pytest.mark.parametrize("angle", [0, 20, 45])
def test_touching_cubes_of_all_colours_are_counted(angle):
    colours = "GBRKYG"
    assert counted(touching(BLOCK, colours, angle)).tally == tally(colours)


def test_a_loose_heap_is_counted_or_asked_for():
    chance, wrong = random.Random(5), 0
    watcher = Watcher(a_scene("fair"))
    for _ in range(12):
        laid = heap(chance, 7)
        reading = watcher.watch(laid).seen["mat/goods-3"]
        wrong += reading.tally != tally(c.colour for c in laid) and reading.doubt <= 0.1
    assert wrong == 0


def heap(chance, count):
    """Cubes thrown together: none within another, some touching."""
    laid: list[LaidCube] = []
    while len(laid) < count:
        x, y = CENTRE[0] + chance.uniform(-20, 20), CENTRE[1] + chance.uniform(-20, 20)
        if all(np.hypot(x - c.x, y - c.y) > 10.5 for c in laid):
            laid.append(LaidCube(chance.choice("GBRKY"), x, y, chance.uniform(-45, 45)))
    return laid


def test_what_covers_half_a_cube_raises_doubt():
    solid = np.zeros((60, 60), np.float32)
    solid[20:28, 20:28] = 1
    solid[40:48, 40:43] = 1
    places, rest = separated(solid, 8.0, np.zeros(2))
    assert len(places) == 1
    assert 0.2 < rest < 0.5


def test_an_empty_field_holds_no_cube():
    assert separated(np.zeros((60, 60), np.float32), 8.0, np.zeros(2)) == ([], 0.0)


def test_a_cube_at_the_rim_is_taken_once():
    solid = np.zeros((60, 60), np.float32)
    solid[:8, 52:] = 1
    places, rest = separated(solid, 8.0, np.array([1.0, 2.0]))
    assert len(places) == 1
    assert rest < 0.3


def test_the_zone_says_which_colours_are_in_doubt():
    reading = counted([*touching([(0, 0)], "B"), LaidCube("K", 300, 272, 10)])
    assert reading.tally == {"B": 1, "K": 1}
    assert reading.doubts == {} or max(reading.doubts.values()) < 0.1


def test_the_mat_has_the_zone_these_tests_use():
    x0, y0, x1, y1 = MAT.zones["goods-3"].box
    assert x0 < CENTRE[0] < x1
    assert y0 < CENTRE[1] < y1


@pytest.mark.parametrize("under", "GK")
def test_a_cube_on_another_that_stand_alone_are_asked_about(under):
    tower = [LaidCube(under, 365, 250, 10), LaidCube("G", 365, 250, 10, 8)]
    assert counted(tower).doubt > 0.1
    assert counted(tower[:1]).doubt <= 0.1
