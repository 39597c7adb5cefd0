"""What can be tapped on the window: found in reading order, with its place in px of the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit import Holds, Tap
from companion.views.common.parts import Button

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in px."""
LINE = 40
"""Things whose middles differ by less than so many dp in height stand on one line."""


def controls(root: Widget) -> list[Widget]:
    """Every control below a widget that does something now, in reading order as its reader sees it."""
    return sorted(_live(root), key=_place)


def _live(root: Widget) -> Iterator[Widget]:
    if not root.opacity or root.disabled:
        return
    if isinstance(root, ButtonBehavior | Holds) and root.width > 1 and root.height > 1 and answers(root):
        yield root
    for child in root.children:
        yield from _live(child)


def answers(control: Widget) -> bool:
    """Does a tap on it do something: carry out a command, or open the rule that closes it?"""
    if isinstance(control, Holds):
        return bool(control.secret)
    if not isinstance(control, Tap):
        return True
    view = getattr(control.view, "button", control.view)
    return not isinstance(view, Button) or view.open or bool(view.rule)


def button_of(control: Widget) -> Button | None:
    """The button a control shows, if it shows one."""
    view = getattr(control, "view", None)
    found = getattr(view, "button", view)
    return found if isinstance(found, Button) else None


def _place(control: Widget) -> tuple[float, float]:
    left, bottom, _right, top = own_box(control)
    return -round((bottom + top) / 2 / dp(LINE)), left


def own_box(control: Widget) -> Box:
    """Where it stands on its screen, as the person reads it to whom the screen is turned."""
    x, y = control.x, control.y
    parent = control.parent
    while parent is not None and parent.parent is not None and type(parent.parent).__name__ != "Turned":
        x, y = parent.to_parent(x, y) if isinstance(parent, ScrollView) else (x, y)
        parent = parent.parent
    return x, y, x + control.width, y + control.height


def window_box(control: Any) -> Box:
    """Where it stands on the window."""
    one, other = control.to_window(control.x, control.y), control.to_window(control.right, control.top)
    return min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])


def _overflows(around: ScrollView) -> bool:
    """Is some of what stands in it out of view?"""
    return any(inside.height > around.height or inside.width > around.width for inside in around.children)


def bring_into_view(control: Any) -> None:
    """Scroll the list it stands in so far that it can be seen; Kivy moves a list that is all in view to its end."""
    parent = control.parent
    while parent is not None and parent.parent is not parent:
        if isinstance(parent, ScrollView) and _overflows(parent):
            parent.scroll_to(control, animate=False)
        parent = parent.parent
