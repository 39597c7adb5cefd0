"""Strongly coloured light is taken out of a photo and a dim one raised, any other left as it is."""

import numpy as np
import pytest

from testkit.scenes.damage import dark, warm
from testkit.scenes.laid import table
from tools.measure.sets import matched
from vision.photo import cards
from vision.photo.white_balance import balanced, noise

TABLE = table("apart", "wood", 1)


def whites(image: np.ndarray) -> np.ndarray:
    return np.asarray(np.percentile(image.reshape(-1, 3), 98, axis=0))


def test_paper_under_a_warm_lamp_is_grey_again() -> None:
    assert np.ptp(whites(warm(TABLE.image))) > 60
    assert np.ptp(whites(balanced(warm(TABLE.image)))) < 12


@pytest.mark.parametrize("image", [TABLE.image, np.zeros((40, 60, 3), np.uint8), np.full((3, 2, 3), 7, np.uint8)])
def test_a_picture_without_a_cast_is_left_as_it_is(image: np.ndarray) -> None:
    assert balanced(image) is image


def test_a_dark_picture_is_raised_and_its_noise_does_not_grow_with_it() -> None:
    noisy = np.random.default_rng(2).normal(50, 8, (60, 80, 3)).clip(0, 255).astype(np.uint8)
    seen = balanced(noisy).astype(float)
    assert 3 < seen.mean() / noisy.mean() < 4
    assert seen.std() < 2 * noisy.std()


def test_a_dark_picture_without_noise_is_left_as_it_is() -> None:
    clean = (TABLE.image * 0.3).astype(np.uint8)
    assert noise(dark(TABLE.image)) > 4 > 2 > noise(clean)
    assert balanced(clean) is clean


def test_cards_are_found_in_a_dim_light_with_noise() -> None:
    found = [one.corners for one in cards.find(dark(TABLE.image))]
    assert len(matched(TABLE.cards, found, 0.8)) == len(TABLE.cards)


def test_cards_are_found_under_a_warm_lamp() -> None:
    found = [one.corners for one in cards.find(warm(TABLE.image))]
    assert len(matched(TABLE.cards, found, 0.8)) == len(TABLE.cards)
