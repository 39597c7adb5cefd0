"""The widget layer: panels, words, icons and touch, from which every screen is made.

A widget that shows a view is always created *with* it (`Show`, `Each`), so its kv rule may read
`root.view` freely; a later view of the same kind is put into the same widget.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.lang.parser import global_idmap
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui import due, lines
from companion.ui.fitting import LEAST, fitted
from companion.ui.lines import fits, verb_within, words_of
from companion.ui.longlist import LongList
from companion.ui.marks import Band, Coin, Disc, Icon, Pip
from companion.ui.panel import Panel
from companion.ui.pen import lettering
from companion.ui.show import Column, Each, Row, Show, Snug, Tall, Tiles, Viewed
from companion.ui.theme import HERE, theme
from companion.views.common.parts import MARK, Button, Glyph
from companion.wording import _


class Wares(dict[str, str]):
    """The icon of a good by its letter; a good without a letter is called like its icon."""

    def __missing__(self, good: str) -> str:
        return good


GOODS = Wares(Y="good-luxury", K="good-military", R="good-industrial", B="good-consumer", G="good-alimentary")


FINGER = 9 / 25.4 * 160
"""The least width and height of what is touched, in dp: 9 mm."""


ROUNDS = 32
"""In a layout widths go down and heights come up again, a round for each level: cards in lists in cards need twenty.

Kivy gives up after ten rounds, logs an error, and shows the picture half laid out.
"""
Clock.max_iteration = ROUNDS


BETWEEN = 14
"""The room between two buttons, in dp."""
EDGE = 4
"""Px between words and the edge of their control, at least, where they are set smaller."""


class Hand(EventDispatcher):
    """Where every tap on a button arrives; the app and the tests listen here."""

    __events__ = ("on_press", "on_step", "on_figure", "on_hold", "on_own", "on_point")

    def on_press(self, button: Button) -> None: ...

    def on_step(self, value: int) -> None: ...

    def on_figure(self) -> None: ...

    def on_hold(self, seat: str, held: bool) -> None: ...

    def on_own(self, seat: str, held: bool) -> None: ...

    def on_point(self, x: float, y: float) -> None: ...


hand = Hand()


class Card(Panel, Viewed):
    """Something one can read: a panel whose contents stand below each other."""


class Words(Label):
    """Text in one of the type roles and tones of the theme, `times` as large as the role."""

    role = StringProperty("body")
    tone = StringProperty("ink")
    times = NumericProperty(1)

    @property
    def full(self) -> float:
        """How large the words are where they have room, in px."""
        return theme.size(self.role) * self.times


def marked(text: str, house: bool) -> str:
    """Words with a mark behind them where they tell a value of our own set."""
    return f"{text}{MARK}" if house else text


class Boxed(Words):
    """Words that wrap in the room they are given; where it is too small for them they are set smaller."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("text", "text_size", "role", "times", "shorten"):
            self.fbind(name, self._refit)

    def _refit(self, *_: object) -> None:
        self.font_size = fitted(self, self.full)


class Text(Boxed):
    """Words that fill the room they are given and wrap in it."""


class Tight(Words):
    """Words on one line, as wide as they are; within a control they are set smaller before they reach over its edge."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._soon = Clock.create_trigger(self._refit)  # when layouts have come to rest
        self._control: Widget | None = None
        for name in ("pos", "texture_size"):
            self.fbind(name, self._soon)
        for name in ("text", "times"):
            self.fbind(name, self.anew)

    def anew(self, *_: object) -> None:
        """As large as they may be, until it shows that there is no room."""
        self.font_size = self.full

    def _other_room(self, *_: object) -> None:
        """There is more or less room than before; that moves nothing that stands at the left edge of a control."""
        self.anew()
        self._soon()

    def _refit(self, *_: object) -> None:
        control = _control_of(self)
        if control is not self._control and control is not None:
            self._control = control
            control.fbind("width", self._other_room)
        if control is None or not self.text or control.width <= 1:
            return
        over = max(self.right - control.right + EDGE, control.x + EDGE - self.x)
        if over > EDGE and self.width > over:
            self.font_size = max(self.full * LEAST, self.font_size * (1 - over / self.width))


def _control_of(widget: Widget) -> Widget | None:
    """The control whose coordinates a widget shares, if it stands in one."""
    parent = widget.parent
    while parent is not None and parent.parent is not parent and not isinstance(parent, ScrollView):
        if isinstance(parent, Tap):
            return parent
        parent = parent.parent
    return None


class Para(Boxed):
    """Words as wide as their place and as high as they need."""


class Rule(Widget):
    """A hairline between things."""

    tone = StringProperty("hair")


class Bars(Widget):
    """How likely a reading is: a bar filled to `share`."""

    share = NumericProperty(0)
    tone = StringProperty("verdigris")


class Sentence(Row):
    """A line of words and icons, as wide as it is; where it may be `most` px wide at most its words are set smaller."""

    line = ObjectProperty(())
    most = NumericProperty(0)
    role = StringProperty("body")
    strong = StringProperty("strong")
    tone = StringProperty("ink")
    dim = NumericProperty(24)

    def __init__(self, **kwargs: object) -> None:
        self._icons: list[Icon] = []
        self._words: list[Tight] = []
        super().__init__(**kwargs)
        for name in ("line", "role", "strong", "tone", "dim", "most"):
            self.fbind(name, self.fill)
        self.fill()

    def _times(self) -> float:
        """How large the words are, in parts of their role's size."""
        if not self.most:
            return 1.0
        spacing = self.spacing / dp(1)
        return lines.times(*lines.widths(self.line, self.role, self.strong, self.dim, spacing), self.most)

    def fill(self, *_: object) -> None:
        """Show the line in the widgets there are, and in new ones where they do not suffice."""
        icons, words, row = iter(self._icons[:]), iter(self._words[:]), list[Widget]()
        times = self._times()
        for part in self.line:
            drawn, (role, text) = isinstance(part, Glyph), lines.said(part, self.role, self.strong)
            if drawn:
                tone = part.tone if part.tone != "ink" else self.tone
                row.append(_as(next(icons, None) or self._new(Icon), name=part.icon, tone=tone, dim=self.dim))
            if text or not drawn:
                tone = self.tone if drawn else part.tone or self.tone
                shown = {"text": text, "role": role, "tone": tone, "times": times}
                row.append(_as(next(words, None) or self._new(Tight), **shown))
        if row != self.children[::-1]:
            self.clear_widgets()
            for widget in row:
                self.add_widget(widget)

    def _new(self, kind: type[Icon] | type[Tight]) -> Icon | Tight:
        made = kind()
        (self._icons if kind is Icon else self._words).append(made)
        return made


