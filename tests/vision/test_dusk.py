"""At dusk, across hard shadows and beside a lamp's reflection the eye reads what it reads by day."""

import cv2
import numpy as np
import pytest

from engine.sighting import Count
from testkit.scenes.mat import MAT, Watcher, a_scene
from vision.cubes.buried import variances
from vision.cubes.cubes import GROUND, SCALE, CubeCounter, blue_sides, levelled
from vision.cubes.heap import Place
from vision.drawn.laid import LaidCard
from vision.mat.light import WHITE as WHITE_LEVEL
from vision.mat.light import measure, rectified
from vision.picture import bgr
from vision.zones import ZoneReading, together

WHITE = np.array([0.75, 0.8, 0.85])
FOOTPRINTS = np.array([*[70.0] * 5, 64.0])


def field(*boxes):
    """Labels and how solid each pixel is, of boxes with a colour."""
    labels = np.full((60, 90), 5)
    for code, x, y, wide, high in boxes:
        labels[y : y + high, x : x + wide] = code
    return labels, (labels < 5).astype(np.float32)


@pytest.mark.parametrize("part", [0.45, 0.6])
def test_ground_is_even_on_both_sides_of_a_hard_shadow_s_edge(part):
    zone = np.full((168, 232, 3), 160 * WHITE)
    zone[:, :100] *= part
    even, bright = levelled(zone.astype(np.uint8), np.ones(3), WHITE)
    beside = np.array([even[40, int(x / SCALE)].mean() for x in (84, 92, 108, 116)])
    assert np.abs(beside / GROUND - 1).max() < 0.25
    assert bright[40, 44] < 0.75 * bright[40, 56]


def test_a_shadow_through_two_strips_of_patches_changes_no_colour():
    watcher = Watcher(a_scene()).watch([], frames=3)
    frame, pose = watcher.scene.frame(), watcher.eye.pose
    known = measure(frame, MAT, pose).colours
    goods = [patch for patch in MAT.patches if patch.name in "GBRK" and patch.middle[0] < 320]
    for x, y in pose.to_pixels(np.array([patch.middle for patch in goods])).astype(int):
        cv2.rectangle(frame, (x - 6, y - 9), (x + 6, y + 9), tuple(0.45 * frame[y, x].astype(float)), -1)
    shaded = measure(frame, MAT, pose).colours
    assert len(goods) == 8
    assert max(np.abs(shaded[name] - known[name]).max() for name in "GBRKY") < 0.05


def test_a_field_that_a_lamp_shines_at_is_told_by_the_light_at_the_corners():
    watcher = Watcher(a_scene()).watch([], frames=3)
    frame, pose, zone = cv2.convertScaleAbs(watcher.scene.frame(), alpha=0.6), watcher.eye.pose, MAT.zones["goods-2"]
    counter = CubeCounter(measure(frame, MAT, pose), np.array(bgr(MAT.ground[zone.ground])) / WHITE_LEVEL)
    field = rectified(frame, pose, zone.box, SCALE)
    assert not counter.count(field, np.zeros(2)).glared
    assert counter.count(cv2.convertScaleAbs(field, alpha=1.6), np.zeros(2)).glared


def test_two_pairs_in_one_lump_are_no_pile():
    labels, solid = field((0, 10, 20, 50, 8))
    places = [Place(x, 24, 1.0) for x in (14, 23, 38, 47)]
    assert np.sqrt(variances(labels, solid, places, np.zeros(4, int), FOOTPRINTS).max()) < 0.1


def test_at_dusk_more_must_show_before_a_pair_is_doubted():
    shown = field((0, 20, 20, 16, 8), (1, 28, 24, 5, 4))
    places, codes = [Place(24, 24, 1.0), Place(32, 24, 1.0)], np.array([0, 0])
    by_day, at_dusk = (variances(*shown, places, codes, FOOTPRINTS, dusk)[1] for dusk in (1.0, 2.0))
    assert np.sqrt(by_day) > 0.1 > np.sqrt(at_dusk)


def reading(yellow, doubt):
    return ZoneReading(Count({"Y": yellow}, doubt, {"Y": doubt}), ())


def test_of_several_readings_the_later_of_calmer_pictures_count():
    doubtful = [reading(2, doubt) for doubt in (0.0, 0.4, 0.5, 0.3, 0.4)]
    assert together(doubtful).reading.doubt == 0.3
    assert together([reading(n, 0.2) for n in (3, 3, 3, 4, 4)]).reading.tally == {"Y": 4}


@pytest.mark.parametrize("seed", [1040, 3085])
def test_a_market_card_beside_a_lamp_s_reflection_is_read(seed):
    scene = a_scene("nasty", seed)
    watcher = Watcher(scene).watch([LaidCard("market", "market-forum", *MAT.slots("market", 1)[0])])
    assert watcher.faces("market/current") == ["market-forum"]


def test_black_beside_a_blue_cube_at_dusk_is_its_side():
    labels, solid = field((1, 20, 20, 16, 8), (3, 28, 26, 7, 4))
    told = blue_sides(labels, [Place(24, 24, 1.0), Place(32, 24, 1.0)], np.array([1, 1]))
    assert (told[solid > 0] == 1).all()
    assert (blue_sides(labels, [Place(24, 24, 1.0), Place(32, 24, 1.0)], np.array([1, 0])) == 3).sum() > 0
