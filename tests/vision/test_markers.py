"""Markers of any usual dictionary are found, and nothing else is."""

import cv2
import numpy as np
import pytest

from vision.mat.markers import family_code, find_markers


def printed(code, numbers, side, inverted=False):
    """Markers in a row on white paper."""
    paper = np.full((side * 2, side * 2 * len(numbers), 3), 255, np.uint8)
    codes = cv2.aruco.getPredefinedDictionary(code)
    for n, number in enumerate(numbers):
        left = side // 2 + n * side * 2
        paper[side // 2 : side // 2 + side, left : left + side] = cv2.aruco.generateImageMarker(codes, number, side)[
            ..., None
        ]
    return 255 - paper if inverted else paper


@pytest.mark.parametrize("family", ["5X5_50", "DICT_4X4_50", "6X6_250", "36h11", "tag36h11", "MIP_36h12"])
def test_every_usual_dictionary_is_read(family):
    assert [n for n, _ in find_markers(printed(family_code(family), [3, 7], 60), family)] == [3, 7]


def test_white_on_black_is_read_too():
    assert [n for n, _ in find_markers(printed(cv2.aruco.DICT_4X4_50, [5], 60, inverted=True), "4X4_50")] == [5]


def test_corners_start_at_the_markers_own_top_left():
    (_, corners), *_ = find_markers(printed(cv2.aruco.DICT_5X5_50, [1], 60))
    assert np.abs(corners - np.array([(29.5, 29.5), (89.5, 29.5), (89.5, 89.5), (29.5, 89.5)])).max() < 1.0


def test_noise_holds_no_markers():
    noise = np.random.default_rng(4).integers(0, 255, (600, 800, 3), dtype=np.uint8)
    assert find_markers(cv2.GaussianBlur(noise, (0, 0), 3)) == []


def test_an_unknown_dictionary_is_named():
    with pytest.raises(ValueError, match="'9X9'"):
        find_markers(np.zeros((9, 9, 3), np.uint8), "9X9")
