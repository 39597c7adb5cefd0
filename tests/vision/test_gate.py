"""What moves is told from what a camera's noise stirs, and a better pose resets no more than it must."""

import dataclasses

import numpy as np
import pytest

from testkit.scenes.mat import MAT, Watcher, a_scene, contracts, cubes, tally
from vision.camera.gate import Gate, stirred
from vision.drawn.laid import LaidCard

FACES = ["contract:GB.7.112", "contract:RK.14.122"]
FAINT, LOUD = 2.0, 18.0  # grey levels of noise


class Noisy(Watcher):
    """A watcher whose camera adds noise."""

    chance = np.random.default_rng(5)

    def watch(self, pieces=None, frames=8):
        plain = self.scene.frame
        self.scene.frame = lambda: np.clip(plain() + self.chance.normal(0, LOUD, (720, 1280, 3)), 0, 255).astype("u1")
        try:
            return super().watch(pieces, frames)
        finally:
            self.scene.frame = plain


def frames(level: float, many: int = 10) -> list[np.ndarray]:
    chance = np.random.default_rng(1)
    return [np.clip(chance.normal(120, level, (720, 1280, 3)), 0, 255).astype(np.uint8) for _ in range(many)]


@pytest.mark.parametrize("level", [FAINT, LOUD])
def test_a_still_picture_comes_to_rest_whatever_its_noise(level):
    gate = Gate()
    for frame in frames(level):
        gate.watch(frame)
    assert (gate.still > 3, gate.noisy) == (True, level == LOUD)


def test_what_moves_in_a_noisy_picture_is_still_seen():
    gate = Gate()
    for number, frame in enumerate(frames(LOUD, 14)):
        frame[200 + 20 * number : 260 + 20 * number, 300:400] = 230
        gate.watch(frame)
    assert gate.still == 0


def test_a_noisy_camera_that_grows_calm_is_taken_for_calm():
    gate = Gate()
    for frame in [*frames(LOUD), *frames(FAINT, 20)]:
        gate.watch(frame)
    assert not gate.noisy


def test_a_hand_that_waves_makes_no_noise():
    gate = Gate()
    for number in range(12):
        frame = np.full((720, 1280, 3), 60, np.uint8)
        frame[:500, 80 * number : 80 * number + 200] = 190
        gate.watch(frame)
    assert (gate.noisy, gate.still) == (False, 0)


def test_single_pixels_differ_by_noise_and_softened_ones_do_not():
    one, other = (frame[:180, :320, 0] for frame in frames(8, 2))
    assert stirred(one, other) > 100 > stirred(one, other, noisy=True)


def test_a_noisy_camera_reads_cards_and_a_cube_that_is_added():
    watcher = Noisy(a_scene()).watch(contracts(FACES), frames=14)
    assert watcher.faces() == FACES
    watcher.watch([*contracts(FACES), *cubes("goods-2", "R")], frames=14)
    assert watcher.seen["mat/goods-2"].tally == tally("R")


def covered(*corners: int) -> list[LaidCard]:
    return [LaidCard("contract", "back", *MAT.corners[number]) for number in corners]


def test_a_corner_that_comes_into_view_resets_nothing_that_lies_as_before():
    watcher = Watcher(a_scene()).watch([*contracts(FACES), *covered(2)], frames=12)
    assert len(watcher.eye.pose.markers) == 3
    watches = dict(watcher.eye._watches)
    watcher.put.clear()
    watcher.watch(contracts(FACES), frames=1)
    watcher.watch(frames=6)
    assert len(watcher.eye.pose.markers) == 4
    assert watcher.eye._watches["draw"] is watches["draw"]
    assert (watcher.faces(), watcher.put) == (FACES, [])


def test_guesses_about_a_hidden_corner_are_no_bump():
    eye = Watcher(a_scene()).watch([*contracts(FACES), *covered(2)], frames=12).eye
    pose, watches = eye.pose, eye._watches
    shifted = pose.to_pixels(np.array(MAT.corners)) + np.array([(0, 0), (0, 0), (9, 9), (0, 0)])
    guessed = dataclasses.replace(pose, matrix=_onto(shifted, pose), maps={})
    eye._keep(guessed, (1280, 720))
    assert eye._watches is watches


def _onto(corners, pose):
    import cv2

    return cv2.getPerspectiveTransform(
        np.array(MAT.corners, np.float32), pose.optics.straight(corners).astype(np.float32)
    )
