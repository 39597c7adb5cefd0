"""Outlines of cards: fitted, refined, compared."""

import cv2
import numpy as np
import pytest

from vision.photo.edges import refined
from vision.photo.quads import area, clockwise, fitted, overlap, widened

SQUARE = np.array([[10, 10], [50, 10], [50, 50], [10, 50]], np.float32)
CARD = np.array([[120.3, 80.7], [310.6, 101.2], [282.4, 371.8], [92.9, 350.1]], np.float32)


def picture(ground: int, card: int) -> np.ndarray:
    """A card with sharp edges, drawn in eight times the size."""
    large = np.full((480 * 8, 400 * 8), ground, np.uint8)
    cv2.fillPoly(large, [np.round((CARD + 0.5) * 8).astype(np.int32)], card)
    small = cv2.resize(large, (400, 480), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), cv2.COLOR_BGR2LAB)


@pytest.mark.parametrize(("ground", "card"), [(30, 230), (220, 25), (100, 140)])
def test_sides_a_few_pixels_off_are_moved_onto_the_edges_of_the_card(ground: int, card: int) -> None:
    off = CARD + np.array([[4, -3], [-3, 4], [3, 3], [-4, -2]], np.float32)
    found = refined(picture(ground, card), off, 5.0)
    assert np.linalg.norm(found - CARD, axis=1).max() < 0.006 * np.sqrt(area(CARD))


def test_the_edge_of_a_soft_step_lies_on_its_lighter_side() -> None:
    light, dark = (cv2.GaussianBlur(picture(*tones), (0, 0), 1.5) for tones in ((30, 230), (230, 30)))
    sizes = [area(refined(one, CARD, 5.0)) for one in (light, dark)]
    assert sizes[0] < sizes[1] - 1.5 * np.sqrt(area(CARD))


def test_sides_without_an_edge_nearby_stay_where_they_are() -> None:
    plain = np.full((480, 400, 3), 128, np.uint8)
    assert np.allclose(refined(plain, CARD, 5.0), CARD, atol=0.01)


def test_corners_begin_at_the_top_left_and_run_clockwise() -> None:
    assert np.allclose(clockwise(np.roll(SQUARE, 2, axis=0)), SQUARE)
    assert np.allclose(clockwise(SQUARE[::-1]), SQUARE)


def test_a_thumb_over_the_edge_leaves_the_corners_in_place() -> None:
    mask = np.zeros((480, 400), np.uint8)
    cv2.fillPoly(mask, [np.round(CARD).astype(np.int32)], 1)
    cv2.circle(mask, (100, 220), 22, 0, -1)
    contour = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    corners = fitted(contour.reshape(-1, 2).astype(np.float32))
    assert corners is not None
    assert np.linalg.norm(clockwise(corners) - clockwise(CARD), axis=1).max() < 3


def test_a_region_without_an_inside_has_no_corners() -> None:
    assert fitted(np.array([[0, 0], [5, 5], [9, 9]], np.float32)) is None


def test_widening_moves_every_side_outwards() -> None:
    assert np.allclose(widened(SQUARE, 2), [[8, 8], [52, 8], [52, 52], [8, 52]])


def test_a_card_within_another_outline_counts_as_the_same_place() -> None:
    assert overlap(SQUARE, widened(SQUARE, -8)) == pytest.approx(0.8)
    assert overlap(SQUARE, SQUARE + 100) == 0
