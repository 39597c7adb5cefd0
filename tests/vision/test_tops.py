"""The reader of tops: what its maps mean, and drawn fields read by the shipped network."""

from collections import Counter

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT, Watcher
from vision.cubes.cubes import lean_at, tally
from vision.cubes.tops import AROUND, GOODS, SCALE, STRIDE, UPPER, heap, mirrored, on_ground, readings, seen, tops
from vision.drawn.laid import LaidCube
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.photo.net import shipped

SIZE = np.array([116.0, 84.0])
STILL = np.zeros(2)


def _maps(*peaks: tuple[str, float, float, float]) -> np.ndarray:
    """Maps in which tops of these goods are seen at places in mm from a field's corner, with these shares."""
    wide, high = ((SIZE + 2 * AROUND) * SCALE / STRIDE).astype(int)
    maps = np.full((UPPER + 1, high, wide), 0.001, np.float32)
    for good, x, y, share in peaks:
        column, row = (round((part + AROUND) * SCALE / STRIDE - 0.5) for part in (x, y))
        plane = UPPER if good == "upper" else GOODS.index(good)
        maps[plane, row, column] = share
        maps[plane, row, column + 1] = share / 2
    return maps


def test_each_top_counts_once_with_its_colour():
    found = tops(_maps(("R", 20, 20, 0.99), ("R", 28.5, 20, 0.98), ("B", 20, 29, 0.97), ("K", 20.5, 20.5, 0.2)))
    counts, doubts = tally(heap(found, STILL, SIZE))
    assert counts == {"R": 2, "B": 1}
    assert doubts["R"] > doubts["B"] > 0


def test_a_weak_top_is_no_cube_and_a_doubt_of_its_colour():
    counts, doubts = tally(heap(tops(_maps(("Y", 50, 50, 0.4), ("G", 20, 20, 0.999))), STILL, SIZE))
    assert counts == {"G": 1}
    assert doubts["Y"] > 0.4
    assert doubts["G"] < 0.1


def test_under_a_cube_that_lies_on_others_anything_may_lie():
    counts, doubts = tally(heap(tops(_maps(("G", 50, 50, 0.999), ("upper", 50, 50, 0.9))), STILL, SIZE))
    assert counts == {"G": 1}
    assert all(doubts[good] > 0.3 for good in GOODS)


@pytest.mark.parametrize("lean", [(0.0, 0.0), (3.0, -4.0)])
def test_a_cube_of_the_field_beside_is_not_counted_here(lean):
    inside, outside = np.array([5.0, 20.0]) + lean, np.array([-4.0, 40.0]) + lean
    found = tops(_maps(("B", *inside, 0.99), ("Y", *outside, 0.99)))
    assert tally(heap(found, np.array(lean), SIZE))[0] == {"B": 1}


def test_the_ground_is_brought_to_the_same_grey_whatever_the_lamp():
    picture = np.full((168, 224, 3), (90, 120, 160), np.uint8)
    assert np.allclose(on_ground(picture), 0.5)
    assert np.allclose(on_ground(np.zeros_like(picture)), 0.0)
    picture[80, 100] = 250, 60, 255
    assert np.allclose(on_ground(picture)[80, 100], (1.0, 0.25, 0.796875))


# --- with the shipped network ---


Said = tuple[dict[str, int], dict[str, float]]


def _read(cubes: list[LaidCube], weather: str = "fair") -> list[Said]:
    scene = Scene(MAT, Weather.named(weather), 5)
    pose = Watcher(scene).watch([], frames=3).eye.pose
    assert pose is not None
    scene.lay(cubes)
    frame = cv2.imdecode(np.frombuffer(scene.jpeg(), np.uint8), cv2.IMREAD_COLOR)
    x0, y0, x1, y1 = MAT.zones["goods-2"].box
    lean = lean_at(((x0 + x1) / 2, (y0 + y1) / 2), pose.eye())
    return [tally(each) for each in readings(frame, pose, (x0, y0, x1, y1), lean, shipped("tops"))]


def _cube(good: str, x: float, y: float, angle: float = 0.0, z: float = 0.0) -> LaidCube:
    left, top, *_ = MAT.zones["goods-2"].box
    return LaidCube(good, left + x, top + y, angle, z)


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_loose_and_touching_cubes_are_counted(weather):
    row = [_cube(good, 30 + 8.2 * n, 30) for n, good in enumerate("RRBGY")]
    loose = [_cube("K", 20, 60, 30), _cube("B", 90, 60, 70), _cube("G", 95, 20, 10)]
    for counts, doubts in _read([*row, *loose], weather):
        assert counts == Counter("RRBGYKBG")
        assert max(doubts.values(), default=0.0) < 0.3


def test_the_second_look_is_another_one():
    first, second = _read([_cube("K", 20, 60, 30), _cube("B", 90, 60, 70)], "poor")
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_a_mirror_image_is_said_as_the_picture_lies():
    picture = np.random.default_rng(1).random((80, 96, 3)).astype(np.float32)
    said = mirrored(picture, lambda whole: whole[:, :, ::2, ::2])
    assert np.allclose(said, seen(picture, lambda whole: whole[:, :, ::2, 1::2]))


def test_a_field_without_cubes_is_empty_without_doubt():
    for counts, doubts in _read([]):
        assert counts == {}
        assert max(doubts.values(), default=0.0) < 0.05


def test_a_stack_is_asked():
    for counts, doubts in _read([_cube("B", 50, 40, 10), _cube("Y", 51, 41, 40, 8.0)]):
        assert counts.get("Y") == 1
        assert max(doubts.values()) > 0.1
