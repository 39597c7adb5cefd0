"""A list in a window, and a finger that is laid down on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.ui import offscreen

SMALL = (1024, 600)
"""The window in which most lists are longer than their frame, in px."""


@contextmanager
def listed(long: float = 900) -> Iterator[Any]:
    """A list so many px long in the left half of the window, longer than its frame."""
    from kivy.core.window import Window
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.button import Button
    from kivy.uix.widget import Widget

    from companion.ui.scroll import Scroll

    screen, shown = BoxLayout(size=SMALL, size_hint=(None, None)), Scroll(do_scroll_x=False)
    shown.add_widget(Button(size_hint_y=None, height=long))
    screen.add_widget(shown)
    screen.add_widget(Widget())
    Window.add_widget(screen)
    try:
        offscreen.settle(4)
        yield shown
    finally:
        Window.remove_widget(screen)


def finger(x: float, y: float) -> Any:
    """One that is laid down there."""
    from kivy.tests.common import UnitTestTouch

    laid = UnitTestTouch(x, y)
    laid.touch_down()
    offscreen.settle(1)
    return laid
