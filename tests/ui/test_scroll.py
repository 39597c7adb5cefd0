"""Lists that end between two pixels: they come to rest, at their end and nowhere beyond it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.ui import offscreen
from tests.ui.lists import SMALL, finger, listed

SOON = 60
"""Turns of the loop after which a list that was let go has come to rest."""


@pytest.mark.parametrize("end", [16.1, 16.4, 16.6])
@pytest.mark.parametrize("step", [1 / 200, 1 / 60, 1 / 20])
def test_what_is_thrown_beyond_an_end_between_two_pixels_comes_to_rest(step: float, end: float) -> None:
    from companion.ui.scroll import Spring

    spring = Spring(min=0, max=-end)
    spring.value = -end - 100
    turns = 0
    while spring.trigger_velocity_update.is_triggered and turns < 1000:
        spring.trigger_velocity_update.cancel()
        spring.update_velocity(step)
        turns += 1
    assert turns < 1000
    assert -end <= spring.value <= 0


def test_a_list_that_is_shown_anew_shows_its_beginning(sized: Callable[[int, int], None]) -> None:
    from companion.ui.show import begin_anew

    sized(*SMALL)
    with listed(SMALL[1] + 16.6) as shown:
        shown.scroll_y = 0.4
        finger(200, 300).touch_up()
        offscreen.settle(2)
        begin_anew(shown)
        offscreen.settle(SOON)
        assert shown.scroll_y == 1


def test_a_list_that_is_shown_anew_with_more_in_it_stays_at_its_beginning(sized: Callable[[int, int], None]) -> None:
    from companion.ui.show import begin_anew

    sized(*SMALL)
    with listed(SMALL[1] + 40) as shown:
        shown.scroll_y = 0.4
        finger(200, 300).touch_up()
        begin_anew(shown)
        shown.children[0].height = SMALL[1] + 16.6
        offscreen.settle(SOON)
        assert shown.scroll_y == 1
