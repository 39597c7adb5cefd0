"""A short soak; the long one is `python -m tools.soak_devices`."""

from __future__ import annotations

import pytest

from tools.soak_devices import soak


@pytest.mark.slow
def test_nothing_wrong_gets_through_a_storm_of_faults() -> None:
    outcome = soak(minutes=0.3, trays=9, seed=3)
    assert outcome.bad == 0
    assert outcome.counts["believed"] > 0
