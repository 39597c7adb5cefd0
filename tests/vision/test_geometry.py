"""The mat lies where it lies: with few markers, a bent lens, a lamp mirrored in it, a covered strip."""

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT, Watcher, a_scene, contracts
from vision.cards.find import find_cards
from vision.layouts.layout import load_layout
from vision.mat.light import WHITE, measure, rectified
from vision.mat.pose import MatFinder, Pose
from vision.picture import bgr

PLACES = np.array([(x, y) for x in range(20, 621, 60) for y in range(20, 341, 40)], float)


def hidden(scene, numbers):
    """A frame in which some markers are painted over."""
    frame = scene.frame()
    for number in numbers:
        outline = scene.lens.to_pixels(MAT.marker_corners(number))
        cv2.fillConvexPoly(frame, cv2.convexHull(np.round(outline).astype(np.int32)), (40, 40, 40))
    return cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)


def off(pose: Pose, scene):
    """By how many mm each of PLACES is missed."""
    return np.linalg.norm(pose.to_mat(scene.lens.to_pixels(PLACES)) - PLACES, axis=1)


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_every_place_of_the_mat_is_found_within_a_millimetre(weather):
    scene = a_scene(weather)
    assert off(MatFinder(MAT).find(hidden(scene, ())), scene).max() < 1


@pytest.mark.parametrize("number", range(4))
def test_three_markers_carry_the_whole_mat(number):
    scene = a_scene("poor")
    pose = MatFinder(MAT).find(hidden(scene, (number,)))
    assert number not in pose.markers
    assert off(pose, scene).max() < 3


@pytest.mark.parametrize("numbers", [(0, 1), (0, 2), (1, 2), (2, 3)])
def test_two_markers_carry_it_roughly(numbers):
    scene = a_scene("fair")
    assert off(MatFinder(MAT).find(hidden(scene, numbers)), scene).max() < 12


@pytest.mark.parametrize("weather", ["kind", "nasty"])
def test_a_straightened_box_is_exact_up_to_its_rim(weather):
    scene = a_scene(weather)
    pose = MatFinder(MAT).find(hidden(scene, ()))
    high, wide = scene.frame().shape[:2]
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    box = MAT.zones["goods-1"].box
    seen = np.dstack([rectified(x, pose, box, 2.0), rectified(y, pose, box, 2.0)])
    places = np.array([(0, 0), (0, 167), (231, 0), (231, 167), (100, 80)])
    due = pose.to_pixels((places + 0.5) / 2.0 + np.array(box[:2]))
    assert np.abs(seen[places[:, 1], places[:, 0]] - due).max() < 0.1


def test_a_lamps_reflection_is_no_card():
    y, x = np.mgrid[0:435, 0:1080]
    spot = 30 + 120 * np.exp(-(((x - 500) / 75) ** 2 + ((y - 200) / 105) ** 2))
    assert find_cards(spot.astype(np.uint8), load_layout("contract").size, 2.5, uneven=True) == []


def test_a_card_half_in_a_hard_shadow_is_found():
    zone = np.full((435, 1080), 34, np.uint8)
    zone[100:258, 300:410] = 200
    shaded = zone.copy()
    shaded[:, 350:] = shaded[:, 350:] * 0.4
    assert len(find_cards(shaded, load_layout("contract").size, 2.5, uneven=True)) == 1


def test_a_strip_that_is_covered_does_not_change_the_colours():
    scene = a_scene()
    frame = scene.frame()
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    plain = measure(frame, MAT, pose).colours
    for patch in MAT.patches[:5]:
        x, y = np.round(pose.to_pixels(np.array([patch.middle]))[0]).astype(int)
        cv2.circle(frame, (int(x), int(y)), 9, (20, 20, 230), -1)
    covered = measure(frame, MAT, pose).colours
    assert max(np.abs(plain[name] - covered[name]).max() for name in "GBRKY") < 0.05


def test_in_deep_dusk_the_printed_colours_are_still_about_right():
    watcher = Watcher(a_scene("nasty", 3)).watch(contracts([]))
    due = {patch.name: np.array(bgr(patch.colour)) / WHITE for patch in MAT.patches}
    assert max(np.abs(watcher.eye.light.colours[name] - due[name]).max() for name in "GBRKY") < 0.2
