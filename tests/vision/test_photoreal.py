"""The places of the path-traced tables: what follows from a number, and how cubes lie there."""

from collections import Counter

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from testkit.scenes.mat import MAT
from tools.photoreal.develop import developed
from tools.photoreal.place import (
    COARSEST,
    FINEST,
    OVERLAP,
    SIDE,
    all_in_view,
    is_tuned,
    laid,
    mat_of,
    place,
    printed,
    seen_corners,
    shared,
    split,
)

LAYINGS = [laid(MAT, f"goods-{1 + seed % 5}", default_rng(seed)) for seed in range(120)]
BEFORE_CELLS = [laid(MAT.uncelled(), f"goods-{1 + seed % 5}", default_rng(seed)) for seed in range(60)]


def test_a_place_follows_from_its_number_and_belongs_to_one_part():
    assert [str(place(n)) for n in range(5)] == [str(place(n)) for n in range(5)]
    assert len({place(n).sharp for n in range(50)}) == 50
    assert all(COARSEST <= place(n).sharp <= FINEST and 0 <= place(n).tilt <= 35 for n in range(50))
    assert Counter(map(split, range(100))) == {"trained": 70, "tuned": 10, "measured": 20}


def test_where_nothing_is_trained_half_of_the_places_are_kept_to_measure_on():
    assert [number for number in range(6) if not is_tuned(number)] == [1, 3, 5]


@pytest.mark.parametrize("number", [9, 18, 28])
def test_a_camera_is_set_up_so_that_the_whole_mat_is_in_its_picture(number):
    at = place(number)
    moved = all_in_view(at, MAT.size)
    assert np.abs(seen_corners(moved, MAT.size)).max() < 0.99
    assert (moved == at) == bool(np.abs(seen_corners(at, MAT.size)).max() < 0.98)
    assert moved._replace(sharp=at.sharp) == at


def test_corners_are_seen_where_another_camera_of_the_same_kind_sees_them():
    at = place(28)
    far = at.frame[0] / 2 / np.tan(np.radians(at.angle) / 2) / at.sharp
    lean, aside = np.radians(at.tilt), np.radians(at.side)
    eye = far * np.array([np.sin(lean) * np.sin(aside), -np.sin(lean) * np.cos(aside), np.cos(lean)]) + (*at.off, 0)
    turned = (
        cv2.Rodrigues(np.array([0, 0, aside]))[0] @ cv2.Rodrigues(np.array([lean, 0, 0]))[0] @ np.diag((1.0, -1, -1))
    )
    focal = far * at.sharp
    lens = np.array([[focal, 0, 0], [0, focal, 0], [0, 0, 1]])
    x, y = MAT.size[0] / 2, MAT.size[1] / 2
    corners = np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)])
    pixels, _ = cv2.projectPoints(corners, cv2.Rodrigues(turned.T)[0], -turned.T @ eye, lens, None)
    expected = 2 * pixels[:, 0] / at.frame * (1, -1)
    assert np.allclose(seen_corners(at, MAT.size), expected, atol=1e-6)


def test_tidy_cubes_lie_one_a_cell():
    (left, top), _ = MAT.lines("goods-1")[0]
    tidy = [cubes for seed, (way, cubes) in enumerate(LAYINGS) if way == "cells" and seed % 5 == 0]
    assert len(tidy) > 5
    for cubes in tidy:
        cells = [(np.array([cube.x, cube.y]) - (left, top)) / MAT.cells.pitch for cube in cubes]
        assert all(np.abs(cell % 1 - 0.5).max() * MAT.cells.pitch < 3 for cell in cells)
        assert len({tuple(np.floor(cell)) for cell in cells}) == len(cells)


def test_no_cube_stands_in_another():
    for _, cubes in LAYINGS + BEFORE_CELLS:
        pairs = [(a, b) for n, a in enumerate(cubes) for b in cubes[:n] if a.z == b.z]
        assert all(shared(a, b) < OVERLAP + 1e-6 for a, b in pairs)


def test_every_way_of_laying_occurs_and_without_cells_none_that_needs_them():
    assert {way for way, _ in LAYINGS} == {"cells", "untidy", "loose", "touching", "stacked"}
    assert {way for way, _ in BEFORE_CELLS} == {"loose", "touching", "stacked"}


def test_an_upper_cube_rests_on_one_below_and_only_where_stacks_are_laid():
    for way, cubes in LAYINGS + BEFORE_CELLS:
        upper = [cube for cube in cubes if cube.z]
        assert not upper or way in ("stacked", "untidy")
        assert all(any(shared(cube, one) and one.z == cube.z - SIDE for one in cubes) for cube in upper)
    towers = [laid(MAT, "goods-1", default_rng(seed), stacked=True) for seed in range(20)]
    assert {way for way, _ in towers} == {"stacked"}
    assert sum(any(cube.z for cube in cubes) for _, cubes in towers) > 14


def test_most_places_have_the_mat_of_before_there_were_cells():
    celled = [mat_of(place(number), MAT).cells is not None for number in range(100)]
    assert 20 < sum(celled) < 60


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_print_is_paler_than_the_drawing_and_a_developed_picture_has_noise(number):
    picture = printed(MAT, place(number))
    assert (int(picture.min()) > 0, int(picture.max()) < 255) == (True, True)
    flat = np.full((60, 80, 3), 0.3, np.float32)
    shown = developed(flat, default_rng(number))
    assert shown.shape == flat.shape
    assert shown.std() > 0


@pytest.mark.parametrize("dim", [0.1, 1.0])
def test_an_exposure_set_by_paper_shows_it_about_as_light_as_it_should_be(dim):
    """Paper in a corner of a dark picture: the camera's own exposure burns it out, or leaves it dark."""
    light = np.full((60, 80, 3), 0.03 * dim, np.float32)
    light[:10, :10] = 0.8 * dim
    shown = [developed(light, default_rng(number), np.array([(4, 4), (5, 5)])) for number in range(8)]
    assert all(150 < float(picture[2:8, 2:8].mean()) < 240 for picture in shown)
    assert max(float(developed(light, default_rng(number))[2:8, 2:8].mean()) for number in range(8)) > 250
