"""Without the mat, too, cubes that others may hide are asked about."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT, a_scene, cubes
from vision.drawn.heaps import heap
from vision.drawn.laid import LaidCube
from vision.mat.pose import MatFinder
from vision.photo.found import Cube, Likely
from vision.photo.found import Cubes as Found
from vision.pieces import Wanted, _more, pieces_in

ZONE = MAT.zones["goods-3"].box
MIDDLE = (ZONE[0] + ZONE[2]) / 2, (ZONE[1] + ZONE[3]) / 2
AROUND = 300, 150
"""Half the width and height in px of what a picture shows around the middle of the field: none of the mat's markers."""


def picture_of(pieces):
    """A picture of pieces without the markers of the mat."""
    scene = a_scene()
    scene.lay(pieces)
    frame = scene.frame()
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    assert pose is not None
    ((x, y),) = pose.to_pixels(np.array([MIDDLE], np.float32)).astype(int)
    shown = frame[max(0, y - AROUND[1]) : y + AROUND[1], max(0, x - AROUND[0]) : x + AROUND[0]].copy()
    assert MatFinder(MAT).find(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY)) is None
    return shown


def asked(pieces):
    """What is asked about in their picture: the likely labels of what may lie under others."""
    seen = pieces_in(picture_of(pieces), Wanted(mat=MAT, cubes=True))
    return [each for each in seen if any("+" in guess.value for guess in each.guesses)]


@pytest.mark.parametrize("seed", range(4))
def test_a_heap_in_which_cubes_lie_on_others_is_asked_about_once(seed):
    assert len(asked(heap(random.Random(seed), 8, MIDDLE, 2))) == 1


def test_a_cube_on_two_others_is_asked_about():
    tower = [LaidCube("G", 316, 276), LaidCube("B", 325, 276), LaidCube("R", 320.5, 276, 20, 8)]
    assert len(asked(tower)) == 1


def surely(*places, colour="red"):
    """Cubes that were surely found, and no other."""
    items = [Cube(colour, place, 1.0, 20.0, {colour: 1.0}) for place in places]
    count = len(items)
    return Found({colour: count}, items, [], {colour: Likely(count, count, 1.0)})


def test_cubes_that_lie_apart_hide_nothing():
    found = surely((20.0, 20.0), (60.0, 20.0), (100.0, 20.0), (60.0, 60.0))
    assert _more(found.items, found) == ()


def test_three_that_touch_may_always_hide_another_and_a_pair_does_not():
    pair, three = surely((20.0, 20.0), (40.0, 20.0)), surely((20.0, 20.0), (40.0, 20.0), (60.0, 20.0))
    assert _more(pair.items, pair) == ()
    (seen,) = _more(three.items, three)
    assert [guess.value for guess in seen.guesses] == ["cube:?", "cube:R+1"]
    assert seen.corners == ((10.0, 10.0), (70.0, 10.0), (70.0, 30.0), (10.0, 30.0))


def test_no_cube_no_question():
    assert asked(cubes("goods-5", "")) == []
