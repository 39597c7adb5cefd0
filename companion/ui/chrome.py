"""What frames every speaking screen: top bar, action bar, edge band, toast, and the turn towards a seat."""

from __future__ import annotations

from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.properties import AliasProperty, BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import due
from companion.ui.fitting import extent
from companion.ui.holding import Holding
from companion.ui.kit import Act, ActPanel, BroadAct, Column, Panel, Pip, Row, Tap, Viewed, Words, hand
from companion.ui.own import OwnDisc
from companion.ui.theme import HERE, theme
from companion.ui.top_room import chips_within, steps_within, top_within
from companion.views.common.parts import Stepper, Tag, Top

HOLD = 0.5
"""Seconds a step is held before it goes on by itself."""
FAST = 5
UNLAID = 100
"""The width in px that Kivy gives a widget which was not laid out yet."""


class RailStep(Tap, Panel):
    """One phase on the rail; the current one is a pill with its word."""


class DeviceChip(Tap, Panel):
    """Camera or trays in the top bar, with the mark of their state."""


class Tesserae(Row):
    """The rounds as small squares: past, current, to come."""

    round = NumericProperty(0)
    rounds = NumericProperty(0)

    def on_round(self, *_: object) -> None:
        self._lay()

    def on_rounds(self, *_: object) -> None:
        self._lay()

    def _lay(self) -> None:
        self.clear_widgets()
        for number in range(1, self.rounds + 1):
            fill = "past" if number < self.round else "on_bar" if number == self.round else ""
            self.add_widget(Pip(fill=fill, edge=fill or "coming"))


class PhaseRail(Row):
    """The phases in order, `gap` px between them, so that each is as wide as a finger."""

    steps = ObjectProperty(())
    gap = NumericProperty(8)


class TopBar(Row):
    """Round, phases, devices and menu; left of `free` px stands what a notice may cover for a moment."""

    free = NumericProperty(0)
    covered = BooleanProperty(False)

    within = staticmethod(steps_within)

    def _held(self) -> Top:
        """As much of the view as there is room for; all of it while nothing was laid out yet."""
        return self.view if self.width <= UNLAID else top_within(self.view, self.width)

    held = AliasProperty(_held, bind=("view", "width"), cache=True, rebind=True)


class TallTop(Column):
    """The same in portrait, in two lines; a notice covers the lower one. A note is left out where it has no room."""

    free = NumericProperty(0)
    covered = BooleanProperty(False)

    within = staticmethod(chips_within)

    @staticmethod
    def fits(note: str, room: float) -> bool:
        """Has a note room in so many px?"""
        return extent(theme.face("small"), theme.size("small"), note) <= room


class StepTap(ButtonBehavior, BoxLayout):
    """One step down or up; held, it goes on by fives."""

    name = StringProperty("minus")
    by = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._held: Holding | None = None
        self._went_on = False

    def on_press(self) -> None:
        self._went_on = False
        self._held = Holding(self._again, HOLD)

    def on_release(self) -> None:
        if self._held is not None:
            self._held.cancel()
        if not self._went_on:
            self.parent.step(self.by)

    def _again(self) -> None:
        if self.state == "down":
            self._went_on = True
            self.parent.step(FAST * self.by)
            self._held = Holding(self._again, HOLD)


class Figure(ButtonBehavior, Words):
    """The number of a stepper: tapping it asks for any value."""

    def on_release(self) -> None:
        hand.dispatch("on_figure")


class Chooser(Panel, Viewed):
    """A number between − and +; holding steps by five, tapping the figure asks for any value."""

    def step(self, by: int) -> None:
        """Move by one step."""
        self.set(self.view.value + by)

    def set(self, value: int) -> None:
        """Choose a number, not below the least and not above the most that may be known."""
        value = max(self.view.least, value)
        if self.view.most is not None:
            value = min(self.view.most, value)
        if value != self.view.value:
            hand.dispatch("on_step", value)


class Choice(Viewed):
    """A button or a stepper in the action bar, whichever the view is."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("view", self.fit)
        self.fit()

    BUTTON: type[ActPanel] = Act

    def fit(self, *_: object) -> None:
        """Show the view in a widget of its kind."""
        wanted = Chooser if isinstance(self.view, Stepper) else self.BUTTON
        if self.children and type(self.children[0]) is wanted:
            self.children[0].view = self.view
            return
        self.clear_widgets()
        self.add_widget(wanted(view=self.view))
        self.children[0].bind(width=self._follow)
        self.width = self.children[0].width

    def _follow(self, child: Widget, width: float) -> None:
        """Be as wide as what is shown; what was shown before may still come to rest."""
        if child in self.children:
            self.width = width


class TallChoice(Choice):
    """The same as wide as there is room."""

    BUTTON = BroadAct

    def fit(self, *_: object) -> None:
        super().fit()
        stepper = isinstance(self.view, Stepper)
        self.size_hint_x = None if stepper else due.wide(self.view)
        self.children[0].size_hint_x = None if stepper else 1


class DueBar(Row):
    """Undo, the person, one sentence, the choices, and the next step at the far right."""


class BarRow(Viewed):
    """A line of buttons, each with the share of the width that its words need."""


class TallDue(Column):
    """The same where the choices leave no room: the sentence, and below it the choices across the whole width."""

    rows = staticmethod(due.rows)


class ToastBar(Panel, Viewed):
    """What was just booked, and the way back; over the phases, so that nothing one needs is covered.

    Where it is `slim` the way back has no word; what is too long for one line in smaller words takes more, and what has
    a figure stands behind it.
    """

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(super().on_touch_down(touch)) or self.collide_point(*touch.pos)


class TagBox(Panel, Viewed):
    """A small word on its tint."""

    @staticmethod
    def tone_of(tag: Tag) -> str:
        """The tone of the words: gold's text is old gold, and nothing is written in saffron."""
        return {"gold": "gold_text", "saffron": "ink", "sunk": "ink"}.get(tag.tone, tag.tone)


class Speaking(Column):
    """A whole screen that speaks to one seat; `upright` in portrait."""

    upright = BooleanProperty(False)
    header = ObjectProperty(None, allownone=True, rebind=True)

    def on_view(self, *_: object) -> None:
        """What a notice covers can be neither seen nor touched meanwhile."""
        if self.header is not None and self.view is not None:
            self.header.covered = self.view.toast is not None

    on_header = on_view

    lies, deep = staticmethod(due.lies), staticmethod(due.deep)

    def screen(self, body: object) -> str:
        """The screen that shows a body: its class is named after the view."""
        return f"{type(body).__name__}Screen"


Builder.load_file(str(HERE / "chrome.kv"))

__all__ = ["Chooser", "OwnDisc", "Speaking", "StepTap", "ToastBar"]
