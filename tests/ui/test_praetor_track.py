"""Markers of the favor track that lie close together are told apart."""

from __future__ import annotations

import pytest

from companion.ui.screens.praetor.overview import spread


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ([10, 200, 300], [10, 200, 300]),
        ([10, 20, 300], [10, 88, 300]),
        ([10, 20, 30], [10, 88, 166]),
        ([280, 290, 300], [144, 222, 300]),
    ],
)
def test_places_that_are_too_close_are_moved_apart_and_stay_on_the_track(
    places: list[float], found: list[float]
) -> None:
    assert spread(places, 78, 300) == found