def _as(widget: Widget, **properties: object) -> Widget:
    """The widget with these properties."""
    for name, value in properties.items():
        setattr(widget, name, value)
    return widget


class Tap(ButtonBehavior, Viewed):
    """Something to tap: its view is a button or has one; a closed one opens the rule that closes it.

    What is drawn smaller than a finger is touched as if it were as large.
    """

    def collide_point(self, x: float, y: float) -> bool:
        wide, high = self.reach
        return bool(abs(x - self.center_x) <= wide / 2 and abs(y - self.center_y) <= high / 2)

    @property
    def reach(self) -> tuple[float, float]:
        """How wide and how high the place is that a finger may touch, in px."""
        return max(self.width, dp(FINGER)), max(self.height, dp(FINGER))

    def on_release(self) -> None:
        hand.dispatch("on_press", getattr(self.view, "button", self.view))


class Holds(Widget):
    """What shows something for as long as a finger or a key holds it, and covers it again.

    `EVENT` is what the hand is given.
    """

    EVENT = "on_hold"

    @property
    def secret(self) -> str:
        """The seat whose gold it is; empty where there is nothing to hold."""
        return ""

    def hold(self) -> None:
        """A finger or a key goes down on it."""
        hand.dispatch(self.EVENT, self.secret, True)

    def let_go(self) -> bool:
        """It comes up again; True if it was held rather than tapped."""
        hand.dispatch(self.EVENT, self.secret, False)
        return True

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.secret or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self.hold()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.let_go()
        return True


class ActPanel(Tap, Panel):
    """The ground of a button: plain, primary, tab, quiet, or closed."""

    @staticmethod
    def tone_of(view: Button, part: str) -> str:
        """The tone of a button's label (`main`) or of the line below it (`second`)."""
        if not view.open:
            return "muted"
        if view.look == "primary":
            return "on_fill" if part == "main" else "on_fill_second"
        if view.look == "tab" and view.chosen:
            return "page"
        return "ink" if part == "main" else "muted"


class Act(ActPanel):
    """A button as wide as its words: what it does, and a note, or the reason that closes it.

    It is at least `least` dp wide, and `rim` dp wider than what is written on it.
    """

    least = NumericProperty(120)
    rim = NumericProperty(48)


class BroadAct(ActPanel):
    """A button as wide as its place: words that are too long for it wrap, and only then are set smaller."""

    share = staticmethod(due.wide)

    @staticmethod
    def words_wide(view: Button) -> float:
        """How wide the words are on one line each, in px."""
        return due.words_wide(view) + EDGE


class Acts(Each):
    """Buttons as wide as their words; where `room` (px) is too small for that, or they are `spread`, they share it."""

    room = NumericProperty(0)
    spread = BooleanProperty(False)

    @staticmethod
    def wanted(buttons: Sequence[Button]) -> float:
        """How wide the buttons are beside each other, in px."""
        return sum(map(due.wide, buttons)) + dp(BETWEEN) * (len(buttons) - 1)


class GoldBox(Holds, Panel, Row):
    """A covered treasury: hold to look."""

    @property
    def secret(self) -> str:
        return str(self.view.key)


class Numeral(Panel, BoxLayout):
    """A number, such as of an office, as a Roman numeral on a porphyry square; `dim` dp wide."""

    number = NumericProperty(1)
    dim = NumericProperty(34)


ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def roman(number: int) -> str:
    """A small number in Roman numerals; nothing for 0."""
    return ROMAN[number]


global_idmap.update(words_of=words_of, fits=fits, verb_within=verb_within)
global_idmap.update(theme=theme, hand=hand, roman=roman, marked=marked, GOODS=GOODS, _=_)
Builder.load_file(str(HERE / "kit.kv"))

__all__ = [
    "Act",
    "ActPanel",
    "Acts",
    "Band",
    "BroadAct",
    "Card",
    "Coin",
    "Column",
    "Disc",
    "Each",
    "GoldBox",
    "Holds",
    "Icon",
    "LongList",
    "Panel",
    "Pip",
    "Row",
    "Show",
    "Snug",
    "Tall",
    "Tap",
    "Tiles",
    "Viewed",
    "hand",
    "lettering",
]
