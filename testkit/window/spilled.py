"""What a moved list draws beside its frame: measuring boxes cannot see it, a picture before and one after can."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
from kivy.core.window import Window
from kivy.graphics import Fbo
from kivy.uix.scrollview import ScrollView

from companion.ui import offscreen
from testkit.window.boxes import Box, box, on_window

EDGE = 2
"""So many px beside a frame are no fault: it may begin between two of them."""
RESTS = 5.0
"""Seconds in which a list that was thrown, or pulled beyond its end, has come to rest, if pictures come in time."""
STEPS = 120
"""Pictures in which it has, however late each of them comes: its spring makes small steps."""
END = 0.01
"""So much of its way beyond its end nobody sees."""
MOVED = 4
"""Turns of the loop after which what was moved is drawn where it stands."""


def spilled(screen: Any) -> Iterator[str]:
    """The lists that change the picture beside themselves when they are moved, with how many pixels and where."""
    lists = [each for each in screen.walk(restrict=True) if isinstance(each, ScrollView) and each.children]
    if not _rest(lists):
        yield "a list that was pulled beyond its end stays there"
        return
    for each in filter(_longer, lists):
        before, changed, after = _picture(), _moved(each), _picture()
        odd = ((before != changed) & (before == after)).any(axis=2)  # a clock goes on meanwhile
        _clear(odd, box(each))
        for other in lists:  # whose bars come and go by themselves
            _clear(odd, *_bars(other))
        if odd.any():
            yield f"{type(each.parent).__name__} > {type(each).__name__}: {np.count_nonzero(odd)} px, {_within(odd)}"


def _within(odd: Any) -> str:
    """Where the odd pixels of a picture are, from its left corner at the foot."""
    rows, columns = np.nonzero(odd)
    return f"x {columns.min()} to {columns.max()}, y {rows.min()} to {rows.max()}"


def _rest(lists: Sequence[ScrollView]) -> bool:
    """Wait until no list glides or springs back any more; is none beyond its end then?"""
    until, steps, now = time.monotonic() + RESTS, 0, _places(lists)
    was: list[float] = []
    while (_beyond(now) or was != now) and (steps < STEPS or time.monotonic() < until):
        offscreen.settle(MOVED)
        was, now, steps = now, _places(lists), steps + MOVED
    return not _beyond(now)


def _places(lists: Sequence[ScrollView]) -> list[float]:
    """How far each list is moved, in parts of its way."""
    return [each for one in lists for each in (one.scroll_x, one.scroll_y)]


def _beyond(places: Sequence[float]) -> bool:
    return any(not -END <= each <= 1 + END for each in places)


def _longer(one: ScrollView) -> bool:
    """Is a list longer than its frame?"""
    held, room = one.children[0].size, one.size
    return any(
        may and room[at] >= 1 and held[at] > room[at] + 1 for at, may in enumerate((one.do_scroll_x, one.do_scroll_y))
    )


def _bars(one: ScrollView) -> tuple[Box, Box]:
    """Where the bars of a list are drawn, at its right edge or beside it and at its foot or below, turned or not."""
    wide, out = one.bar_width, max(0, -one.bar_margin)
    return (
        on_window(one, one.right - wide, one.y, one.right + out, one.top),
        on_window(one, one.x, one.y - out, one.right, one.y + wide),
    )


def _moved(one: ScrollView) -> Any:
    """The picture with the list moved by half its way; afterwards it stands as before."""
    was = one.scroll_x, one.scroll_y
    one.scroll_x, one.scroll_y = ((each + 0.5) % 1 for each in was)
    offscreen.settle(MOVED)
    changed = _picture()
    one.scroll_x, one.scroll_y = was
    offscreen.settle(MOVED)
    return changed


def _picture() -> Any:
    """What the window shows, as rows from its foot of pixels of four bytes."""
    whole = Fbo(size=Window.size, with_stencilbuffer=True)
    whole.bind()
    Window.dispatch("on_draw")
    whole.release()
    return np.frombuffer(whole.pixels, np.uint8).reshape(Window.height, Window.width, 4)


def _clear(odd: Any, *places: Box) -> None:
    """What has changed at these places is no fault."""
    for there in places:
        low, left = (max(0, floor(edge) - EDGE) for edge in (there.bottom, there.left))
        odd[low : ceil(there.top) + EDGE, left : ceil(there.right) + EDGE] = False
