"""A camera's lens is measured from looks at the sheet and kept for that camera."""

import cv2
import pytest

from companion.commands.cli import main
from companion.tasks.colour_calibration import known, lens_file
from tests.vision.test_calibration import LOOKS, SCALE, SIDE, SQUARES, looks
from vision.mat.board import draw_board


@pytest.fixture
def pictures(tmp_path):
    """A folder of looks at the sheet, each twice."""
    folder = tmp_path / "looks"
    folder.mkdir()
    for at, picture in enumerate(looks(draw_board(SCALE), (SQUARES[0] * SIDE, SQUARES[1] * SIDE))):
        for copy in range(2):
            cv2.imwrite(str(folder / f"{at}-{copy}.png"), cv2.GaussianBlur(picture, (0, 0), 0.7))
    return folder


def test_a_lens_is_measured_and_known_of_that_camera_only(pictures, tmp_path, capsys):
    assert main(["--data", str(tmp_path), "lens", str(pictures), "--of", "0"]) == 0
    assert f"{len(LOOKS)} of 8\n" in capsys.readouterr().out
    assert known(tmp_path, "0").optics is not None
    assert known(tmp_path, "1").optics is None


def test_too_few_looks_are_refused_and_nothing_is_kept(pictures, tmp_path, capsys):
    assert main(["--data", str(tmp_path), "lens", str(pictures), "--looks", "3"]) == 1
    assert "5 are needed" in capsys.readouterr().err
    assert not lens_file(tmp_path, str(pictures)).exists()


def test_a_damaged_lens_is_logged_and_guessed(tmp_path, caplog):
    path = lens_file(tmp_path, "0")
    path.parent.mkdir()
    path.write_text("{")
    assert known(tmp_path, "0").optics is None
    assert "the lens is guessed" in caplog.text
