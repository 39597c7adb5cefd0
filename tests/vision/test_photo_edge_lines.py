"""The four sides of an outline are brought onto one edge of one card."""

import cv2
import numpy as np
import pytest

from vision.photo.edge_lines import settled
from vision.photo.quads import area

CARD = np.array([[150, 110], [300, 120], [290, 330], [140, 320]], np.float32)
FRAME = CARD.mean(axis=0) + (CARD - CARD.mean(axis=0)) * np.array([0.88, 0.9], np.float32)


def table(ground: int, outlines: dict[int, list[np.ndarray]]) -> np.ndarray:
    """A LAB picture in which outlines of some lightness are painted one after the other, soft as a lens."""
    grey = np.full((440, 460), ground, np.uint8)
    for light, painted in outlines.items():
        for corners in painted:
            cv2.fillPoly(grey, [np.round(corners * 16).astype(np.int32)], light, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(grey, (0, 0), 0.7)
    return cv2.cvtColor(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), cv2.COLOR_BGR2LAB)


def error(found: np.ndarray, truth: np.ndarray = CARD) -> float:
    return float(np.linalg.norm(found - truth, axis=1).max() / np.sqrt(area(truth)))


def with_sides_of(other: np.ndarray, indices: list[int]) -> np.ndarray:
    """The card's outline with some corners of another."""
    mixed = CARD.copy()
    mixed[indices] = other[indices]
    return mixed


@pytest.mark.parametrize(("ground", "rim", "inside"), [(90, 240, 130), (150, 20, 120), (225, 250, 100)])
@pytest.mark.parametrize("corners", [[1, 2], [0, 1], [0, 1, 2, 3]])
def test_sides_on_a_printed_frame_are_moved_to_the_edge_of_the_card(
    ground: int, rim: int, inside: int, corners: list[int]
) -> None:
    lab = table(ground, {rim: [CARD], inside: [FRAME]})
    assert error(settled(lab, with_sides_of(FRAME, corners))) < 0.012


def test_a_side_on_the_edge_of_the_next_card_comes_back() -> None:
    lab = table(15, {160: [CARD, CARD + np.array([172, 8], np.float32)]})
    assert error(settled(lab, with_sides_of(CARD + np.array([22, 1], np.float32), [1, 2]))) < 0.012


def test_the_gaps_to_four_neighbours_are_no_rim() -> None:
    shifts = np.array([[166, 8], [-166, -8], [-10, 226], [10, -226]], np.float32)
    lab = table(30, {200: [CARD, *(CARD + shift for shift in shifts)]})
    assert error(settled(lab, CARD)) < 0.012


def test_a_plain_picture_and_a_small_card_stay_as_they_are() -> None:
    assert np.array_equal(settled(table(120, {}), CARD), CARD)
    small = CARD / np.float32(8)
    off = small + np.float32(1)
    assert np.array_equal(settled(table(20, {220: [small]}), off), off)


def test_a_card_that_leaves_the_picture_is_no_trouble() -> None:
    off = CARD - np.array([200, 0], np.float32)
    assert settled(table(20, {220: [off]}), off).shape == (4, 2)
