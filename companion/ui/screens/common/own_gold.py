"""One's own gold while it is held uncovered: before its owner, whatever the screen shows."""

from __future__ import annotations

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import kit
from companion.ui.turned import Turned
from companion.views.common.parts import TURNS

OWN = (860, 434)
"""How wide and deep what somebody sees of the own gold is at most, in dp."""

AROUND, LINE, EDGES = 60 + 96 + 24, 44, 14 + 14 + 4
"""How high the bar, the foot and the heading are together, a line of what changed, and the edges, in dp."""

COIN = 58
"""How wide a coin is with its edge, in dp."""


class OwnGoldBox(kit.Panel, kit.Column):
    """One's own gold, before its owner; a bar at the far edge tells the others that somebody looks."""

    @staticmethod
    def room(scale: float) -> int:
        """How many lines of what changed there is room for with words of this size, the newest first."""
        return int((OWN[1] - AROUND * scale - EDGES) / (LINE * scale))

    @staticmethod
    def gap(coins: int, room: float) -> float:
        """How far coins lie from each other; in little room they lie over each other, as in a hand."""
        fits = (room - dp(16) - coins * dp(COIN)) / max(1, coins - 1)
        return float(max(min(dp(6), fits), -0.75 * dp(COIN)))


class OwnGoldLay(FloatLayout):
    """Lays it at the side where its owner sits."""

    view = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._turned = Turned(angle=TURNS[self.view.side], size_hint=(None, None))
        self._turned.add_widget(Factory.OwnGoldBox(view=self.view))
        self.add_widget(self._turned)
        for name in ("pos", "size", "view"):
            self.fbind(name, self.lay)
        self.lay()

    def lay(self, *_: object) -> None:
        turned, side = self._turned, self.view.side
        lying = side in ("south", "north")
        along, across = (self.width, self.height) if lying else (self.height, self.width)
        wide, deep = min(along, dp(OWN[0])), min(across, dp(OWN[1]))
        turned.angle = TURNS[side]
        turned.size = (wide, deep) if lying else (deep, wide)
        turned.children[0].view = self.view
        turned.center_x, turned.center_y = self.center
        if lying:
            turned.y = self.y if side == "south" else self.top - deep
        else:
            turned.x = self.x if side == "west" else self.right - deep


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
