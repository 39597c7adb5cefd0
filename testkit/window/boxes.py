"""Where widgets, and the lines of their words, lie on the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kivy.uix.label import Label
from kivy.uix.stencilview import StencilView

LOST = 0.35
"""A line is lost if more than this part of it lies outside its label's picture."""

TITLE_AIR = 0.12
"""The part of a line of the title face above and below its letters that is empty."""


class Box(NamedTuple):
    """A rectangle of the window in px, the origin at the bottom left."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.top <= self.bottom

    def within(self, other: Box) -> Box:
        """What both have in common; `empty` where they have nothing."""
        return Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    def beyond(self, other: Box) -> float:
        """By how many px this sticks out of another."""
        return max(
            other.left - self.left, other.bottom - self.bottom, self.right - other.right, self.top - other.top, 0.0
        )


class Seen(NamedTuple):
    """A widget, those it lies in (the nearest last), and the part of the window in which it may be seen."""

    widget: Any
    above: tuple[Any, ...]
    clip: Box


def box(widget: Any) -> Box:
    """Where a widget lies, turned or not."""
    return on_window(widget, widget.x, widget.y, widget.right, widget.top)


def on_window(widget: Any, left: float, bottom: float, right: float, top: float) -> Box:
    """A rectangle in the coordinates of a widget's parent, on the window."""
    corners = [widget.to_window(x, y) for x in (left, right) for y in (bottom, top)]
    across, up = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(across), min(up), max(across), max(up))


def seen(widget: Any, above: tuple[Any, ...] = (), clip: Box | None = None) -> Iterator[Seen]:
    """Every widget below this one that may be seen, in drawing order."""
    clip = clip or box(widget)
    if widget.opacity == 0 or (widget.width <= 1 and widget.height <= 1 and not widget.children):
        return
    yield Seen(widget, above, clip)
    inner = clip.within(box(widget)) if isinstance(widget, StencilView) else clip
    for child in widget.children[::-1]:
        yield from seen(child, (*above, widget), inner)


def lines(label: Label) -> Iterator[tuple[str, Box]]:
    """The lines of a label's words that can be seen, with where they lie, without the room that leads to the next."""
    core, (wide, high) = label._label, label.texture_size
    left, top = label.center_x - wide / 2, label.center_y + high / 2
    for line in core._cached_lines:
        words = "".join(word.text for word in line.words)
        if words.strip() and -LOST * line.h <= line.y <= high - (1 - LOST) * line.h:
            tall = line.h / max(1.0, label.line_height)
            air = TITLE_AIR * tall if label.font_name == "Title" else 0.0
            x, y = left + line.x, top - line.y
            yield words, on_window(label, x, y - tall + air, x + line.w, y - air)
