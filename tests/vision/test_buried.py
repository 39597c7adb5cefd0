"""What is said of a heap, in which cubes lie on others, is as sure as it is right, and hardly ever sure and wrong."""

import random

import numpy as np
import pytest

from testkit.scenes.mat import MAT, Watcher, a_scene, cubes
from tools.measure.heaps import STATED, counted
from vision.cubes.buried import crowded, variances
from vision.cubes.heap import Place
from vision.drawn.heaps import heap
from vision.drawn.laid import LaidCube

FOOTPRINTS = np.array([*[70.0] * 5, 64.0])
GROUND = 5


@pytest.fixture(scope="module")
def counts():
    return list(counted("fair", 5, "tested"))


def test_the_truth_lies_within_the_doubt_as_often_as_reported(counts):
    assert len(counts) == 5 * 5 * 5
    for deviations, share in STATED.items():
        assert sum(each.within(deviations) for each in counts) >= share * len(counts)


def test_of_a_hundred_counts_of_heaps_two_at_most_are_sure_and_wrong(counts):
    assert sum(each.sure and each.truth != each.read for each in counts) <= len(counts) / 50


def test_cubes_laid_with_room_between_them_are_not_doubted():
    reading = Watcher(a_scene("fair")).watch(cubes("goods-3", "GGBBRRKKYYGB")).seen["mat/goods-3"]
    assert reading.doubt <= 0.1


def test_a_cube_on_two_others_is_asked_about():
    tower = [LaidCube("G", 316, 276), LaidCube("B", 325, 276), LaidCube("R", 320.5, 276, 20, 8)]
    reading = Watcher(a_scene()).watch(tower).seen["mat/goods-3"]
    assert reading.tally == {"G": 1, "B": 1, "R": 1} or reading.doubt > 0.1


def field(*boxes):
    """Labels and how solid each pixel is, of boxes with a colour."""
    labels = np.full((60, 60), GROUND)
    for code, x, y, wide, high in boxes:
        labels[y : y + high, x : x + wide] = code
    return labels, (labels < GROUND).astype(np.float32)


def test_a_corner_of_another_colour_says_that_something_lies_below():
    plain, shown = field((0, 20, 20, 16, 8)), field((0, 20, 20, 16, 8), (1, 28, 24, 5, 4))
    places, codes = [Place(24, 24, 1.0), Place(32, 24, 1.0)], np.array([0, 0])
    without, below = (variances(*each, places, codes, FOOTPRINTS) for each in (plain, shown))
    assert np.sqrt(below[1]) > 0.1 > np.sqrt(without[1])


def test_three_cubes_that_touch_may_always_hide_another():
    labels, solid = field((0, 20, 20, 25, 8))
    places = [Place(24, 24, 1.0), Place(32, 24, 1.0), Place(40, 24, 1.0)]
    assert np.sqrt(variances(labels, solid, places, np.zeros(3, int), FOOTPRINTS).min()) > 0.1


def test_cubes_apart_are_not_looked_at_twice():
    labels, solid = field((0, 10, 10, 8, 8), (1, 30, 30, 8, 8))
    places = [Place(14, 14, 1.0), Place(34, 34, 1.0)]
    assert not crowded(places).any()
    assert not variances(labels, solid, places, np.array([0, 1]), FOOTPRINTS).any()


def test_a_lump_in_which_no_cube_was_found_says_nothing_of_colours():
    assert not variances(*field((0, 20, 20, 20, 20)), [], np.empty(0, int), FOOTPRINTS).any()


def test_a_lump_too_large_for_the_one_cube_found_in_it_is_doubted():
    found = variances(*field((2, 20, 20, 14, 12)), [Place(24, 24, 1.0)], np.array([2]), FOOTPRINTS)
    assert np.sqrt(found[2]) > 0.3


@pytest.mark.parametrize("places", [[], [Place(5, 5, 1.0)]])
def test_less_than_two_cubes_are_no_crowd(places):
    assert not crowded(places).any()


@pytest.mark.parametrize("upper", [0, 4])
def test_a_drawn_heap_has_as_many_cubes_on_others_as_asked_for(upper):
    laid = heap(random.Random(3), 12, (320.0, 276.0), upper)
    assert [cube.z > 0 for cube in laid].count(True) == upper
    assert len(laid) == 12


def test_an_upper_cube_is_drawn_over_those_below():
    scene = a_scene()
    below, above = LaidCube("K", 320, 276), LaidCube("Y", 320, 276, 0, 8)
    scene.lay([above, below])
    x, y = scene.lens.to_pixels(np.array([[320, 276, 16.0]]))[0].astype(int)
    assert scene.frame()[y, x, 2] > 120
    assert MAT.zones["goods-3"].box[0] < 320
