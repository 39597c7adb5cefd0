"""The overview: no top or bottom, every seat card turned to its owner."""

from __future__ import annotations

from pathlib import Path

from kivy.factory import Factory
from kivy.graphics import Color, SmoothTriangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.own import OwnTap
from companion.ui.theme import theme
from companion.ui.turned import Turned
from companion.views.common.overview import SeatCard
from companion.views.common.parts import TURNS

DEPTH = 124
"""How far a seat card reaches into the table, in dp."""


SLIM = 1000
"""Below so many dp the long sides have room for two lines only."""
FEW = 4
"""So many goods still stand in one line with everything else at a long side."""
LETTERS = 11
"""So many letters of a name stand in one line with everything else at a short side; a good takes the room of two."""


class SeatTap(OwnTap):
    """A seat card: a tap opens it; held, it shows its owner's gold until it is let go."""


class DuePointer(Drawn):
    """A gold triangle that grows from the card of the seat that is due towards the middle."""

    side = StringProperty("south")

    DRAWS = ("pos", "size", "side")

    def draw(self) -> None:
        self.canvas.clear()
        x, y, long, short = self.x + self.width / 2, self.y + self.height / 2, dp(19), dp(8)
        dx, dy = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[self.side]
        tip = (x + dx * short, y + dy * short)
        base = (x - dx * short, y - dy * short)
        with self.canvas:
            Color(*theme.tone("gold"))
            left = (base[0] - dy * long, base[1] + dx * long)
            right = (base[0] + dy * long, base[1] - dx * long)
            SmoothTriangle(points=(*left, *right, *tip))


class Seats(FloatLayout):
    """The seat cards at the four sides; two share a side when five play."""

    cards = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "cards"):
            self.fbind(name, self.lay)
        self.lay()

    def lay(self, *_: object) -> None:
        if self.width < dp(400) or [w.seat_card for w in self.children[::-1] if hasattr(w, "seat_card")] == self.cards:
            self._place_all()
            return
        self.clear_widgets()
        for side in TURNS:
            sharing = [card for card in self.cards if card.side == side]
            for place, card in enumerate(sharing):
                self.add_widget(self._turned(card, place, len(sharing)))
        due = [card.side for card in self.cards if card.state == "due"]
        if len(due) == 1:
            self.add_widget(DuePointer(side=due[0], size_hint=(None, None), size=(dp(40), dp(40))))
        self._place_all()

    def _turned(self, card: SeatCard, place: int, sharing: int) -> Turned:
        turned = Turned(angle=TURNS[card.side], size_hint=(None, None))
        turned.seat_card, turned.share = card, (place, sharing)
        turned.add_widget(Factory.get(_box(card, sharing, self.width < dp(SLIM)))(view=card))
        return turned

    def _place_all(self) -> None:
        for turned in sorted(self.children, key=lambda child: isinstance(child, DuePointer)):
            if hasattr(turned, "seat_card"):
                self._place(turned, turned.seat_card.side, *turned.share)
            elif isinstance(turned, DuePointer):
                turned.center = self._tip(turned.side)

    def _tip(self, side: str) -> tuple[float, float]:
        """Where the pointer towards a side stands: just before the card that is due."""
        card = next(w for w in self.children if hasattr(w, "seat_card") and w.seat_card.state == "due")
        gap = dp(7)
        return {
            "south": (card.x + card.width / 2, card.y + card.height + gap),
            "north": (card.x + card.width / 2, card.y - gap),
            "west": (card.x + card.width + gap, card.y + card.height / 2),
            "east": (card.x - gap, card.y + card.height / 2),
        }[side]

    def _place(self, turned: Turned, side: str, place: int, sharing: int) -> None:
        deep = dp(DEPTH)
        if side in ("south", "north"):
            whole = min(self.width - dp(2 * 150), dp(720) if sharing == 1 else dp(980))
            wide = (whole - dp(12) * (sharing - 1)) / sharing
            x = self.x + (self.width - whole) / 2 + place * (wide + dp(12))
            turned.size = (wide, deep)
            turned.pos = (x, self.y if side == "south" else (self.y + self.height) - deep)
        else:
            whole = min(self.height - dp(2 * 130), dp(504) if sharing == 1 else dp(540))
            tall = (whole - dp(12) * (sharing - 1)) / sharing
            y = self.y + (self.height - whole) / 2 + place * (tall + dp(12))
            turned.size = (deep, tall)
            turned.pos = (self.x if side == "west" else (self.x + self.width) - deep, y)


def _box(card: SeatCard, sharing: int, slim: bool) -> str:
    """The box that has room for everything on a card; a mark of trouble beside a short side needs two lines.

    A game has a `Box`, a `Side` and a `Small` one, named after its card.
    """
    tight = len(card.person.name) + 2 * card.crowd > LETTERS
    if sharing > 1:
        size = "Small"
    elif card.side in ("south", "north"):
        size = "Box" if card.crowd <= FEW and not slim else "Small"
    else:
        size = "Small" if tight or card.state in ("differs", "lost") else "Side"
    return f"{type(card).__name__}{size}"


class Middle(kit.Column):
    """What is due, turned to the player it is due from."""


class Corners(FloatLayout):
    """A button in every corner, near everybody."""

    view = ObjectProperty(rebind=True)


class OverviewScreen(FloatLayout):
    """The whole table."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
