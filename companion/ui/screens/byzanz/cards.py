"""Cards as they lie, the faces one may tap, and the list of players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout

from companion.ui import kit
from companion.ui.show import fit
from companion.views.byzanz.cards import Faces, Ware
from companion.views.common.parts import Button


class ByzCard(kit.Tap, kit.Panel):
    """A card, a back or a gap; a tap does what its button says. Without one it is meant for what lies below."""

    dim = NumericProperty(64)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return self.view.button is not None and bool(super().on_touch_down(touch))


class ByzRow(kit.Each):
    """Cards side by side, each `dim` dp wide."""

    dim = NumericProperty(64)


CORNER = dp(8)
"""How far from the ends of its edges what shows of a card below another one ends, in px."""
APART, HIGH = 51, 1.42
"""A card of so many dp is as wide as a finger, with the gap beside it; cards are so many times as high as wide."""


class ByzStack(StackLayout):
    """Cards side by side that go on in the next line, each `dim` dp wide."""

    of = StringProperty("ByzCard")
    items = ListProperty([])
    dim = NumericProperty(64)

    def __init__(self, **kwargs: object) -> None:
        self.laid, self.spare = "", dict[str, list[Any]]()
        super().__init__(**kwargs)

    @staticmethod
    def beside(cards: Sequence[Ware], width: float, height: float = 0) -> int:
        """How wide cards may be to lie on one line, or on several where that is too narrow; in dp.

        Where one may be taken back, or they have `height` dp, each is as wide as a finger, on as many lines as that
        takes.
        """
        count = len(cards)
        if any(card.button for card in cards):
            return APART
        side = int((width - 1 - 6 * (count - 1)) / max(1, count))
        lines = -(-count // max(1, int((width + 5) // (APART + 6))))
        if height and side < APART and lines * (APART * HIGH + 6) <= height:
            return APART
        return min(APART, side) if side >= 32 else 34

    def on_items(self, *_: object) -> None:
        fit(self)

    def on_of(self, *_: object) -> None:
        fit(self)


class ByzStackPlace(ScrollView):
    """A stack of `items` with `room` dp in height, at `most` so many px high: what is beyond is scrolled to."""

    items = ListProperty([])
    room = NumericProperty(0)
    most = NumericProperty(1000)


class ByzFaceTap(kit.Tap, kit.Panel):
    """A face one may lay, with the edges of those below it where several of it lie in a `pile`."""

    pile = NumericProperty(1)

    @staticmethod
    def beside(by: float, pos: tuple[float, float], size: tuple[float, float]) -> list[float]:
        """The upper and the right edge of a card that lies so many px beside this one."""
        left, low, right, top = pos[0], pos[1], pos[0] + size[0] + by, pos[1] + size[1] + by
        return [left + CORNER, top, right - CORNER / 2, top, right, top - CORNER / 2, right, low + CORNER]

    def on_release(self) -> None:
        if self.view.open:
            super().on_release()


class ByzFacesBox(kit.Column):
    """All faces one may lay."""

    @staticmethod
    def ordered(view: Faces, across: int) -> list[Button]:
        """The faces row by row; where two rows hold them all, the merchant ends the first."""
        merchant = [view.merchant] if view.merchant else []
        at = across - 1 if across > len(view.goods) // 2 else len(view.goods)
        return [*view.goods[:at], *merchant, *view.goods[at:]]


class ByzOffer(kit.Panel, kit.Row):
    """An offer card: its number on porphyry."""


class ByzPlayerTap(kit.Tap, kit.Panel):
    """A player in the list, `deep` dp high."""

    deep = NumericProperty(72)


class ByzFacesPlace(ScrollView):
    """The faces, at `most` so many px high: what is beyond is scrolled to."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    most = NumericProperty(1000)


class ByzPlayersBox(kit.Column):
    """Everybody below each other; on a low window in low lines, without the note."""


class ByzPlayersStrip(kit.Column):
    """Everybody side by side."""


class ByzFrame(kit.Viewed):
    """What all screens of a round share: the players or a sale at one edge, and the subject beside it."""

    subject = StringProperty("")
    aside = ObjectProperty(None, allownone=True)
    least = NumericProperty(0)
    """The dp that the subject is high at least beside a sale in portrait: it is scrolled then."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
