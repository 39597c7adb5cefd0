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


def seen_by_some_camera(chance):
    """How a camera with 52 to 74° of view, bent or not, sees places on the mat; and the size of its picture."""
    wide, high = ((1920, 1080), (1280, 720), (1280, 960))[chance.integers(3)]
    long = wide / 2 / np.tan(np.radians(chance.uniform(52, 74)) / 2)
    lens = np.array([[long, 0, wide / 2], [0, long, high / 2], [0, 0, 1.0]])
    bend = np.array([chance.choice([0, chance.uniform(-0.12, 0.03)]), 0, 0, 0.0])
    lean, spin, far = np.radians(chance.uniform(0, 35)), np.radians(chance.normal(0, 8)), 700 * long / wide
    down = np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, -np.sin(lean), np.cos(lean)]])
    turned = down @ np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    shift = np.array([0, 0, far]) - turned @ np.array([*(np.array(MAT.size) / 2 + chance.uniform(-20, 20, 2)), 0])

    def to_pixels(places):
        solid = np.hstack([places, np.zeros((len(places), 1))])
        return cv2.projectPoints(solid, cv2.Rodrigues(turned)[0], shift, lens, bend)[0][:, 0]

    return to_pixels, (wide, high)


@pytest.mark.parametrize(("hidden", "usually", "most"), [(0, 0.5, 1.5), (1, 2.5, 6.0), (2, 10.0, 30.0)])
def test_whatever_the_width_of_view_the_mat_lies_where_it_lies(hidden, usually, most):
    chance, missed = np.random.default_rng(5), list[float]()
    for _ in range(100):
        to_pixels, size = seen_by_some_camera(chance)
        numbers = sorted(chance.permutation(4)[hidden:].tolist())
        corners = {n: to_pixels(MAT.marker_corners(n)) + chance.normal(0, 0.25, (4, 2)) for n in numbers}
        pose = MatFinder(MAT)._pose(corners, size, None)
        missed.append(float(np.linalg.norm(pose.to_mat(to_pixels(PLACES)) - PLACES, axis=1).max()))
    assert np.quantile(missed, 0.9) < usually
    assert max(missed) < most


def test_a_corner_that_is_somewhere_else_does_not_move_the_mat():
    chance = np.random.default_rng(6)
    for _ in range(30):
        to_pixels, size = seen_by_some_camera(chance)
        corners = {n: to_pixels(MAT.marker_corners(n)) for n in range(4)}
        corners[int(chance.integers(4))][int(chance.integers(4))] += (9, -7)
        pose = MatFinder(MAT)._pose(corners, size, None)
        assert np.linalg.norm(pose.to_mat(to_pixels(PLACES)) - PLACES, axis=1).max() < 3


def test_a_cropped_picture_is_flat_all_the_same():
    chance = np.random.default_rng(7)
    for _ in range(30):
        to_pixels, (wide, high) = seen_by_some_camera(chance)
        corners = {n: to_pixels(MAT.marker_corners(n)) - (150, 0) for n in range(4)}
        pose = MatFinder(MAT)._pose(corners, (wide - 150, high), None)
        assert np.linalg.norm(pose.to_mat(to_pixels(PLACES) - (150, 0)) - PLACES, axis=1).max() < 3


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


def test_light_that_fades_across_an_empty_field_is_no_card():
    y, x = np.mgrid[0:250, 0:490]
    field = 95 + 0.22 * x + 0.1 * (250 - y) + np.random.default_rng(3).normal(0, 2, x.shape)
    field[:5], field[-5:], field[:, :5], field[:, -5:] = 70, 70, 70, 70
    assert find_cards(field.astype(np.uint8), load_layout("byzanz").size, 2.5, uneven=True) == []


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
