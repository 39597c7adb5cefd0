"""Every screen of a game of Byzanz on every window, in every language, light and dark: nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.presenters.desk import Desk
from testkit.byzanz.moments import MOMENTS
from tests.ui.looks import Look, Wrong, all_pairs, every, shared_out

EVERY = every((1.0, 1.5))
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(MOMENTS[moment].desk(), FEW[moment]) == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("look", [look for look in EVERY if (look.language, look.dark) == ("it", False)], ids=str)
def test_cards_one_may_take_back_are_as_wide_as_a_finger_beside_a_sale(wrong: Wrong, look: Look) -> None:
    assert wrong(MOMENTS["Bidding-laid-sale"].desk(), look) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look(wrong: Wrong, moment: str) -> None:
    """In light alone: dark changes colours and no room; the looks above hold it with all else."""
    light = [look for look in EVERY if not look.dark]
    assert {look: there for look in light if (there := wrong(MOMENTS[moment].desk(), look))} == {}


@pytest.mark.parametrize("moment", ["Bidding", "Bidding-sale", "Bidding-side-sale"])
@pytest.mark.parametrize("window", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_a_screen_is_as_far_from_the_left_edge_as_from_the_right_one(
    face: Callable[[Desk], Any], sized: Callable[[int, int], None], window: tuple[int, int], moment: str
) -> None:
    from companion.ui import offscreen
    from companion.ui.screens.byzanz.cards import ByzFrame

    sized(*window)
    shown = face(MOMENTS[moment].desk())
    offscreen.settle(4)
    frame = next(each for each in shown.walk() if isinstance(each, ByzFrame))
    there = [each for each in frame.children if each.width and each.height]
    left, right = min(each.x for each in there), max(each.right for each in there)
    assert left - frame.x == pytest.approx(frame.right - right, abs=1)
