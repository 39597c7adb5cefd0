"""Widgets that draw themselves: however often they are moved and changed, they are drawn once a frame."""

from __future__ import annotations

from typing import ClassVar

from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.ui import ink

_waiting: dict[Drawn, None] = {}


class Drawn(Widget):
    """A widget that is drawn anew in the next frame once one of the properties named in `DRAWS` has changed."""

    DRAWS: ClassVar[tuple[str, ...]] = ("pos", "size")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in self.DRAWS:
            self.fbind(name, self.redraw)
        self.redraw()

    def redraw(self, *_: object) -> None:
        """Draw it with the next frame."""
        if not _waiting:
            Window.canvas.ask_update()
        _waiting[self] = None

    def draw(self) -> None:
        """Draw it now."""
        raise NotImplementedError


def draw_all(*_: object) -> None:
    """Draw everything that waits for the frame, and write the words in it."""
    while _waiting:
        _waiting.popitem()[0].draw()
    ink.write()


Window.bind(on_draw=draw_all)
