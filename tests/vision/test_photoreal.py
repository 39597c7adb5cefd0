"""The places of the path-traced tables: what follows from a number, and how cubes lie there."""

from collections import Counter

import numpy as np
import pytest
from numpy.random import default_rng

from testkit.scenes.mat import MAT
from tools.photoreal.develop import developed
from tools.photoreal.place import COARSEST, FINEST, SIDE, laid, place, printed, reach, split

LAYINGS = [laid(MAT, f"goods-{1 + seed % 5}", default_rng(seed)) for seed in range(120)]


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
    for _, cubes in LAYINGS:
        pairs = [(a, b) for n, a in enumerate(cubes) for b in cubes[:n] if a.z == b.z]
        assert all(np.hypot(a.x - b.x, a.y - b.y) >= reach(a, b) - 1e-6 for a, b in pairs)


def test_every_way_of_laying_occurs_stacks_too():
    assert {way for way, _ in LAYINGS} == {"cells", "untidy", "anywhere"}
    assert any(cube.z == SIDE for _, cubes in LAYINGS for cube in cubes)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_print_is_paler_than_the_drawing_and_a_developed_picture_has_noise(number):
    picture = printed(MAT, place(number))
    assert (int(picture.min()) > 0, int(picture.max()) < 255) == (True, True)
    flat = np.full((60, 80, 3), 0.3, np.float32)
    shown = developed(flat, default_rng(number))
    assert shown.shape == flat.shape
    assert shown.std() > 0
