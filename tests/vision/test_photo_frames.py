"""The edge of a card is found beyond the frame printed on it."""

import cv2
import numpy as np
import pytest

from vision.photo.frames import outer
from vision.photo.quads import area

FRAME = np.array([[110, 90], [250, 90], [250, 290], [110, 290]], np.float32)
RIM = np.array([[-9, -9], [9, -9], [9, 9], [-9, 9]], np.float32)


def bordered(ground: int, border: int, inside: int) -> np.ndarray:
    """A card whose plain border is 9 px wide."""
    grey = np.full((400, 360), ground, np.uint8)
    for corners, shade in ((FRAME + RIM, border), (FRAME, inside)):
        cv2.fillPoly(grey, [corners.astype(np.int32)], shade)
    return cv2.cvtColor(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), cv2.COLOR_BGR2LAB)


@pytest.mark.parametrize(("ground", "border", "inside"), [(200, 235, 90), (90, 20, 140), (30, 120, 220)])
def test_a_printed_frame_is_left_for_the_edge_of_the_card(ground: int, border: int, inside: int) -> None:
    found = outer(bordered(ground, border, inside), FRAME)
    assert np.linalg.norm(found - (FRAME + RIM), axis=1).max() < 0.01 * np.sqrt(area(FRAME))


def test_a_card_without_a_border_stays_as_it_is() -> None:
    assert np.array_equal(outer(bordered(90, 90, 220), FRAME), FRAME)


def test_the_gap_to_the_neighbours_is_no_border() -> None:
    lab = bordered(90, 90, 220)
    for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        neighbour = FRAME + np.array([x * 150, y * 210], np.float32)
        cv2.fillPoly(lab, [neighbour.astype(np.int32)], (220, 128, 128))
    assert np.array_equal(outer(lab, FRAME), FRAME)


def test_a_border_on_three_sides_only_is_none() -> None:
    lab = bordered(200, 235, 90)
    lab[291:] = lab[0, 0]
    assert np.array_equal(outer(lab, FRAME), FRAME)


def test_a_card_of_a_few_pixels_is_left_alone() -> None:
    small = FRAME / 8
    assert np.array_equal(outer(bordered(200, 235, 90), small), small)
