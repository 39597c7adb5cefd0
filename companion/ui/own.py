"""What is held to see one's own gold: one's disc, and one's card or vote, which do something else when tapped."""

from __future__ import annotations

from typing import Any

from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.holding import Holding
from companion.ui.kit import FINGER, Holds, Tap, hand

HOLD = 0.35
"""Seconds after which a finger on a card holds it."""


class OwnDisc(Holds, FloatLayout):
    """Somebody's disc on a view that has a `person` and a `secret`; held, it shows that person's gold."""

    EVENT = "on_own"
    view = ObjectProperty(rebind=True)
    dim = NumericProperty(60)

    @property
    def secret(self) -> str:
        return str(self.view.secret)

    def collide_point(self, x: float, y: float) -> bool:
        reach = max(dp(FINGER), self.width, self.height) / 2
        return bool(abs(x - self.center_x) <= reach and abs(y - self.center_y) <= reach)


class OwnTap(Tap):
    """A tap does what its button says; held, it shows the gold of the seat that its view calls `secret`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._soon: Holding | None = None
        self._shows = ""

    @property
    def secret(self) -> str:
        """The seat whose gold shows while it is held; empty where none does."""
        return str(self.view.secret)

    def hold(self) -> None:
        """A finger or a key goes down on it."""
        if self.secret:
            self._soon = Holding(self._uncover, HOLD)

    def _uncover(self) -> None:
        self._shows = self.secret
        hand.dispatch("on_own", self._shows, True)

    def let_go(self) -> bool:
        """It comes up again; True if it was held rather than tapped."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        seat, self._shows = self._shows, ""
        if seat:
            hand.dispatch("on_own", seat, False)
        return bool(seat)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        taken = bool(super().on_touch_down(touch))
        if taken:
            self.hold()
        return taken

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        if not self.let_go():
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.state = "normal"
        return True
