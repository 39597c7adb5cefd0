"""Grounds and prints of the renders: drawn here, the same from the same chance."""

import numpy as np
import pytest
from numpy.random import default_rng

from tools.train import surfaces

KINDS = ("wood", "cloth", "gingham", "plain", "printed")


@pytest.mark.parametrize("kind", KINDS)
def test_a_ground_fills_its_square_and_is_not_of_one_shade(kind):
    image = getattr(surfaces, kind)(default_rng(3))
    assert (image.shape, image.dtype) == ((surfaces.SIDE, surfaces.SIDE, 3), np.uint8)
    assert image.std() > 1


def test_the_same_chance_draws_the_same_card():
    assert (surfaces.card(default_rng(5)) == surfaces.card(default_rng(5))).all()


def test_cards_show_goods_squares_in_each_of_the_five_colours():
    faces = np.concatenate([surfaces.card(default_rng(seed)) for seed in range(40)])
    for colour in surfaces.GOODS:
        assert (faces == np.array(colour)).all(axis=2).any()


def test_no_two_coins_are_struck_alike():
    one, other = (surfaces.coin(default_rng(seed)) for seed in (1, 2))
    assert (one != other).any()
    assert one.std() > 10, "its relief is to be seen"
