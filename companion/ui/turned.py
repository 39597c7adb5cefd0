"""A part of the screen turned towards a side of the table; touches turn with it."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.core.window import Window
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.input import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget


def stands(turn: float) -> bool:
    """Is a screen that fills the window, turned so, higher than wide?"""
    return bool((Window.width < Window.height) == (turn % 180 == 0))


class Turned(Widget):
    """Holds one child, turned by `angle` degrees anticlockwise about the middle and fitted to the room there is."""

    angle = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._rotate = Rotate(angle=self.angle, origin=self.center)
        with self.canvas.after:
            PopMatrix()
        for name in ("pos", "size", "angle", "children"):
            self.fbind(name, self.place)
        self.place()

    def hold(self, child: Widget, angle: float) -> None:
        """Hold another child, turned so; the one before stays as it was, or it would be laid out for nothing."""
        self.clear_widgets()
        self.angle = angle
        self.add_widget(child)

    def place(self, *_: object) -> None:
        self._rotate.angle = self.angle
        self._rotate.origin = self.center
        lying = self.angle % 180 == 0
        for child in self.children:
            child.size = self.size if lying else (self.height, self.width)
            child.center = self.center

    def _turn(self, x: float, y: float, degrees: float) -> tuple[float, float]:
        angle = degrees * pi / 180
        dx, dy = x - self.center_x, y - self.center_y
        return self.center_x + dx * cos(angle) - dy * sin(angle), self.center_y + dx * sin(angle) + dy * cos(angle)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002 – Kivy passes it by name
        return self._turn(x, y, -self.angle)

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002 – Kivy passes it by name
        return self._turn(x, y, self.angle)

    def _inside(self, touch: MotionEvent, event: str) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(getattr(super(), event)(touch))
        touch.pop()
        return taken

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return self._inside(touch, "on_touch_down")

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return self._inside(touch, "on_touch_move")

    def on_touch_up(self, touch: MotionEvent) -> bool:
        return self._inside(touch, "on_touch_up")
