"""The app: one window that shows what its desk says, and hands taps to it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import inf
from time import monotonic
from typing import Any

from kivy.app import App
from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window
from kivy.factory import Factory
from kivy.input import MotionEvent
from kivy.metrics import Metrics, dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.host.share_sheet import share_sheet
from companion.host.voice import Voice, speaker
from companion.presenters.common.distance_view import far
from companion.presenters.desk import Desk
from companion.presenters.shown_screen import View
from companion.ui import chrome, kit, lean, screens
from companion.ui.ahead import Ahead
from companion.ui.keyboard import Keyboard
from companion.ui.ring import Pointer
from companion.ui.show import Kept
from companion.ui.sounding import Sounding
from companion.ui.theme import theme
from companion.ui.tidy import Tidy
from companion.ui.turned import Turned, stands
from companion.views.common import acts
from companion.views.common.parts import Button, Sheet
from companion.views.common.task_acts import TapPicture
from companion.wording import wording

DESIGN = (1280, 800)
SMALLEST = 0.75
"""Below this nothing shrinks further: a finger must still find it."""
AWAY = 20
"""Seconds without a touch until the screen is made to be read from afar."""
TOAST = 6
"""Seconds a notice stays."""
BEAT = 1 / 30
"""Seconds between two looks at what sensors have reported."""
GUARD = 0.35
"""Seconds after a change of screen or speaker in which a tap at the same place was meant for the screen before."""
SAME_PLACE = 60
"""A tap within so many dp of the one before is at the same place."""
JUST_NOW = 1.0
"""Seconds in which a tap on the far-readable screen was meant for the one it covered."""
REGISTERED = (chrome, kit, lean)
PIECE = 0.02
"""Seconds between two modules of screens that are loaded while the window is not touched."""


def density(width: float, height: float) -> float:
    """How many px a dp has in a window of this size: the design is made for 1280 by 800, lying or standing."""
    return max(SMALLEST, min(max(width, height) / DESIGN[0], min(width, height) / DESIGN[1]))


class Face(FloatLayout):
    """The whole window: the screen of the desk's view, turned to whom it speaks to."""

    def __init__(self, desk: Desk, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self._look: tuple[object, ...] = ()
        self._stale = True
        self._fingers: dict[object, int] = {}
        self._peeking = ""
        self._stepping = False
        self._shown: tuple[Any, int] = (((), ()), 0)
        self._screens = 0
        self._deaf = False
        self._last_tap: tuple[float, float] = (-1e9, -1e9)
        self._changed_at, self._untouched = 0.0, False
        self._told = 0
        self.away = False
        self._left_at = 0.0
        self.kept = Kept(), Kept()
        self._on: tuple[str, bool] | None = None
        self._gold: Widget | None = None
        self.redressed: list[Callable[[], None]] = []
        self._soon = Clock.create_trigger(self.show)
        self.pointer = Pointer(self)
        self.keyboard = Keyboard(self)
        self.shown: list[Callable[[View], None]] = []
        self.seen: list[Callable[[], None]] = []
        self._turned = Turned(size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
        self.add_widget(self._turned)
        desk.refresh.append(self.mark)
        desk.clipboard, desk.share_sheet = _copied, share_sheet()
        Window.bind(size=self._resized)
        kit.hand.bind(**self._heard())
        self.show()

    def _heard(self) -> dict[str, Callable[..., None]]:
        return {
            **{"on_press": self._press, "on_step": self._step, "on_figure": self._figure, "on_hold": self._hold},
            **{"on_own": self._own, "on_point": self._point},
        }

    @property
    def screen(self) -> Widget | None:
        """The screen that is shown."""
        return self._turned.children[0] if self._turned.children else None

    @property
    def speaking(self) -> Widget | None:
        """The screen that speaks to one seat, if it is shown."""
        return self.screen if self._on is not None and self._on[0] == "Speaking" else None

    @property
    def other(self) -> Widget | None:
        """The screen that speaks to one seat for the person round the corner from it, if it was made."""
        return self.kept[not self._on[1]].get("Speaking") if self._on is not None else None

    def prepare_other(self) -> None:
        """Make the screen for the person round the corner, of what is shown now."""
        if self.speaking is not None and self._on is not None:
            high, wide = self.speaking.size
            self.kept[not self._on[1]].prepare("Speaking", self.speaking.view, (wide, high))

    @property
    def settled(self) -> bool:
        """Has the screen been there long enough that somebody may mean it?"""
        return monotonic() - self._changed_at >= GUARD

    def hear(self) -> None:
        """What is pressed by a key is heard, whatever the fingers did before."""
        self._deaf = False

    def mark(self) -> None:
        """The view may have changed: it is made anew with the next frame."""
        self._stale = True
        self._soon()

    def show(self, *_: object) -> None:
        """Put the desk's view on the window if it has changed.

        While a finger is down nothing changes, except what it holds: an uncovered treasury, a number that goes on.
        """
        if not self._stale or (self._fingers and not (self._peeking or self._stepping)):
            return
        self._stale = False
        self._redress()
        if self.desk.look.toast != self._told:
            self._told = self.desk.look.toast
            Clock.schedule_once(lambda _seconds, entry=self._told: self.desk.quiet(entry), TOAST)
        view = self.desk.view()
        away = far(view) if self.away else None
        screen = "FarScreen" if away else "Speaking" if isinstance(view, Sheet) else f"{type(view).__name__}Screen"
        self._put(screen, away or view, view.turn if isinstance(view, Sheet) else 0)
        self._guard(view)
        self._lay_own()
        for seen in self.shown:
            seen(view)

    def _lay_own(self) -> None:
        """Above the screen lies the gold that somebody holds open."""
        if self._gold is not None:
            self.remove_widget(self._gold)
            self._gold = None
        if (own := self.desk.own()) is not None:
            self._gold = Factory.OwnGoldLay(view=own)
            self.add_widget(self._gold)

    def _put(self, screen: str, view: object, turn: float) -> None:
        """Show a view in the screen on the window, or in another one; the one before waits to be shown again.

        A screen that stands upright has widgets of its own: what is wide in one lies low in the other.
        """
        if type(getattr(view, "body", view)).__name__ in screens.FIRST:
            import_module(screens.FIRST_MODULE)
        else:
            screens.register()
        upright = stands(turn)
        if self._on == (screen, upright):
            self._turned.angle = turn
            self._turned.children[0].view = view
            return
        self._turned.hold(self.kept[upright].showing(screen, view), turn)
        self._on = screen, upright

    def _guard(self, view: View) -> None:
        """Start the guard when the screen asks another player, or asks something else."""
        asks, entry = _question(view), self.desk.look.entry
        (before, buttons), booked = self._shown
        if asks[0] != before or (asks[1] != buttons and entry != booked):
            self._changed_at, self._untouched = inf, True
            self._screens += 1
            Window.bind(on_flip=self._drawn)
        self._shown = asks, entry

    def _drawn(self, *_: object) -> None:
        """The changed screen can be seen: from now on somebody may mean it."""
        Window.unbind(on_flip=self._drawn)
        self._changed_at = monotonic()
        for tell in self.seen:
            tell()

    def step_back(self, _seconds: float = 0) -> None:
        """The room is empty: show what is due so that it is read from across the room."""
        self.away, self._left_at = True, monotonic()
        self.mark()

    def _redress(self) -> None:
        """Another theme, size of words or language: every widget is made anew."""
        look = (self.desk.dark, self.desk.scale, wording.language, density(*Window.size))
        if look != self._look:
            self._look = look
            if Metrics.density != look[-1]:  # even the same one again would be told to every widget there is
                Metrics.density = look[-1]
            theme.dark, theme.scale = self.desk.dark, self.desk.scale
            Window.clearcolor = theme.tone("page")
            self._turned.clear_widgets()
            self.kept = Kept(), Kept()
            self._on = None
            for tell in self.redressed:
                tell()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self._meant_for_another(touch):
            return True
        self._wake()
        self.keyboard.forget()
        self._fingers[touch.uid] = self._screens
        self._deaf = False
        return bool(super().on_touch_down(touch))

    def _wake(self) -> None:
        """Somebody is here again; a screen that was covered just now takes the touch that was meant for it."""
        if self.away:
            self.away = False
            self.mark()
            if monotonic() - self._left_at < JUST_NOW:
                self.show()

    def _meant_for_another(self, touch: MotionEvent) -> bool:
        """Does the touch repeat the tap that changed the screen?"""
        (x, y), reach = self._last_tap, dp(SAME_PLACE)
        near = abs(touch.x - x) < reach and abs(touch.y - y) < reach
        return near and self._untouched and monotonic() - self._changed_at < GUARD

    def on_touch_up(self, touch: MotionEvent) -> bool:
        began = self._fingers.pop(touch.uid, None)
        # What the finger holds is released only after this: no other view may be put below it until then,
        # and a finger that was laid down before another one decided something is not heard.
        self._deaf = began is not None and began != self._screens
        if began is not None:
            self._last_tap = touch.pos
            self._untouched = self._untouched and self._deaf
        taken = super().on_touch_up(touch)
        self._stepping = False
        if self._peeking and not self._fingers:
            self.desk.hold(self._peeking, False)
            self._peeking = ""
        self._soon()
        return bool(taken)

    def _resized(self, *_: object) -> None:
        self.mark()

    def close(self) -> None:
        """Let go of the hand, the desk and the window."""
        Window.unbind(size=self._resized)
        self.pointer.close()
        self.keyboard.close()
        kit.hand.unbind(**self._heard())
        self.desk.refresh.remove(self.mark)

    def _press(self, _hand: object, button: Button) -> None:
        if self._deaf:
            return
        before = self._asked()
        self.desk.press(button)
        if self._fingers and self._asked() != before:
            self._screens += 1

    def _step(self, _hand: object, value: int) -> None:
        self._stepping = bool(self._fingers)
        self.desk.step(value)

    def _figure(self, _hand: object) -> None:
        self.desk.do(acts.AskNumber())

    def _point(self, _hand: object, x: float, y: float) -> None:
        self.desk.do(TapPicture(x, y))

    def _asked(self) -> tuple[object, ...]:
        return self.desk.look.screen, self.desk.look.entry

    def _hold(self, _hand: object, seat: str, held: bool) -> None:
        self._peeking = seat if held else ""
        self.desk.hold(seat, held)

    def _own(self, _hand: object, seat: str, held: bool) -> None:
        self._peeking = seat if held else ""
        if held:
            self.desk.look_at_own(seat)
        else:
            self.desk.hold(seat, False)


def _copied(text: str) -> None:
    """Put a text where other programs paste from: by the window's own library, which needs no program beside it."""
    from kivy.core.clipboard.clipboard_sdl2 import ClipboardSDL2

    ClipboardSDL2().copy(text)


def _question(view: View) -> tuple[tuple[object, ...], tuple[str, ...]]:
    """Which screen speaks to whom, and the buttons of its action bar: a tap on one answers these."""
    bar = view.bar if isinstance(view, Sheet) else None
    held = (*bar.choices, bar.primary) if bar else ()
    names = tuple(one.label for one in held if isinstance(one, Button))
    return (type(getattr(view, "body", view)), view.band if isinstance(view, Sheet) else ""), names


class CompanionApp(App):
    """The app; `poll` takes in what sensors have reported since, on the thread that owns the session."""

    title = "Companion"

    def __init__(
        self, desk: Desk, poll: Callable[[], object] | None = None, voice: Voice | None = None, **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self.poll = poll
        self.sounding = Sounding(desk, voice or Voice(speaker()))
        self.face: Face | None = None
        self._clock = -1
        self._more: ClockEvent | None = None
        self._begun = False

    def build(self) -> Face:
        self.face = Face(self.desk)
        self.face.shown.append(self.sounding.shown)
        self._tidy = Tidy()
        self.face.redressed.append(self._tidy.whole)
        self.face.seen.append(self._tidy.touched)
        self._ahead = Ahead(self.face)
        Window.bind(on_touch_down=self._touch, on_touch_move=self._touch, on_touch_up=self._touch)
        self._alone = Clock.create_trigger(self.face.step_back, AWAY)
        if self.desk.peopled:
            # Those who watch a drawn table want to see all of it.
            self._alone()
        self._beats = Clock.schedule_interval(self._beat, BEAT)
        return self.face

    def on_start(self) -> None:
        Clock.schedule_once(lambda _seconds: Clock.schedule_once(self._begin, PIECE), 0)

    def _begin(self, _seconds: float) -> None:
        """The first picture stands: now what it did not need."""
        self._tidy.start()
        self._more = Clock.schedule_interval(self._load_more, PIECE)
        self._begun = True

    def _load_more(self, _seconds: float) -> None:
        """Load the next screens and make their widgets, so that a tap does not wait for them."""
        name = next(screens.unregistered(), "")
        if not name and self._tidy.paused:
            self._ahead.go(self._tidy.quiet)
        elif name and self._tidy.quiet:
            import_module(name)

    def _touch(self, *_: object) -> None:
        self._tidy.touched()
        if self.desk.peopled:
            self._alone.cancel()
            self._alone()

    def _beat(self, _seconds: float) -> None:
        if self.poll is not None and self._begun:
            self.poll()
        if self.desk.preferences.clock and self.desk.clock != self._clock:
            self._clock = self.desk.clock
            self.desk.notify()
        if self.face is not None and self.desk.live:
            self.face.mark()

    def on_stop(self) -> None:
        self.sounding.close()
        self._beats.cancel()
        if self._more is not None:
            self._more.cancel()
        self._tidy.stop()
        Window.unbind(on_touch_down=self._touch, on_touch_move=self._touch, on_touch_up=self._touch)
        if self.face is not None:
            self.face.close()
            self.face = None
