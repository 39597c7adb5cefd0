"""The measure of markers counts what is found, what is missed and what is not there."""

import json
from pathlib import Path

import cv2
import numpy as np

from tools.measure import markers
from tools.measure.sets import Source


def laid_out(folder: Path, name: str, picture: np.ndarray, truth: dict[str, object]) -> Source:
    (folder / name).mkdir()
    cv2.imwrite(str(folder / name / "one.png"), picture)
    (folder / name / "ground_truth.json").write_text(json.dumps({"one.png": truth}))
    return Source(folder, folder, unseen=True)


def sheet(*numbers: int) -> np.ndarray:
    """Markers of 60 px in a row on white paper."""
    paper = np.full((120, 120 * len(numbers), 3), 255, np.uint8)
    codes = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    for place, number in enumerate(numbers):
        left = 30 + 120 * place
        paper[30:90, left : left + 60] = cv2.aruco.generateImageMarker(codes, number, 60)[..., None]
    return paper


def test_a_marker_that_is_asked_for_and_hidden_lowers_the_share(tmp_path: Path) -> None:
    source = laid_out(tmp_path, "fid", sheet(3, 7), {"family": "DICT_5X5_50", "ids": [3, 7, 9, 11]})
    seen = markers.detected(source, "fid")
    assert (seen.markers, seen.share, seen.false, len(seen.misses)) == (4, 0.5, 0, 1)


def test_an_id_that_is_not_there_is_false(tmp_path: Path) -> None:
    source = laid_out(tmp_path, "fid", sheet(3, 7), {"family": "DICT_5X5_50", "ids": [3]})
    seen = markers.detected(source, "fid")
    assert (seen.share, seen.false, seen.misses[0].what) == (1.0, 1, "not found [], not there [7]")


def test_markers_in_a_photo_without_any_are_strangers(tmp_path: Path) -> None:
    source = laid_out(tmp_path, "bare", sheet(3, 7), {})
    assert (markers.strangers(source).photos, markers.strangers(source).false) == (1, 2)
