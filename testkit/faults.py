"""What a person would see wrong on a window: ``faults(window)`` measures words and controls as they were laid out.

Words that are broken or cut, that lie over other words, reach over the edge of what is tapped, or stand in a tone too
faint to read; controls smaller than a finger, off the window, or covered by another. Nothing is drawn for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from kivy.core.text import Label as Measured
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.ui.controls import Box, button_of, controls, window_box
from companion.ui.kit import Tap, Words

FINGER = 55.5
"""The smallest side of a control in dp: 9 mm on the tablet the design is made for."""
AIR = 0.5
"""The part of a letter's size by which words may be higher than their place: nothing of a letter is lost."""
TOUCH = 3
"""So many px two words may overlap: the air above and below letters."""
FAINT = frozenset({"line", "hair", "saffron", "gold"})
"""Tones for lines and icons, in which nothing is written."""


def faults(window: Any) -> list[str]:
    """Everything wrong on a window (Kivy's, or any widget that fills it), one sentence each; empty if all is well."""
    roots = window.children if hasattr(window, "render_context") else [window]
    words = [(one, clip) for root in roots for one, clip in _words(root, None)]
    found = [fault for one, _clip in words for fault in _one(one)]
    found += _overlapping(words)
    for root in roots:
        found += _controls(root)
    return found


def _words(root: Any, clip: Box | None) -> Iterator[tuple[Any, Box | None]]:
    """The labels that can be seen below a widget, each with the box it is clipped to."""
    if not root.opacity:
        return
    if isinstance(root, StencilView):
        clip = _cross(window_box(root), clip)
    if isinstance(root, Words) and root.text.strip():
        yield root, clip
    for child in root.children:
        yield from _words(child, clip)


def _one(label: Any) -> Iterator[str]:
    if lack := lacking(label):
        yield f"{label.text!r}: {lack}"
    if label.tone in FAINT:
        yield f"{label.text!r} is written in {label.tone}, which is too faint"
    tap = _tap_of(label)
    if tap is not None:
        left, bottom, right, top = written(label)
        if left < tap.x - 1 or right > tap.right + 1 or bottom < tap.y - dp(2) or top > tap.top + dp(2):
            yield f"{label.text!r} reaches over its button"


def lacking(label: Any) -> str:
    """What a label's place lacks for its words, in px; nothing if they fit, or where they end in dots on purpose."""
    if label.text_size[0] is None:
        return ""
    wide = label.text_size[0] - label.padding[0] - label.padding[2]
    font = {"font_name": label.font_name, "font_size": label.font_size, "line_height": label.line_height}
    widest = max(Measured(**font).get_extents(word)[0] for word in label.text.split())
    if widest > wide + 1:
        return f"a word is {widest} px wide in {wide:.0f}, so it breaks"
    if label.shorten or label.text_size[1] is None:
        return ""
    whole = Measured(text=label.text, text_size=(wide, None), **font)
    whole.refresh()
    high = whole.texture.height
    return f"{high} px high in {label.height:.0f}, so it is cut" if high > label.height + AIR * label.font_size else ""


def written(label: Any) -> Box:
    """Where a label's letters are, in the coordinates of its parent."""
    wide, high = label.texture_size
    lefts = {"center": label.center_x - wide / 2, "right": label.right - wide}
    left = lefts.get(label.halign if label.text_size[0] is not None else "center", label.x)
    bottoms = {"middle": label.center_y - high / 2, "center": label.center_y - high / 2, "top": label.top - high}
    bottom = bottoms.get(label.valign if label.text_size[1] is not None else "middle", label.y)
    return left, bottom, left + wide, bottom + high


def _on_window(label: Any) -> Box:
    left, bottom, right, top = written(label)
    one, other = label.to_window(left, bottom), label.to_window(right, top)
    return min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])


def _tap_of(label: Any) -> Any:
    """The control whose coordinates a label shares, if it stands in one."""
    parent = label.parent
    while isinstance(parent, Widget) and not isinstance(parent, ScrollView):
        if isinstance(parent, Tap):
            return parent
        parent = parent.parent if parent.parent is not parent else None
    return None


def _overlapping(words: list[tuple[Any, Box | None]]) -> Iterator[str]:
    placed = [(one, _cross(_on_window(one), clip)) for one, clip in words]
    for (one, here), (other, there) in combinations(placed, 2):
        if here is None or there is None or not (both := _cross(here, there)):
            continue
        deep = TOUCH + 0.2 * min(one.font_size, other.font_size)  # letters have air above and below
        if both[2] - both[0] > TOUCH and both[3] - both[1] > deep and not _layered(one, other):
            yield f"{one.text!r} and {other.text!r} lie over each other"


def _layered(one: Any, other: Any) -> bool:
    """Does one of them stand on something that lies over the screen, such as a notice?"""
    return _layer(one) is not _layer(other)


def _layer(widget: Any) -> Any:
    while isinstance(widget, Widget) and widget.parent is not widget:
        if type(widget).__name__ in ("ToastBar", "CommandLine", "Stack"):
            return widget
        widget = widget.parent
    return None


def _controls(root: Any) -> Iterator[str]:
    for one in controls(root):
        name = _name(one)
        wide, high = _reach(one)
        if min(wide, high) < dp(FINGER) - 0.5:
            yield f"{name} is {wide / dp(1):.0f} × {high / dp(1):.0f} dp, smaller than a finger"
        if not _scrolled(one) and not _inside(one, root):
            yield f"{name} is not wholly on the window"


def _reach(control: Any) -> tuple[float, float]:
    """The room a finger has for a control: what it takes itself, or the place which passes touches on to it alone."""
    if isinstance(control, Tap):
        return control.reach
    wide, high = control.size
    parent = control.parent
    if parent is not None and len(parent.children) == 1:
        wide, high = max(wide, parent.width), max(high, parent.height)
    return wide, high


def _scrolled(widget: Any) -> bool:
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        if isinstance(widget, ScrollView):
            return True
    return False


def _inside(control: Any, root: Any) -> bool:
    left, bottom, right, top = window_box(control)
    edge = window_box(root)
    return left >= edge[0] - 1 and bottom >= edge[1] - 1 and right <= edge[2] + 1 and top <= edge[3] + 1


def _name(control: Any) -> str:
    button = button_of(control)
    return repr((button and (button.label or button.icon)) or type(control).__name__)


def _cross(one: Box | None, other: Box | None) -> Box | None:
    """What two boxes share; None if nothing."""
    if one is None or other is None:
        return one or other
    box = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return box if box[0] < box[2] and box[1] < box[3] else (0, 0, 0, 0)


__all__ = ["faults", "lacking", "written"]
