"""Two hands on one tablet: what one of them does never stops the list that the other one moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from companion.ui import offscreen
from tests.ui.lists import SMALL, finger, listed

KV = sorted((Path(__file__).parents[2] / "companion").rglob("*.kv"))


@pytest.mark.parametrize("first", ["other", "moving"])
@pytest.mark.parametrize("x", [800, 300], ids=["beside the list", "in the list"])
def test_a_list_pulled_beyond_its_end_springs_back_whatever_another_finger_does(
    sized: Callable[[int, int], None], x: float, first: str
) -> None:
    from testkit.window.spilled import spilled

    sized(*SMALL)
    with listed() as shown:
        moving = finger(200, 500)
        moving.touch_move(200, 100)
        other = finger(x, 300)
        assert shown.scroll_y > 1
        for leaves in (other, moving) if first == "other" else (moving, other):
            leaves.touch_up()
        assert list(spilled(shown)) == []
        assert 0 <= shown.scroll_y <= 1.01


def test_a_list_springs_back_however_late_its_pictures_come(sized: Callable[[int, int], None]) -> None:
    from testkit.window.spilled import spilled

    sized(*SMALL)
    with listed() as shown:
        moving = finger(200, 500)
        moving.touch_move(200, 100)
        moving.touch_up()
        for _ in range(4):
            sleep(1.2)
            offscreen.settle(1)
        assert list(spilled(shown)) == []


def test_a_list_is_not_thrown_out_of_sight_by_a_stroke_that_came_all_at_once(sized: Callable[[int, int], None]) -> None:
    from kivy.tests.common import UnitTestTouch

    from testkit.window.spilled import spilled

    sized(*SMALL)
    with listed() as shown:
        stroke = UnitTestTouch(200, 500)
        for act in (stroke.touch_down, lambda: stroke.touch_move(200, 100), stroke.touch_up):
            act()  # a picture took long: now what the finger did meanwhile is heard at once
        offscreen.settle(2)
        assert 1 < shown.scroll_y < 3
        assert list(spilled(shown)) == []


def test_a_list_goes_on_with_its_finger_when_another_leaves(sized: Callable[[int, int], None]) -> None:
    sized(*SMALL)
    with listed() as shown:
        moving = finger(200, 100)
        moving.touch_move(200, 200)
        began = shown.scroll_y
        finger(800, 300).touch_up()
        moving.touch_move(200, 300)
        assert shown.scroll_y < began
        moving.touch_up()


@pytest.mark.parametrize("file", KV, ids=lambda file: file.stem)
def test_every_list_of_the_screens_is_one_that_bears_two_hands(file: Path) -> None:
    assert not re.search(r"^\s*(ScrollView|RecycleView):", file.read_text(encoding="utf-8"), re.MULTILINE)
