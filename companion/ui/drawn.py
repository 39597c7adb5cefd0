"""Widgets that draw themselves: however often they are moved and changed, they are drawn once a frame."""

from __future__ import annotations

from typing import ClassVar

from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.ui import ink


class _Frame:
    """What the next picture of the window draws anew, and whether one was asked for."""

    def __init__(self) -> None:
        self.waiting: dict[Drawn, None] = {}
        self.asked = False


_next = _Frame()


class Drawn(Widget):
    """A widget that is drawn anew in the next frame once one of the properties named in `DRAWS` has changed."""

    DRAWS: ClassVar[tuple[str, ...]] = ("pos", "size")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in self.DRAWS:
            self.fbind(name, self.redraw)
        self.redraw()

    def redraw(self, *_: object) -> None:
        """Draw it with the next frame; what is not on the window asks for none."""
        if not _next.asked and self.get_root_window() is not None:
            _next.asked = True
            Window.canvas.ask_update()
        _next.waiting[self] = None

    def draw(self) -> None:
        """Draw it now."""
        raise NotImplementedError


def draw_all(*_: object) -> None:
    """Draw everything that waits, and write the words in it."""
    while _next.waiting:
        _next.waiting.popitem()[0].draw()
    _next.asked = False
    ink.write()


Window.bind(on_draw=draw_all)
