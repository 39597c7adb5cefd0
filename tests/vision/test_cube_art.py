"""Plain pieces drawn for the training have their ground truth where they lie."""

import numpy as np
import pytest

from tools.train import cube_art
from tools.train.scenes import KINDS, thing
from vision.photo.found import CUBE_COLOURS


def scene(seed):
    return cube_art.plain_scene(np.random.default_rng(seed))


def test_the_same_seed_draws_the_same_pieces():
    assert scene(7).things == scene(7).things
    assert np.array_equal(scene(7).image, scene(7).image)


def test_every_piece_lies_in_the_picture_and_is_of_one_size():
    things = [one for seed in range(5) for one in scene(seed).things]
    assert things
    assert all(0 <= one.x < cube_art.WIDTH and 0 <= one.y < cube_art.HEIGHT for one in things)
    assert all(one.size > 15 for one in things)


@pytest.mark.parametrize(("colour", "channel"), [("red", 2), ("blue", 0)])
def test_a_cube_has_its_colour_in_the_middle_of_its_upper_face(colour, channel):
    seen = [
        picture.image[round(one.y), round(one.x)]
        for picture in map(scene, range(12))
        for one in picture.things
        if one.kind == CUBE_COLOURS.index(colour) and one.x < cube_art.WIDTH - 1 and one.y < cube_art.HEIGHT - 1
    ]
    assert len(seen) > 5
    assert np.mean([int(np.argmax(pixel)) == channel for pixel in seen]) > 0.9


def test_a_piece_in_a_ground_truth_counts_from_a_share_of_it_on():
    piece = {"box": [10, 20, 40, 60], "centre": [25, 30], "colour": "red", "visible_fraction": 0.5}
    assert thing(piece, "red") == (KINDS.index("red"), 25.0, 30.0, 40.0, True)
    assert not thing({**piece, "visible_fraction": 0.2}, "red").counts
    assert thing({**piece, "visible_fraction": 0.01}, "red").size == 0


def test_a_cube_whose_upper_face_is_out_of_sight_lies_where_it_can_be_seen():
    hidden = {"box": [10, 20, 40, 60], "centre": [-5, 30], "visible_fraction": 0.5}
    assert thing(hidden, "red")[1:3] == (25.0, 40.0)
