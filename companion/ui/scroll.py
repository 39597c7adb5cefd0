"""A list that is longer than its frame, in Kivy's own way, at a table where several hands touch the tablet at once."""

from __future__ import annotations

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.scrollview import ScrollView

STEP = 1 / 20
"""Seconds of one step of the spring at most: beyond two thirds of one Kivy's spring swings wider with every picture."""
NEAR = 1
"""So many px beyond its end a list that hardly moves is at its end: it may lie between two of them."""
FASTEST = 8000
"""No list is thrown faster, in dp a second: a stroke that waited in a queue seems to have taken no time at all."""


class Spring(DampedScrollEffect):
    """What carries a list on and brings it back from beyond its end, however late a picture comes."""

    velocity: float
    round_value = BooleanProperty(False)  # Kivy rounds to beyond an end between two px, and springs back, for ever

    def stop(self, val: float, t: float | None = None) -> None:
        """The finger lets go at `val`, in px, at `t`, in seconds."""
        super().stop(val, t)
        self.velocity = max(-dp(FASTEST), min(self.velocity, dp(FASTEST)))

    def update_velocity(self, dt: float) -> None:
        """One step, `dt` seconds after the last."""
        super().update_velocity(min(dt, STEP))
        slow, near = abs(self.velocity) <= self.min_velocity, abs(self.overscroll) < NEAR
        if slow and near and not self.is_manual:
            self.value = self._rest()

    def _rest(self) -> float:
        """Where a list comes to rest that has nearly done so: at whole px, or at its end."""
        low, high = sorted((self.min, self.max))
        inside = max(low, min(self.value, high))
        return inside if inside in (low, high) else max(low, min(round(inside), high))


class Scroll(ScrollView):
    """A `ScrollView` that a finger moves until that finger leaves it, whatever others do meanwhile.

    Kivy forgets the finger that moves a list when any other leaves that was laid down beside it, and when another one
    touches a button in it: what was pulled beyond its end then stayed there, out of sight.
    """

    effect_cls = ObjectProperty(Spring, allownone=True)
    _touch: MotionEvent | None

    def on_touch_down(self, touch: MotionEvent) -> bool | None:
        """A finger is laid down; while another one moves the list it is for what stands in it alone."""
        moving = self._touch
        taken: bool | None = super().on_touch_down(touch)
        if moving and taken:
            touch.ungrab(self)
            self._touch = moving
        return taken

    def on_scroll_stop(self, touch: MotionEvent, check_children: bool = True) -> bool | None:
        """A finger leaves."""
        moving = self._touch
        taken: bool | None = super().on_scroll_stop(touch, check_children)
        if moving and moving is not touch:
            self._touch = moving
        return taken
