"""The app: one window that shows what its desk says, and hands taps to it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.factory import Factory
from kivy.input import MotionEvent
from kivy.metrics import Metrics
from kivy.uix.floatlayout import FloatLayout

from companion.presenters.care import LIVE
from companion.presenters.desk import Desk
from companion.ui import chrome, kit, screens
from companion.ui.theme import theme
from companion.ui.turned import Turned
from companion.views.common import acts
from companion.views.common.distance_view import far
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
"""Seconds between two looks at what sensors have said."""
REGISTERED = (chrome, kit, screens)


def density(width: float, height: float) -> float:
    """How many px a dp has in a window of this size: the design is made for 1280 by 800, lying or standing."""
    return max(SMALLEST, min(max(width, height) / DESIGN[0], min(width, height) / DESIGN[1]))


class Face(FloatLayout):
    """The whole window: the screen of the desk's view, turned to whom it speaks to."""

    def __init__(self, desk: Desk, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self._dress: tuple[object, ...] = ()
        self._stale = True
        self._touched = False
        self._told = 0
        self.away = False
        self._soon = Clock.create_trigger(self.show)
        self._turned = Turned(size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
        self.add_widget(self._turned)
        desk.refresh.append(self.mark)
        Window.bind(size=self._resized)
        kit.hand.bind(**self._heard())
        self.show()

    def _heard(self) -> dict[str, Callable[..., None]]:
        return {
            **{"on_press": self._press, "on_step": self._step, "on_figure": self._figure, "on_hold": self._hold},
            "on_point": self._point,
        }

    def mark(self) -> None:
        """The view may have changed: it is made anew with the next frame."""
        self._stale = True
        self._soon()

    def show(self, *_: object) -> None:
        """Put the desk's view on the window if it has changed; nothing turns while a finger is down."""
        if not self._stale or self._touched:
            return
        self._stale = False
        self._redress()
        if self.desk.look.toast != self._told:
            self._told = self.desk.look.toast
            Clock.schedule_once(lambda _seconds, entry=self._told: self.desk.quiet(entry), TOAST)
        view = self.desk.view()
        away = far(view) if self.away else None
        screen = "FarScreen" if away else "Speaking" if isinstance(view, Sheet) else "OverviewScreen"
        self._turned.angle = view.turn if isinstance(view, Sheet) else 0
        shown = self._turned.children[0] if self._turned.children else None
        if shown is not None and type(shown).__name__ == screen:
            shown.view = away or view
        else:
            self._turned.clear_widgets()
            self._turned.add_widget(Factory.get(screen)(view=away or view))

    def step_back(self, _seconds: float = 0) -> None:
        """The room is empty: show what is due so that it is read from across the room."""
        self.away = True
        self.mark()

    def _redress(self) -> None:
        """Another theme, size of words or language: every widget is made anew."""
        dress = (self.desk.dark, self.desk.scale, wording.language, density(*Window.size))
        if dress != self._dress:
            self._dress = dress
            Metrics.density = dress[-1]
            theme.dark, theme.scale = self.desk.dark, self.desk.scale
            Window.clearcolor = theme.tone("page")
            self._turned.clear_widgets()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self._touched = True
        self.away, woken = False, self.away
        if woken:
            self.mark()
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        taken = super().on_touch_up(touch)
        self._touched = False
        self.show()
        return bool(taken)

    def _resized(self, *_: object) -> None:
        self.mark()

    def close(self) -> None:
        """Let go of the hand, the desk and the window."""
        Window.unbind(size=self._resized)
        kit.hand.unbind(**self._heard())
        self.desk.refresh.remove(self.mark)

    def _press(self, _hand: object, button: Button) -> None:
        self.desk.press(button)

    def _step(self, _hand: object, value: int) -> None:
        self.desk.step(value)

    def _figure(self, _hand: object) -> None:
        self.desk.do(acts.AskNumber())

    def _point(self, _hand: object, x: float, y: float) -> None:
        self.desk.do(TapPicture(x, y))

    def _hold(self, _hand: object, seat: str, held: bool) -> None:
        self.desk.hold(seat, held)


class CompanionApp(App):
    """The app; `poll` takes in what sensors have reported since, on the thread that owns the session."""

    title = "Companion"

    def __init__(self, desk: Desk, poll: Callable[[], object] | None = None, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self.poll = poll
        self.face: Face | None = None

    def build(self) -> Face:
        self.face = Face(self.desk)
        self._alone = Clock.create_trigger(self.face.step_back, AWAY)
        if not self.desk.virtual:
            # People who watch the virtual table play want to see all of it.
            self._alone()
            Window.bind(on_touch_down=self._touch)
        Clock.schedule_interval(self._beat, BEAT)
        return self.face

    def _touch(self, *_: object) -> None:
        self._alone.cancel()
        self._alone()

    def _beat(self, _seconds: float) -> None:
        if self.poll is not None:
            self.poll()
        if self.face is not None and self.desk.look.screen in LIVE:
            self.face.mark()

    def on_stop(self) -> None:
        if self.face is not None:
            self.face.close()
            self.face = None
