"""The lens is known after a few looks at the sheet, and what was kept is safe against damage."""

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT, a_scene
from vision.drawn.lens import Lens
from vision.mat.board import SIDE, SQUARES, draw_board
from vision.mat.calibration import NotCalibrated, calibrate, find_chessboard, find_sheet, store, stored
from vision.mat.optics import Optics
from vision.mat.pose import MatFinder

SIZE = (960, 540)
SCALE = 4.0
LOOKS = [(0, 0, 330), (25, 5, 330), (-25, -10, 320), (20, 60, 340), (-15, 85, 330), (30, -45, 350), (12, 25, 300)]
BEND = -0.12


def seen_by(lens, board):
    """A board of SCALE px per mm seen by a lens."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    places = lens.to_mat(np.stack([x.ravel(), y.ravel()], axis=1)) * SCALE - 0.5
    mapped = places.reshape(*x.shape, 2).astype(np.float32)
    return cv2.remap(board, mapped, None, cv2.INTER_LINEAR, borderValue=(200, 200, 200))


def looks(board, size):
    return [
        seen_by(Lens(tilt, turn, far, BEND, (size[0] / 2, size[1] / 2), frame=SIZE), board) for tilt, turn, far in LOOKS
    ]


@pytest.fixture(scope="module")
def calibrated():
    board = draw_board(SCALE)
    views = [find_sheet(cv2.GaussianBlur(p, (0, 0), 0.7)) for p in looks(board, (SQUARES[0] * SIDE, SQUARES[1] * SIDE))]
    return calibrate([v for v in views if v is not None], SIZE)


def test_the_lens_is_found_from_the_printed_sheet(calibrated):
    lens = Lens(0, 0, 300, BEND, (0, 0), frame=SIZE)
    assert calibrated.error < 0.3
    assert abs(calibrated.optics.matrix[0, 0] / lens.matrix[0, 0] - 1) < 0.02
    assert abs(calibrated.optics.bend[0] - BEND) < 0.04


def test_what_was_kept_comes_back(calibrated, tmp_path):
    store(tmp_path / "cameras" / "usb-0.json", calibrated)
    again = stored(tmp_path / "cameras" / "usb-0.json")
    assert np.allclose(again.optics.matrix, calibrated.optics.matrix)
    assert (again.optics.size, again.views) == (calibrated.optics.size, calibrated.views)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"size": [1], "matrix": 3}', '{"size":[1,2],"matrix":[[1]],"bend":[0],"error":1,"views":1}'],
)
def test_a_damaged_file_is_named(tmp_path, text):
    path = tmp_path / "usb-0.json"
    path.write_text(text)
    with pytest.raises(NotCalibrated, match=r"usb-0\.json"):
        stored(path)


def test_too_few_views_say_how_many_are_needed():
    with pytest.raises(NotCalibrated, match="0 pictures show the sheet: 5 are needed"):
        calibrate([], SIZE)


def test_a_picture_without_a_board_gives_no_view():
    empty = np.full((540, 960, 3), 128, np.uint8)
    assert (find_sheet(empty), find_chessboard(empty, (7, 5))) == (None, None)


def test_a_calibrated_camera_knows_the_mat_as_well_as_a_guessed_one():
    scene = a_scene("poor")
    lens = scene.lens
    optics = Optics(lens.matrix, np.append(lens.bend, 0.0), lens.frame)
    pose = MatFinder(MAT, optics).find(cv2.cvtColor(scene.frame(), cv2.COLOR_BGR2GRAY))
    places = np.array([(x, y) for x in range(20, 640, 60) for y in range(20, 360, 40)], float)
    assert np.linalg.norm(pose.to_mat(lens.to_pixels(places)) - places, axis=1).max() < 0.8


def test_a_lens_that_was_measured_serves_in_pictures_of_another_size():
    scene = a_scene("poor")
    lens = scene.lens
    optics = Optics(lens.matrix, np.append(lens.bend, 0.0), lens.frame)
    half = cv2.resize(cv2.cvtColor(scene.frame(), cv2.COLOR_BGR2GRAY), (960, 540), interpolation=cv2.INTER_AREA)
    pose = MatFinder(MAT, optics).find(half)
    places = np.array([(x, y) for x in range(20, 640, 60) for y in range(20, 360, 40)], float)
    assert np.linalg.norm(pose.to_mat(lens.to_pixels(places) * 0.75) - places, axis=1).max() < 1.5


def test_a_lens_that_was_measured_does_not_serve_in_pictures_cut_otherwise():
    measured = Optics.guessed((1280, 720))
    assert measured.at((640, 480)) is None
    assert measured.at((1920, 1080)).matrix[0, 0] == pytest.approx(1.5 * measured.matrix[0, 0])
