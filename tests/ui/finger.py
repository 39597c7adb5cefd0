"""A finger on the window: finds what shows a button and touches its middle."""

from __future__ import annotations

from time import sleep
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch
from kivy.uix.scrollview import ScrollView

from companion.ui import offscreen
from companion.ui.app import GUARD, SAME_PLACE
from companion.ui.kit import Tap

LAST = [0.0, 0.0]
"""Where the last touch was."""


def taps(widget: Any) -> list[Any]:
    """Every tappable widget below this one, in drawing order."""
    found = [widget] if isinstance(widget, Tap) else []
    for child in widget.children[::-1]:
        found += taps(child)
    return found


def label_of(widget: Any) -> str:
    """What a tappable widget is called: its button's label, or its icon."""
    view = getattr(widget.view, "button", widget.view)
    return str(getattr(view, "label", "") or getattr(view, "icon", ""))


def showing(face: Any, label: str) -> Any:
    """The widget that shows a button with this label; fails naming what there is."""
    found = [widget for widget in taps(face) if label_of(widget) == label]
    assert found, f"no {label!r} among {[label_of(widget) for widget in taps(face)]}"
    return found[0]


def touch(face: Any, label: str) -> None:
    """Touch the middle of the button with this label and let go."""
    press(showing(face, label))


def twice(widget: Any) -> None:
    """Touch the same place twice as fast as a hand that trembles."""
    x, y = widget.to_window(*widget.center)
    press(widget)
    _tap(x, y)


def press(widget: Any, *, patient: bool = True) -> None:
    """Touch the middle of a widget and let go; the window then shows what came of it.

    Somebody `patient` looks at a changed screen before touching the same place again.
    """
    bring(widget)
    x, y = widget.to_window(*widget.center)
    if patient and near(x, y):
        sleep(GUARD)
    LAST[:] = [x, y]
    _tap(x, y)


def bring(widget: Any) -> None:
    """Scroll what is touched into the picture, as a finger would that looks for it."""
    around = widget.parent
    while around is not None and around is not around.parent:
        if isinstance(around, ScrollView) and not _shows(around, widget):
            around.scroll_to(widget, animate=False)
            offscreen.settle(3)
        around = around.parent


def _shows(around: ScrollView, widget: Any) -> bool:
    """Is the middle of a widget in the part of a list that is seen?"""
    x, y = around.parent.to_widget(*widget.to_window(*widget.center))
    return bool(around.collide_point(x, y))


def near(x: float, y: float) -> bool:
    """Was the last touch here?"""
    return max(abs(x - LAST[0]), abs(y - LAST[1])) < dp(SAME_PLACE)


def _tap(x: float, y: float) -> None:
    finger = UnitTestTouch(x, y)
    finger.touch_down()
    offscreen.settle(2)
    finger.touch_up()
    offscreen.settle(4)


def inside(widget: Any) -> bool:
    """Does the whole of a widget lie on the window?"""
    corners = [widget.to_window(widget.x, widget.y), widget.to_window(widget.right, widget.top)]
    return all(-1 <= x <= Window.width + 1 and -1 <= y <= Window.height + 1 for x, y in corners)
