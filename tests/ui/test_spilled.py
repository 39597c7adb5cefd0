"""A list that is moved changes the picture in its frame only, on every screen of the gallery."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.ui import offscreen
from testkit.window import rasterising
from tests.ui.lists import SMALL, finger, listed
from tests.ui.test_fit import PICTURES

REST = 24
"""Turns of the loop after which long lists know their height."""


def seen_on_window(made: Any) -> list[str]:
    """What lists spill of a screen that fills the window for a while."""
    from kivy.core.window import Window

    from testkit.window.spilled import spilled

    Window.add_widget(made)
    try:
        offscreen.settle(REST)
        with rasterising.resumed():
            return list(spilled(made))
    finally:
        Window.remove_widget(made)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_moved_list_stays_in_its_frame(sized: Callable[[int, int], None], name: str) -> None:
    from kivy.factory import Factory

    from companion.ui.screens import register

    register()
    sized(*SMALL)
    screen = Factory.get(PICTURES[name].screen)
    assert seen_on_window(screen(view=PICTURES[name].view, size=SMALL, size_hint=(None, None))) == []


def test_what_is_drawn_beside_its_frame_is_found(sized: Callable[[int, int], None]) -> None:
    from kivy.graphics import Color, Rectangle
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.scrollview import ScrollView
    from kivy.uix.widget import Widget

    sized(*SMALL)
    screen, shown = BoxLayout(size=SMALL, size_hint=(None, None)), ScrollView(size_hint=(0.5, 0.5))
    content = Widget(size_hint_y=None, height=900)
    shown.add_widget(content)
    screen.add_widget(shown)
    screen.add_widget(Widget())
    assert seen_on_window(screen) == []
    with screen.canvas.after:
        Color(1, 0, 0)
        beside = Rectangle(pos=(700, 500), size=(40, 40))
    shown.bind(scroll_y=lambda _list, value: setattr(beside, "pos", (700, 500 * value)))
    assert seen_on_window(screen) == ["BoxLayout > ScrollView: 3200 px, x 700 to 739, y 250 to 539"]


def test_a_list_that_springs_back_from_beyond_its_end_is_waited_for(sized: Callable[[int, int], None]) -> None:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.scrollview import ScrollView
    from kivy.uix.widget import Widget

    sized(*SMALL)
    screen, shown = BoxLayout(size=SMALL, size_hint=(None, None)), ScrollView(size_hint=(0.5, 0.5))
    shown.add_widget(Widget(size_hint_y=None, height=900))
    screen.add_widget(shown)

    def pulled(by: float) -> None:
        shown.effect_y.overscroll = by
        shown.effect_y.value = shown.effect_y.max + by

    pulled(120)
    assert seen_on_window(screen) == []
    assert shown.scroll_y <= 1.01
    shown.bind(scroll_y=lambda one, _value: setattr(one, "scroll_y", 1.5))
    shown.scroll_y = 1.2
    assert seen_on_window(screen) == ["a list that was pulled beyond its end stays there"]


def test_a_list_is_waited_for_however_late_its_pictures_come(
    sized: Callable[[int, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from testkit.window import spilled

    monkeypatch.setattr(spilled, "RESTS", 0.0)
    sized(*SMALL)
    with listed() as shown:
        moving = finger(200, 500)
        moving.touch_move(200, 100)
        moving.touch_up()
        assert list(spilled.spilled(shown)) == []


def test_a_list_that_glides_on_is_waited_for(sized: Callable[[int, int], None]) -> None:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.widget import Widget

    from companion.ui.scroll import Scroll

    sized(*SMALL)
    screen, thrown = BoxLayout(size=SMALL, size_hint=(None, None)), Scroll(size_hint=(0.5, 0.5))
    thrown.add_widget(Widget(size_hint_y=None, height=90_000))
    screen.add_widget(thrown)
    offscreen.settle(2)
    thrown.effect_y.velocity = -4000
    thrown.effect_y.trigger_velocity_update()
    assert seen_on_window(screen) == []
    assert thrown.effect_y.velocity == 0
