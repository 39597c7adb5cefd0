"""Percentiles of 8-bit levels from their histogram."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.picture import percentiles


@given(st.lists(st.integers(0, 255), min_size=1, max_size=60), st.lists(st.integers(0, 100), min_size=1, max_size=3))
def test_percentiles_of_levels_are_those_of_numpy(levels: list[int], asked: list[int]) -> None:
    picture = np.array(levels, np.uint8).reshape(1, -1)
    assert np.allclose(percentiles(picture, *asked), np.percentile(picture, asked), rtol=0, atol=1e-12)
