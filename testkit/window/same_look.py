"""A screen that has shown other views before, beside one that is made for this view: they must look the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from kivy.base import EventLoop
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView

from companion.ui.drawn import Drawn

REST = 10
"""Turns of the loop after which layouts within layouts have come to rest."""


def differing(screen: Any) -> str:
    """Where a screen shows something else than a new one would that gets its view; nothing where all is as it must be.

    A screen that was scrolled or zoomed shows other places: it is not compared, nor is one that gets another view
    meanwhile, because a notice ends or a clock goes on, or that leaves the window, turned to somebody else.
    """
    if _scrolled(screen):
        return ""
    view, window = screen.view, screen.parent
    twin = type(screen)(view=view, size=screen.size, pos=screen.pos)
    for _ in range(REST):
        EventLoop.idle()
    return unlike(screen, twin) if screen.view is view and screen.parent is window else ""


def unlike(screen: Any, twin: Any) -> str:
    """The first thing that a screen shows otherwise than a new one of the same view; nothing where both are alike."""
    for mine, whole in zip_longest(looks(screen), looks(twin)):
        if mine != whole:
            return f"shows {mine}, a new screen {whole}"
    return ""


def looks(screen: Any) -> Iterator[tuple[object, ...]]:
    """Everything below a screen that takes room: its class, where it lies (px), what it shows."""
    for each in screen.walk(restrict=True):
        if each.width >= 1 and each.height >= 1 and each.opacity:
            place = tuple(round(value) for value in (*each.pos, *each.size))
            yield (type(each).__name__, place, *_shown(each))


def _shown(widget: Any) -> tuple[object, ...]:
    if isinstance(widget, Label):
        return widget.text, tuple(round(part, 2) for part in widget.color), round(widget.font_size)
    if isinstance(widget, Drawn):
        return tuple(str(getattr(widget, name)) for name in widget.DRAWS if name not in ("pos", "size"))
    return ()


def _scrolled(screen: Any) -> bool:
    if any(getattr(each, "zoom", 0) for each in screen.walk(restrict=True)):
        return True
    lists = (each for each in screen.walk(restrict=True) if isinstance(each, ScrollView))
    return any((each.scroll_y, each.scroll_x) != (1, 0) for each in lists if each.children)


__all__ = ["differing", "looks", "unlike"]
