"""A construction turn."""

from __future__ import annotations

from pathlib import Path

from kivy.input import MotionEvent
from kivy.lang import Builder

from companion.ui import kit
from companion.ui.kit import hand


class HoldingBox(kit.Column):
    """A good and its count below it."""


class GoldBox(kit.Panel, kit.Row):
    """A covered treasury: hold to look."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        hand.dispatch("on_hold", self.view.key, True)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        hand.dispatch("on_hold", self.view.key, False)
        return True


class KindBox(kit.Panel, kit.Column):
    """One of the five kinds."""


class UsedBox(kit.Card):
    """A building used this round."""


class ActLine(kit.Tap, kit.Panel):
    """Something that can be done besides buying: use a building, swap goods."""


class TabTap(kit.Tap, kit.Panel):
    """One of the kinds to look at."""


class TileBox(kit.Tap, kit.Panel):
    """A building on the board."""


class ConstructionScreen(kit.Row):
    """A construction turn."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
