"""Every screen of a game of Praetor on every window, in every language, light and dark, at every side: all is well."""

from __future__ import annotations

import pytest

from companion.views.common import acts
from companion.views.common.parts import TURNS
from testkit.praetor.moments import MOMENTS
from tests.ui.looks import Wrong, all_pairs, every, shared_out

EVERY = every((1.0, 1.25, 1.5), tuple(TURNS))
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(MOMENTS[moment].desk(FEW[moment].side), FEW[moment]) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look_with_the_largest_words(wrong: Wrong, moment: str) -> None:
    """In light and from two sides alone: dark takes no room, and the other sides give windows of the same sizes."""
    looks = [look for look in EVERY if look.scale == 1.5 and look.side in ("south", "east") and not look.dark]
    assert {look: there for look in looks if (there := wrong(MOMENTS[moment].desk(look.side), look))} == {}


def test_what_two_have_at_one_side_of_a_narrow_table_stays_on_their_cards(wrong: Wrong) -> None:
    """At the end figures are longest: favor of two, and morale below nought."""
    looks = [look for look in EVERY if look.scale == 1.5 and look.size == (800, 1280) and not look.dark]
    upright = [look for look in looks if look.language == "de"]
    assert {look: there for look in upright if (there := wrong(MOMENTS["table-over"].desk(look.side), look))} == {}


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1600)])
def test_what_is_asked_of_a_long_name_stands_above_what_it_reveals(wrong: Wrong, size: tuple[int, int]) -> None:
    desk = MOMENTS["look-over-grown"].desk("east")
    desk.do(acts.Open("answers"))
    looks = [look for look in EVERY if (look.size, look.scale, look.side, look.dark) == (size, 1.5, "east", False)]
    assert {look: there for look in looks if (there := wrong(desk, look))} == {}
