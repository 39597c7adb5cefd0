"""A ring on the window round what somebody should look at: two lines of two tones, seen on every ground."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.core.window import Window
from kivy.graphics import Canvas, Color, SmoothLine
from kivy.metrics import dp
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.ui import controls as on_window
from companion.ui.controls import Box
from companion.ui.theme import theme

AIR = 2
"""So many dp lie between a control and its ring."""


class Ring:
    """A ring drawn into a canvas; `place` is where it is: left, bottom, width, height and radius in px."""

    def __init__(self, canvas: Canvas, outer: str, inner: str) -> None:
        self._tones = outer, inner
        self.place: list[float] = []
        with canvas:
            self._outer = Color(rgba=(0, 0, 0, 0))
            self._halo = SmoothLine(width=dp(3.5))
            self._inner = Color(rgba=(0, 0, 0, 0))
            self._ring = SmoothLine(width=dp(1.75))

    def show(self, box: Box | None) -> None:
        """Go round a box of the window, or away."""
        tones = tuple(map(theme.tone, self._tones)) if box else ((0, 0, 0, 0),) * 2
        if (tuple(self._outer.rgba), tuple(self._inner.rgba)) != tuple(map(tuple, tones)):
            self._outer.rgba, self._inner.rgba = tones
        if box is None:
            self.place = []
        else:
            self._go(*box)

    def _go(self, left: float, bottom: float, right: float, top: float) -> None:
        air = dp(AIR)
        place = [left - air, bottom - air, right - left + 2 * air, top - bottom + 2 * air, dp(10)]
        if place != self.place:
            self.place = place
            self._halo.rounded_rectangle = self._ring.rounded_rectangle = place


class Pointer:
    """Rings what the lesson's step on a `Face` speaks of; several controls at once wear one ring."""

    def __init__(self, face: Widget) -> None:
        self._face = face
        self.ring = Ring(face.canvas.after, "bar", "gold")
        Window.bind(on_flip=self.follow)

    def close(self) -> None:
        """Let go of the window."""
        Window.unbind(on_flip=self.follow)

    def follow(self, *_: object) -> None:
        """Go where the controls are that the step speaks of, or away."""
        hint = getattr(getattr(self._face.screen, "view", None), "hint", None)
        wanted = hint.at if hint is not None else ()
        self.ring.show(around(self._controls(wanted)) if wanted else None)

    def _controls(self, wanted: Sequence[object]) -> list[Widget]:
        return [each for each in on_window.controls(self._face.screen) if on_window.button_of(each) in wanted]


def around(controls: Sequence[Widget]) -> Box | None:
    """The box that holds what is seen of all these controls; None where nothing of them is seen."""
    boxes = [box for each in controls if (box := seen(each)) is not None]
    if not boxes:
        return None
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def seen(control: Widget) -> Box | None:
    """The part of a control on the window that no list hides; None where it is hidden."""
    left, bottom, right, top = on_window.window_box(control)
    parent = control.parent
    while parent is not None and parent.parent is not parent:
        if isinstance(parent, StencilView):
            x0, y0, x1, y1 = on_window.window_box(parent)
            left, bottom, right, top = max(left, x0), max(bottom, y0), min(right, x1), min(top, y1)
        parent = parent.parent
    return (left, bottom, right, top) if left < right and bottom < top else None
