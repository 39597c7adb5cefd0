"""The measure of dice counts what is found, what is read wrongly and what is not there."""

import json
from pathlib import Path

import cv2
import numpy as np

from tests.vision.rolled import put, table
from tools.measure.dice import rolls
from tools.measure.sets import Source
from vision.photo.net import FOLDER


def source(folder: Path, dice: list[dict[str, object]]) -> Source:
    """One photo of a three on the left and a five on the right, and what its label says."""
    picture = table()
    put(picture, 200, 200, 3)
    put(picture, 400, 260, 5)
    (folder / "dice").mkdir()
    cv2.imwrite(str(folder / "dice" / "one.png"), picture)
    (folder / "dice" / "ground_truth.json").write_text(json.dumps({"one.png": {"dice": dice}}))
    return Source(folder, FOLDER, unseen=False)


THREE = {"box": [172, 172, 228, 228], "pips": 3}
FIVE = {"box": [372, 232, 428, 288], "pips": 5}


def test_a_scene_read_rightly_is_no_miss(tmp_path: Path) -> None:
    seen = rolls(source(tmp_path, [THREE, FIVE]), "dice")
    assert seen is not None
    assert (seen.found, seen.value, seen.exact, seen.false, seen.misses) == (1, 1, 1, 0, [])


def test_a_value_unlike_the_label_is_found_but_not_right(tmp_path: Path) -> None:
    seen = rolls(source(tmp_path, [THREE, {**FIVE, "pips": 6}]), "dice")
    assert seen is not None
    assert (seen.found, seen.value, seen.exact, seen.misses[0].what[:11]) == (1, 0.5, 0, "6 read as 5")


def test_a_die_without_a_label_is_a_false_one(tmp_path: Path) -> None:
    seen = rolls(source(tmp_path, [THREE]), "dice")
    assert seen is not None
    assert (seen.value, seen.false) == (1, 1)


def test_dice_are_lost_when_a_photo_is_changed_beyond_seeing(tmp_path: Path) -> None:
    seen = rolls(source(tmp_path, [THREE, FIVE]), "dice", np.zeros_like)
    assert seen is not None
    assert (seen.found, seen.false) == (0, 0)
