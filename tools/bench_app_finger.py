"""A finger on the window of the running app: it finds what can be tapped, taps it and tells what that cost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.tests.common import UnitTestTouch
from kivy.uix.scrollview import ScrollView

from companion.ui import app
from companion.ui.kit import Tap
from companion.views.common import acts
from companion.views.common.parts import Button, Sheet
from companion.views.common.task_acts import BeginTask

ASIDE = (
    *(acts.Speak, acts.Prefer, acts.Start, acts.GoOn, acts.TakeBack, acts.Agree, acts.AgreeAll, acts.BackTo),
    *(acts.Challenge, BeginTask),
)
"""What the player by taps leaves alone: it would end the game, go back in it, or look after something else."""
AROUND = (acts.Ask, acts.Open)
"""What leads nowhere by itself and is tapped seldom."""
GAME = ("play", "choose")
OUT = ("new", "games", "count", "box")
"""Screens of another game than this one."""
Window.bind(on_flip=lambda *_: glFinish())
"""A picture is drawn to its end before it is shown, as where somebody sees it.

Off the screen nothing waits for that: pictures pile up, and a later tap pays for those before it.
"""
QUIET = 2
"""So many frames without a change: the picture stands still."""
MOST_FRAMES = 12


class Tapped(NamedTuple):
    """What one tap cost (processor time in s), the screen it led to, and whether that is another one than before."""

    cost: float
    screen: str
    changed: bool


def shown(face: Any) -> str:
    """What kind of screen is shown; before the first picture the one that will be."""
    view = face.desk.view() if face.screen is None else face.screen.view
    return type(view.body).__name__ if isinstance(view, Sheet) else type(view).__name__


def button_of(widget: Any) -> Button | None:
    """The button a tappable widget shows."""
    view = getattr(widget.view, "button", widget.view)
    return view if isinstance(view, Button) else None


def taps(widget: Any, clip: Any = None) -> Iterator[Any]:
    """Every tappable widget below this one whose middle can be seen and touched."""
    if isinstance(widget, Tap) and _seen(widget, clip):
        yield widget
    inner = widget if isinstance(widget, ScrollView) else clip
    for child in widget.children:
        yield from taps(child, inner)


def _seen(widget: Any, clip: Any) -> bool:
    x, y = widget.to_window(*widget.center)
    if not (0 < x < Window.width and 0 < y < Window.height):
        return False
    return clip is None or bool(clip.collide_point(*clip.parent.to_widget(x, y)))


def frames() -> None:
    """Let the loop of the app turn until its picture stands still."""
    quiet = 0
    for _ in range(MOST_FRAMES):
        quiet = 0 if Window.canvas.needs_redraw else quiet + 1
        EventLoop.idle()
        if quiet >= QUIET:
            return


class Finger:
    """Taps; somebody who looks at a changed screen before touching the same place again."""

    def __init__(self, face: Any) -> None:
        self.face = face
        self._last = (-1000.0, -1000.0)

    def tap(self, widget: Any) -> Tapped:
        """Tap the middle of a widget and wait until the picture stands still."""
        x, y = widget.to_window(*widget.center)
        if max(abs(x - self._last[0]), abs(y - self._last[1])) < app.SAME_PLACE:
            time.sleep(app.GUARD)
        self._last = (x, y)
        before, started = shown(self.face), time.process_time()
        finger = UnitTestTouch(x, y)
        finger.touch_down()
        EventLoop.idle()
        finger.touch_up()
        frames()
        cost = time.process_time() - started
        after = shown(self.face)
        return Tapped(cost, after, after != before)

    def open(self, act: Any) -> float:
        """Processor time until another screen stands still; as if the tap that leads there had just been released."""
        UnitTestTouch(-1, -1).touch_up()
        started = time.process_time()
        self.face.desk.do(act)
        frames()
        return time.process_time() - started


def choose(face: Any, chance: Random) -> Any:
    """What a player taps next: a move of the game rather than a look aside; None where only the menu leads back."""
    open_now = [(widget, button.command) for widget in taps(face) if (button := button_of(widget)) and button.open]
    back = [widget for widget, command in open_now if command == acts.Open("play")]
    if face.desk.look.screen not in GAME and chance.random() < 0.6:
        return back[0] if back else None
    there = [pair for pair in open_now if not isinstance(pair[1], ASIDE) and not _out(pair[1])]
    if chance.random() < 0.8:
        there = [pair for pair in there if not _nowhere(pair[1])] or there
    moves = [pair for pair in there if not type(pair[1]).__module__.endswith("acts")]
    pool = moves if moves and chance.random() < 0.6 else there
    return chance.choice(pool)[0] if pool else None


def _nowhere(command: Any) -> bool:
    """Does it only look at something, or take back what was chosen?"""
    undone = (isinstance(command, acts.Card) and command.by < 0) or command == acts.Filter("")
    return undone or isinstance(command, AROUND)


def _out(command: Any) -> bool:
    """Does it lead to another game?"""
    return isinstance(command, acts.Open) and command.screen in OUT
