"""An outline that reaches beyond its card is brought back to the card's size where the card is read best."""

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import through_jpeg
from vision.cards.sized import BEYOND, within
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.light import measure
from vision.mat.mat import load_mat, mat_file
from vision.mat.pose import MatFinder
from vision.picture import rectangle, turned
from vision.zones import ZoneReader

MAT = load_mat(mat_file("byzanz"))
SIZE = 59.0, 92.0


def outline(wide, high, turn=0.0):
    return turned(rectangle(wide, high), 100.0, 80.0, turn)


def sides(quad):
    return np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)


@pytest.mark.parametrize("turn", [0.0, 30.0, 180.0])
def test_a_larger_outline_holds_cards_of_the_right_size_from_end_to_end(turn):
    large = outline(59.4, 96.0, turn)
    found = list(within(large, SIZE))
    for quad in found:
        assert np.allclose(sides(quad), [59.4, 92.0, 59.4, 92.0], atol=0.01)
    assert np.allclose(found[0][:2], large[:2], atol=0.01)
    assert np.allclose(found[-1][2:], large[2:], atol=0.01)
    assert np.allclose(np.mean(found, axis=(0, 1)), (100, 80), atol=0.01)


def test_an_outline_too_large_both_ways_is_brought_back_both_ways():
    large = outline(62.0, 95.0)
    found = list(within(large, SIZE))
    assert len(found) == 9
    assert np.allclose([found[0][0], found[2][3], found[6][1], found[8][2]], large[[0, 3, 1, 2]], atol=0.01)
    assert all(np.allclose(sides(quad), [59, 92, 59, 92], atol=0.01) for quad in found)


def test_an_outline_as_large_as_its_card_stays():
    assert list(within(outline(SIZE[0] + BEYOND - 0.1, SIZE[1] - 2.0), SIZE)) == []


def test_a_card_with_paper_at_its_end_is_read_in_its_own_outline():
    scene = Scene(MAT, Weather.named("kind"), 3)
    x0, y0, x1, y1 = MAT.zones["set"].box
    lying = LaidCard("byzanz", "card:ME", (x0 + x1) / 2, (y0 + y1) / 2 + 2, 0.0)
    scene.lay([lying])
    frame = through_jpeg(scene)
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    card = turned(rectangle(*SIZE), lying.x, lying.y, 0.0)
    strip = np.array([card[0] - (0, 4), card[1] - (0, 4), card[1] + (0, 1), card[0] + (0, 1)])
    cv2.fillConvexPoly(frame, np.round(pose.to_pixels(strip)).astype(np.int32), (225, 228, 230))
    (seen,) = ZoneReader(MAT, {}, {}).read(frame, pose, measure(frame, MAT, pose), MAT.zones["set"]).reading.objects
    assert (seen.best, seen.share > 0.97) == ("card:ME", True)
    assert np.abs(pose.to_mat(np.array(seen.corners)) - card).max() < 1.5
