"""A list that is longer than its frame, in Kivy's own way, at a table where several hands touch the tablet at once."""

from __future__ import annotations

from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView


class Scroll(ScrollView):
    """A `ScrollView` that a finger moves until that finger leaves it, whatever others do meanwhile.

    Kivy forgets the finger that moves a list when any other leaves that was laid down beside it, and when another one
    touches a button in it: what was pulled beyond its end then stayed there, out of sight.
    """

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
