"""Where the mat lies: millimetres from markers, through covered corners and bent lenses."""

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT, a_scene
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import measure
from vision.mat.mat import MatError
from vision.mat.pose import MatFinder, tapped

PLACES = np.array([(x, y) for x in range(20, 640, 60) for y in range(20, 360, 40)], float)


def grey_of(scene):
    return cv2.cvtColor(scene.frame(), cv2.COLOR_BGR2GRAY)


def worst_error(pose, scene):
    return float(np.linalg.norm(pose.to_mat(scene.lens.to_pixels(PLACES)) - PLACES, axis=1).max())


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_every_place_is_known_to_a_millimetre(weather):
    scene = a_scene(weather)
    assert worst_error(MatFinder(MAT).find(grey_of(scene)), scene) < 1.0


def covered(grey, pose, numbers):
    grey = grey.copy()
    for n in numbers:
        cv2.fillConvexPoly(grey, pose.to_pixels(MAT.marker_corners(n)).astype(np.int32), 90)
    return grey


def test_three_corners_are_enough_and_two_come_with_a_warning():
    scene, finder = a_scene(), MatFinder(MAT)
    grey = grey_of(scene)
    whole = finder.find(grey)
    three, two = (finder.track(covered(grey, whole, hidden), whole) for hidden in ((1,), (1, 2)))
    assert (three.warning, worst_error(three, scene) < 1.5) == ("", True)
    assert "two corners" in two.warning


def test_one_corner_is_no_pose():
    finder, grey = MatFinder(MAT), grey_of(a_scene())
    assert finder.find(covered(grey, finder.find(grey), (0, 1, 2))) is None


@pytest.mark.parametrize("wide", [640, 512])
def test_a_small_picture_is_looked_at_again_in_twice_its_size(wide):
    scene = a_scene()
    small = cv2.resize(grey_of(scene), (wide, wide * 9 // 16), interpolation=cv2.INTER_AREA)
    pose = MatFinder(MAT).find(small)
    assert pose is not None
    assert len(pose.markers) == 4
    places = (scene.lens.to_pixels(PLACES) + 0.5) * wide / 1280 - 0.5
    assert np.linalg.norm(pose.to_mat(places) - PLACES, axis=1).max() < 3.0


def test_a_frame_without_the_mat_is_not_looked_at_twice_each_time(monkeypatch):
    finder, looks, blank = MatFinder(MAT), [], np.full((360, 640), 90, np.uint8)
    monkeypatch.setattr(finder, "_doubled", lambda grey: looks.append(grey) or {})
    assert [finder.find(blank) for _ in range(8)] == [None] * 8
    assert len(looks) == 2


@pytest.mark.parametrize("weather", ["kind", "poor", "nasty"])
@pytest.mark.parametrize("printed", [MAT, MAT.lightened()], ids=["dark", "light"])
def test_the_sign_of_cells_is_seen_and_missed_on_an_older_mat(printed, weather):
    signs = []
    for mat in (printed, printed.uncelled()):
        frame = Scene(mat, Weather.named(weather), 3).frame()
        pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
        signs.append(measure(frame, MAT, pose).cells)
    assert signs == [True, False]


def test_cubes_are_laid_in_the_middle_of_cells():
    (left, top), _ = MAT.lines("goods-1")[0]
    spots = np.array(MAT.spots("goods-1", 35))
    assert np.allclose((spots - (left, top)) / MAT.cells.pitch % 1, 0.5)
    x0, y0, x1, y1 = MAT.zones["goods-1"].box
    assert all(x0 <= x <= x1 and y0 <= y <= y1 for line in MAT.lines("goods-1") for x, y in line)
    assert MAT.uncelled().lines("goods-1") == []


def test_four_taps_stand_in_for_the_markers():
    scene = a_scene()
    corners = scene.lens.to_pixels(np.array([(0, 0), (640, 0), (640, 360), (0, 360)], float))
    assert worst_error(tapped(MAT, corners + 1.0, (1280, 720)), scene) < 6.0


@pytest.mark.parametrize("taps", [[(0, 0)] * 4, [(0, 0), (900, 0), (0, 600), (900, 600)], [(0, 0), (900, 0)]])
def test_taps_that_make_no_mat_are_refused(taps):
    with pytest.raises(ValueError, match="four corners"):
        tapped(MAT, np.array(taps, float), (1280, 720))


def test_pixels_and_millimetres_are_inverse():
    pose = MatFinder(MAT).find(grey_of(a_scene("poor")))
    assert np.abs(pose.to_mat(pose.to_pixels(PLACES)) - PLACES).max() < 1e-3


def test_cards_in_their_slots_do_not_touch():
    slots = np.array(MAT.slots("draw", 8))
    apart = np.abs(slots[:, None] - slots[None])
    assert ((apart[..., 0] > 44) | (apart[..., 1] > 63) | np.eye(8, dtype=bool)).all()


def test_more_pieces_than_a_zone_holds_are_refused():
    with pytest.raises(MatError, match="8 cards, not 9"):
        MAT.slots("draw", 9)
    with pytest.raises(MatError, match="not 99"):
        MAT.spots("goods-1", 99)
