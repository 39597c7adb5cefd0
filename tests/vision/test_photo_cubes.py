"""Cubes on a photo are counted with what else each may be, and with how sure each count is."""

import numpy as np
import pytest

from tests.vision.test_photo_finders import cloth
from vision.photo import cubes
from vision.photo.found import CUBE_COLOURS, Cube, Cubes, Die, Likely


def a_cube(colour, share, x=10.0):
    return Cube(colour, (x, 20.0), share, 8.0, {colour: share, "house": 1 - share})


def a_count(*items):
    return Cubes(cubes.counted(list(items)), list(items), [], cubes.likely([item.shares for item in items]))


def test_two_sure_cubes_and_a_doubtful_one_are_two_or_three():
    likely = cubes.likely([{"red": 1.0}, {"red": 1.0}, {"red": 0.5, "blue": 0.01}])
    assert likely["red"] == Likely(2, 3, 0.5)
    assert likely["blue"] == Likely(0, 0, 0.99)


def test_nothing_seen_is_surely_no_cube():
    assert set(cubes.likely([]).values()) == {Likely(0, 0, 1.0)}


def test_many_slight_doubts_make_a_wide_interval():
    likely = cubes.likely([{"green": 0.8}] * 20)["green"]
    assert likely.low < 16 < likely.high
    assert likely.share < 0.5


def a_piece(kind, share, x=0.0):
    shares = np.full(9, (1 - share) / 8)
    shares[cubes.KINDS.index(kind)] = share
    return cubes.Piece(shares, cubes.KINDS.index(kind), x, 0.0, 20.0)


def test_two_peaks_on_one_piece_are_the_surer_one_and_two_neighbours_stay_two():
    seen = [a_piece("red", 0.9), a_piece("house", 0.7, x=5.0), a_piece("red", 0.6, x=20.0), a_piece("red", 0.2, x=60.0)]
    assert cubes.kept(seen) == [seen[0], seen[2]]


def test_a_faint_peak_beside_a_better_one_of_its_kind_is_a_side_of_that_piece():
    cube, side = a_piece("red", 0.9), a_piece("red", 0.8, x=15.0)._replace(peak=0.1)
    assert cubes.kept([cube, side]) == [cube]
    assert len(cubes.kept([cube, side._replace(peak=0.5)])) == 2
    assert len(cubes.kept([cube, side._replace(x=60.0)])) == 2
    assert len(cubes.kept([cube, a_piece("blue", 0.8, x=15.0)._replace(peak=0.1)])) == 2


def test_a_die_taken_for_a_house_is_still_a_die_among_dice_and_a_house_beside_them_is_not():
    rolled = [Die((-10, -10, 10, 10), 3, "red", 0.9, (0, 0, 1, 0, 0, 0))]
    assert cubes.only_dice([a_piece("house", 0.7, x=4.0)], rolled)
    assert not cubes.only_dice([a_piece("house", 0.9, x=40.0)], rolled)
    assert cubes.only_dice([a_piece("disc", 0.7, x=40.0)], rolled)
    assert not cubes.only_dice([a_piece("red", 0.6, x=40.0)], rolled)
    assert not cubes.only_dice([], [])


def test_the_box_drops_the_least_sure_cubes_of_a_colour():
    seen = a_count(a_cube("red", 0.6), a_cube("red", 0.9), a_cube("blue", 0.5))
    held = cubes.within(seen, {"red": 1, "blue": 4})
    assert (held.counts["red"], held.counts["blue"]) == (1, 1)
    assert held.items[0].confidence == 0.9
    assert held.likely["red"].high == 1


def test_a_cube_names_its_runner_up_and_shows_itself():
    one = a_cube("yellow", 0.7)
    assert one.runner_up == "house"
    assert one.crop == (2.0, 12.0, 18.0, 28.0)


def drawn(colour: tuple[int, int, int]) -> np.ndarray:
    """A cloth with one cube of 40 px seen from the front."""
    import cv2

    table = cloth(360, 640)
    faces = (
        (((300, 150), (340, 150), (340, 176), (300, 176)), 1.0),
        (((300, 176), (340, 176), (340, 206), (300, 206)), 0.6),
    )
    for corners, light in faces:
        cv2.fillPoly(table, [np.array(corners, np.int32)], [int(value * light) for value in colour])
    return cv2.GaussianBlur(table, (0, 0), 0.8)


@pytest.mark.parametrize(("colour", "paint"), [("red", (40, 35, 190)), ("yellow", (30, 170, 220))])
def test_a_single_cube_is_counted_and_all_it_may_be_adds_up(colour, paint):
    seen = cubes.find(drawn(paint))
    assert seen.counts == {name: int(name == colour) for name in CUBE_COLOURS}
    assert sum(seen.items[0].shares.values()) == pytest.approx(1, abs=0.01)
    assert np.hypot(seen.items[0].centre[0] - 320, seen.items[0].centre[1] - 165) < 14
