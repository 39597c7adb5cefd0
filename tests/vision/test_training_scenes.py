"""Where the trainings take a piece to lie that another one covers."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tools.train.scenes import Thing, scene

UPPER = {"colour": "red", "centre": [60, 60], "box": [40, 40, 80, 80], "visible_fraction": 1.0}


def laid(folder: Path, *cubes: dict[str, Any]) -> list[Thing]:
    path = folder / "scene.png"
    assert cv2.imwrite(str(path), np.full((200, 200, 3), 90, np.uint8))
    return scene(path, {"cubes": list(cubes)}).things


def test_a_covered_cube_lies_where_it_shows(tmp_path: Path) -> None:
    below = {"colour": "blue", "centre": [66, 60], "box": [50, 40, 100, 80], "visible_fraction": 0.45}
    upper, covered = laid(tmp_path, UPPER, below)
    assert (upper.x, upper.y) == (60, 60)
    assert 80 < covered.x < 100
    assert covered.y == pytest.approx(60, abs=1)


def test_a_neighbour_moves_no_cube(tmp_path: Path) -> None:
    beside = {"colour": "blue", "centre": [100, 60], "box": [80, 40, 120, 80], "visible_fraction": 0.8}
    assert [(one.x, one.y) for one in laid(tmp_path, UPPER, beside)] == [(60, 60), (100, 60)]


def test_a_cube_of_which_too_little_shows_stays(tmp_path: Path) -> None:
    hidden = {"colour": "blue", "centre": [60, 60], "box": [55, 55, 65, 65], "visible_fraction": 0.1}
    _, covered = laid(tmp_path, UPPER, hidden)
    assert (covered.x, covered.y) == (60, 60)
