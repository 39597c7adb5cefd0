"""Every screen of a game of Constantinopolis, and those beside any game, in every look: nothing is wrong with it."""

from __future__ import annotations

import pytest

from testkit.constantinopolis.moments import MOMENTS
from tests.ui.looks import Wrong, all_pairs, every, shared_out

EVERY = every((1.0, 1.25, 1.5))
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(MOMENTS[moment].desk(), FEW[moment]) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look(wrong: Wrong, moment: str) -> None:
    """In light alone: dark changes colours and no room; the looks above hold it with all else."""
    light = [look for look in EVERY if not look.dark]
    assert {look: there for look in light if (there := wrong(MOMENTS[moment].desk(), look))} == {}
