"""Percentiles of 8-bit levels from their histogram, and the extremes of a picture's channels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.picture import darkest, lightest, percentiles


@given(st.lists(st.integers(0, 255), min_size=1, max_size=60), st.lists(st.integers(0, 100), min_size=1, max_size=3))
def test_percentiles_of_levels_are_those_of_numpy(levels: list[int], asked: list[int]) -> None:
    picture = np.array(levels, np.uint8).reshape(1, -1)
    assert np.allclose(percentiles(picture, *asked), np.percentile(picture, asked), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_the_extremes_of_three_channels_are_those_of_numpy(kind: type) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (7, 5, 3)).astype(kind)
    for found, due in ((darkest(picture), picture.min(axis=2)), (lightest(picture), picture.max(axis=2))):
        assert (found.dtype, found.tolist()) == (due.dtype, due.tolist())
