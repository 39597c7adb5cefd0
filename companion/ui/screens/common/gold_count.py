"""Coins under the camera: tap one in the picture to say what it is worth."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, Rectangle, SmoothRoundedRectangle
from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp

from companion.ui import crops, kit
from companion.ui.screens.common.scan import ASKS, NIGHT, SURE, LivePicture
from companion.views.common.parts import Word
from companion.views.common.scan import MarkBox

__all__ = ["crops"]


class CoinPicture(LivePicture):
    """The picture with a small figure on each coin; a tap says where the finger was."""

    def _label(self, mark: MarkBox, corners: list[tuple[float, float]]) -> None:
        words = "".join(part.text for part in mark.line if isinstance(part, Word))
        letters = kit.lettering(words, "Strong", dp(15))
        width, height = letters.width + dp(10), dp(20)
        x = sum(spot[0] for spot in corners) / len(corners) - width / 2
        y = min(spot[1] for spot in corners) - height / 2
        Color(*NIGHT)
        SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(6)])
        Color(*(SURE if mark.sure else ASKS))
        spot = (round(x + (width - letters.width) / 2), round(y + (height - letters.height) / 2))
        Rectangle(texture=letters, pos=spot, size=letters.size)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        x, y, width, height = self._fitted()
        u, v = (touch.x - x) / width, 1 - (touch.y - y) / height
        if not (self.view.pixels and 0 <= u <= 1 and 0 <= v <= 1):
            return False
        kit.hand.dispatch("on_point", u, v)
        return True


class CoinCropTap(kit.Tap, kit.Panel):
    """An unknown coin, as it was seen."""


class CoinValueTap(kit.Tap, kit.Panel):
    """A value a coin may have."""


class CoinLine(kit.Tap, kit.Panel):
    """The coins of one value."""


class CoinAskBox(kit.Column):
    """What is this coin worth?"""


class CoinsScreen(kit.Row):
    """The coins, and what they are worth together."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
