"""The places of the path-traced tables: what follows from a number, and how cubes lie there."""

from collections import Counter

import numpy as np
import pytest
from numpy.random import default_rng

from testkit.scenes.mat import MAT
from tools.photoreal.develop import developed
from tools.photoreal.place import COARSEST, FINEST, OVERLAP, SIDE, laid, mat_of, place, printed, shared, split

LAYINGS = [laid(MAT, f"goods-{1 + seed % 5}", default_rng(seed)) for seed in range(120)]
BEFORE_CELLS = [laid(MAT.uncelled(), f"goods-{1 + seed % 5}", default_rng(seed)) for seed in range(60)]


def test_a_place_follows_from_its_number_and_belongs_to_one_part():
    assert [str(place(n)) for n in range(5)] == [str(place(n)) for n in range(5)]
    assert len({place(n).sharp for n in range(50)}) == 50
    assert all(COARSEST <= place(n).sharp <= FINEST and 0 <= place(n).tilt <= 35 for n in range(50))
    assert Counter(map(split, range(100))) == {"trained": 70, "tuned": 10, "measured": 20}


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
