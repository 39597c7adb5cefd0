"""The overview: no top or bottom, every seat card turned to its owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kivy.factory import Factory
from kivy.graphics import Color, SmoothTriangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.fitting import LEGIBLE, extent
from companion.ui.own import OwnTap
from companion.ui.show import Show
from companion.ui.theme import theme
from companion.ui.turned import Turned
from companion.views.common.overview import SeatCard
from companion.views.common.parts import TURNS

DEPTH = 124
"""How far a seat card reaches into the table, in dp."""


SLIM = 1000
"""Below so many dp the long sides have room for two lines only."""
LONG = {"south": (720, 980, 300), "north": (720, 980, 300), "west": (504, 540, 260), "east": (504, 540, 260)}
"""How long a seat card gets alone, two together, and what corners take of the side, in dp."""
GAP = 12
"""Between two cards of one side, in dp."""
AIR = 4
"""Px by which words may be longer than their letters one by one."""
TROUBLE = ("differs", "lost")
"""States of a card that bring a mark with them."""
MARK = 50
"""What the mark of trouble takes, in dp."""


class SeatTap(OwnTap):
    """A seat card: a tap opens it; held, it shows its owner's gold until it is let go."""


class OneLine:
    """A seat card on which everything stands in one line.

    Of its length `BESIDE` dp are not for words, nor `EACH` for each of the small things on it, nor what its `FIGURES`
    take.
    """

    BESIDE, EACH, FIGURES = 0, 0, 0

    @classmethod
    def room(cls, card: SeatCard, long: float) -> float:
        """How many px of a card of this length are left for its words."""
        digits = cls.FIGURES * extent(theme.face("figure"), theme.size("figure"), "00")
        mark = MARK if card.state in TROUBLE else 0
        return float(long - dp(cls.BESIDE + cls.EACH * card.crowd + mark) - digits)


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


class SeatPlace(Turned):
    """A seat card in a box, turned to its owner; the `nth` of those `sharing` its side."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._box = Show()
        self.add_widget(self._box)

    def show(self, card: SeatCard, place: int, sharing: int, box: str) -> None:
        """Show a card in a box of this class."""
        self.card, self.nth, self.sharing = card, place, sharing
        self.angle = TURNS[card.side]
        self._box.what = (box, card)


class Seats(FloatLayout):
    """The seat cards at the four sides; two share a side when five play."""

    cards = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        self._places: list[SeatPlace] = []
        self._pointer = DuePointer(size_hint=(None, None), size=(dp(40), dp(40)))
        super().__init__(**kwargs)
        for name in ("pos", "size", "cards"):
            self.fbind(name, self.lay)
        self.lay()

    def lay(self, *_: object) -> None:
        """Show every card in the box that has room for it, and place them."""
        if self.width >= dp(400) and self.cards:
            wanted = [(card, *place) for card, place in self._shared()]
            if len(wanted) != len(self._places):
                self._seat(len(wanted))
            for turned, (card, place, sharing) in zip(self._places, wanted, strict=True):
                turned.show(card, place, sharing, self._box(card, sharing))
        self._place_all()

    def _seat(self, many: int) -> None:
        """So many cards lie on the table from now on."""
        self.clear_widgets()
        self._places = [SeatPlace(size_hint=(None, None)) for _ in range(many)]
        for each in (*self._places, self._pointer):
            self.add_widget(each)

    def _shared(self) -> Iterator[tuple[SeatCard, tuple[int, int]]]:
        """Every card with its place among those that share its side."""
        for side in TURNS:
            sharing = [card for card in self.cards if card.side == side]
            for place, card in enumerate(sharing):
                yield card, (place, len(sharing))

    def _long(self, side: str, sharing: int) -> float:
        """How long the cards of a side are together, in px."""
        alone, two, corners = LONG[side]
        whole = self.width if side in ("south", "north") else self.height
        return float(min(whole - dp(corners), dp(alone if sharing == 1 else two)))

    def _box(self, card: SeatCard, sharing: int) -> str:
        slim = card.side in ("south", "north") and self.width < dp(SLIM)
        return _box(card, self._long(card.side, sharing) if sharing == 1 and not slim else 0)

    def _place_all(self) -> None:
        for turned in self._places:
            self._place(turned)
        due = [turned for turned in self._places if turned.card.state == "due"]
        self._pointer.opacity = float(len(due) == 1)
        if len(due) == 1:
            self._pointer.side = due[0].card.side
            self._pointer.center = _tip(due[0])

    def _place(self, turned: SeatPlace) -> None:
        side, sharing = turned.card.side, turned.sharing
        deep, whole = dp(DEPTH), self._long(side, sharing)
        long = (whole - dp(GAP) * (sharing - 1)) / sharing
        along = turned.nth * (long + dp(GAP)) - whole / 2
        if side in ("south", "north"):
            turned.size = (long, deep)
            y = self.y if side == "south" else self.y + self.height - deep
            turned.pos = (self.x + self.width / 2 + along, y)
        else:
            turned.size = (deep, long)
            x = self.x if side == "west" else self.x + self.width - deep
            turned.pos = (x, self.y + self.height / 2 + along)


def _tip(card: SeatPlace) -> tuple[float, float]:
    """Where the pointer stands: just before the card that is due."""
    gap = dp(7)
    return {
        "south": (card.x + card.width / 2, card.y + card.height + gap),
        "north": (card.x + card.width / 2, card.y - gap),
        "west": (card.x + card.width + gap, card.y + card.height / 2),
        "east": (card.x - gap, card.y + card.height / 2),
    }[card.card.side]


def _box(card: SeatCard, long: float) -> str:
    """The box in which nothing on a card of this length ends in dots; a mark beside a short side needs two lines.

    A game has a `Box`, a `Side` and a `Small` one, named after its card.
    """
    lying = card.side in ("south", "north")
    one = f"{type(card).__name__}{'Box' if lying else 'Side'}"
    small = f"{type(card).__name__}Small"
    if long <= 0 or (not lying and card.state in TROUBLE):
        return small
    return one if _words(card) <= Factory.get(one).room(card, long) else small


def _words(card: SeatCard) -> float:
    """How much room the words on a card need: the name as it is designed, what the person does as small as it gets."""
    name = extent(theme.face("name"), theme.size("name"), card.person.name)
    return max(name, extent(theme.face("small"), min(dp(LEGIBLE), theme.size("small")), card.verb)) + AIR


class LyingBar(kit.Viewed):
    """The round and its phases between those at the table: of its view `whole` is what there is room for."""

    whole = ObjectProperty(rebind=True)


class Middle(kit.Column):
    """What is due, turned to the player it is due from."""


class Corners(FloatLayout):
    """A button in every corner, near everybody."""

    view = ObjectProperty(rebind=True)


class OverviewScreen(FloatLayout):
    """The whole table."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
