"""What is touched next: by a player who plays on and tries whatever was never touched, and by a monkey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from msgspec import Struct

from companion.ui import controls as on_window
from companion.ui.chrome import TallTop, TopBar
from companion.views.common import acts
from companion.views.common.parts import Button
from tools.bench_app_finger import OUT, Finger, choose, frames, shown

NEW = 0.35
"""How often a player tries something that was never touched in this run, rather than go on with the game."""
RARE, RARELY = 0.85, 20
"""The same on a screen that was touched less than so many times: who knows when it comes again."""
SEEK = 0.25
"""How often a player, or a monkey, sets out for where something is that was never touched, by ways gone before."""
ON = 12
"""So many taps who has set out goes on, whatever comes between: a way of four screens is seldom gone by chance."""
ALIKE = 0.5
"""How often a player lays one more card like the last."""
WILD = 0.15
"""How often a monkey does anything else than tap a control."""
ENDS = frozenset({acts.Start.__name__, acts.GoOn.__name__, *(f"{acts.Open.__name__} {screen}" for screen in OUT)})
"""What leads to another game, or to a screen before one; a player leaves it alone until the end."""
HOME = acts.Open("play")
"""What leads back to the game, whatever it shows just now."""
VAIN = 8
"""So often one comes to a screen in vain before one no longer sets out for it at this table."""
LEAVES = 0.7
"""How often a player leaves a screen that has shown nothing new for `RARELY` taps."""
KEYS = (9, 13, 27, 32, 273, 274, 275, 276, 282, 291, 49, 52, 104, 117, 47)
"""Tab, Enter, Esc, space, arrows, F1, F10, figures, letters."""


TOP = "top"
"""Where the buttons of the bar stand that lies above most screens and is one for all."""
LESSON = "lesson"
"""The same of a lesson's buttons."""


def place_of(widget: Any, screen: str) -> str:
    """Where a control stands: on its screen, or on what is the same on all of them."""
    button = on_window.button_of(widget)
    if button is not None and isinstance(button.command, acts.LessonOn | acts.LessonLeft):
        return LESSON
    above = widget
    while above is not None and above is not above.parent:
        if isinstance(above, TopBar | TallTop):
            return TOP
        above = above.parent
    return screen


def named(screen: str, button: Button) -> str:
    """What a button is, whoever it is for and in whatever language: its screen, its command, what it is about."""
    command = button.command
    if command is None:
        return f"{screen}: closed by {button.rule}" if button.rule else ""
    about = ""
    if type(command).__module__.endswith("acts") and isinstance(command, Struct):
        first = next((str(getattr(command, name)) for name in command.__struct_fields__[:1]), "")
        about = first if isinstance(command, acts.Open | acts.Tab | acts.Speak | acts.Rule) else ""
    return f"{screen}: {type(command).__name__} {about}".rstrip()


class Known(Struct, frozen=True):
    """What is known of the buttons of a game: those `touched` and those `seen`, and the screens that each leads to."""

    touched: frozenset[str] = frozenset()
    seen: frozenset[str] = frozenset()
    ways: dict[str, frozenset[str]] = {}


class Hands:
    """The hands at one table: `touched` and `seen` are the buttons by what they are, `ways` the screens they lead to.

    What was touched `before`, at earlier tables of the run, is nothing new here. `there` counts the taps on each
    screen, `left` names those that some tap has led away from. A player who `may_leave` tries what ends the game, too.
    What goes back to where one came from is no way: a sheet that is closed leads to each screen only from that one.
    """

    def __init__(self, face: Any, chance: Random, *, wild: bool, before: Known | None = None) -> None:
        self.face, self.chance, self.wild = face, chance, wild
        self.finger = Finger(face)
        known = before or Known()
        self.touched: Counter[str] = Counter(known.touched)
        self.seen: set[str] = set(known.seen)
        self.ways: dict[str, set[str]] = {name: set(screens) for name, screens in known.ways.items()}
        self.there: Counter[str] = Counter()
        self.left: set[str] = set()
        self.may_leave = False
        self._was = ""
        self._trail: list[str] = []
        self._vain: Counter[str] = Counter()
        self._on = 0
        self._passed: set[str] = set()
        self._closed: set[str] = set()
        self.last = ""

    def move(self) -> bool:
        """Do one thing; False where nothing can be done."""
        if self.face.away:
            self.last = self._come_back()
            return True
        there = list(self._buttons())
        self.seen.update(name for _widget, name in there)
        if self.wild and self.chance.random() < WILD:
            self.last = self._anything()
            return True
        widget = self._next(there)
        if widget is None:
            return False
        self.touch(widget)
        return True

    def touch(self, widget: Any) -> None:
        """Bring a control into view as a finger that drags a list, and tap it."""
        button = on_window.button_of(widget)
        name = self._name(widget)
        self.last = f"{name} {button.label or button.icon!r}" if button else name
        on_window.bring_into_view(widget)
        frames()
        if name:
            self.touched[name] += 1
        before = shown(self.face)
        self.there[before] += 1
        after = self.finger.tap(widget).screen
        # Some screens are left by themselves, when something that they wait for is there.
        self.left.update({self._was} - {before, ""}, {before} - {after})
        if after == before:
            self._closed.add(name)
        if self._goes_on(before, after) and name and (button is None or button.command != HOME):
            self.ways.setdefault(name, set()).add(after)
        self._was = after

    def _goes_on(self, before: str, after: str) -> bool:
        """Is this another screen, and none of those one came here by?"""
        if before not in self._trail:
            self._trail = [before]
        del self._trail[self._trail.index(before) + 1 :]
        if after in self._trail:
            return False
        self._trail.append(after)
        return True

    def controls(self) -> list[Any]:
        """What does something when it is tapped."""
        return on_window.controls(self.face.screen) if self.face.screen is not None else []

    def _buttons(self) -> Iterator[tuple[Any, str]]:
        for widget in self.controls():
            if name := self._name(widget):
                yield widget, name

    def _name(self, widget: Any) -> str:
        place, button = place_of(widget, shown(self.face)), on_window.button_of(widget)
        return named(place, button) if button else f"{place}: {type(widget).__name__}"

    def _next(self, there: list[tuple[Any, str]]) -> Any:
        fresh = [widget for widget, name in there if self._wants(name)]
        there_seldom = self._on or self.there[shown(self.face)] < RARELY
        self._vain[shown(self.face)] += not fresh
        if fresh and self.chance.random() < (RARE if there_seldom else NEW):
            self._on = 0
            return self.chance.choice(fresh)
        if not fresh and (first := self._set_out(there)) is not None:
            return first
        if not fresh and self._leaves() and (out := _home(there) or _ruling(there)) is not None:
            return out
        if not self.wild and self.face.desk.source is not None:
            return self._alike(there) or choose(self.face, self.chance) or _back(there)
        return self.chance.choice(there)[0] if there else None

    def _set_out(self, there: list[tuple[Any, str]]) -> Any:
        """The next tap towards what was never touched, for who goes there or sets out now; None for others."""
        self._on = max(0, self._on - 1)
        if not self._on:
            if self.chance.random() >= SEEK:
                return None
            self._passed.clear()
            self._closed.clear()
        self._passed.add(self._was)
        first = self._towards(there)
        self._on = 0 if first is None else self._on or ON
        return first

    def _leaves(self) -> bool:
        """Has this screen shown nothing new for long enough?"""
        return self._vain[shown(self.face)] > RARELY and self.chance.random() < LEAVES

    def _wants(self, name: str) -> bool:
        """May this button be touched now, and was it never?"""
        return not self.touched[name] and self._may(name)

    def _may(self, name: str) -> bool:
        """May this button be touched, for the game that goes on?"""
        return self.wild or self.may_leave or _keeps(name)

    def _towards(self, there: list[tuple[Any, str]]) -> Any:
        """The first tap of the shortest way that is known to a screen with something that was never touched.

        There are some that show it seldom: one is sent where one came least often in vain, and not for ever. No way
        leads by a screen that one has passed since one set out: not every button that led on is there each time. Nor by
        a button that has led nowhere since: some screen was left by itself while it was tapped.
        """
        wanted = {_screen(name) for name in self.seen if self._wants(name)}
        wanted = {screen for screen in wanted if self._vain[screen] < VAIN}
        passed, first = {*self._passed, self._was}, dict[str, Any]()
        for widget, name in there:
            if self._may(name) and name not in self._closed:
                first |= {screen: widget for screen in self.ways.get(name, ()) if screen not in (*passed, *first)}
        reached = list(first)
        for screen in reached:
            onward = sorted(self._onward(screen) - first.keys() - passed)
            first |= dict.fromkeys(onward, first[screen])
            reached += onward
        found = min((screen for screen in reached if screen in wanted), key=self._vain.__getitem__, default=None)
        return None if found is None else first[found]

    def _onward(self, screen: str) -> set[str]:
        """The screens that some button of a screen, or of the bar above it, has led to."""
        here = (screen, TOP)
        return {after for name, screens in self.ways.items() if _screen(name) in here for after in screens}

    def _alike(self, there: list[tuple[Any, str]]) -> Any:
        """Often one more card like the last that was laid, as people lay a set; None otherwise."""
        last = (self.face.desk.look.cards or ("",))[-1]
        found = [widget for widget, _ in there if (b := on_window.button_of(widget)) and _lays(b.command, last[:-1])]
        return self.chance.choice(found) if last and found and self.chance.random() < ALIKE else None

    def _come_back(self) -> str:
        """The screen is made to be read from afar: a touch anywhere uncovers it."""
        self._press([UnitTestTouch(*Window.center)], drag=False, turns=2)
        frames()
        return "back at the table"

    def _anything(self) -> str:
        """What no control asks for: a tap beside, a drag, two fingers, of which one may drag, a key."""
        x, y = self.chance.random() * Window.width, self.chance.random() * Window.height
        what = self.chance.choice(("tap", "drag", "hold", "two", "drag beside a finger", "key"))
        if what == "key":
            key = self.chance.choice(KEYS)
            Window.dispatch("on_key_down", key, 0, chr(key) if key < 127 else "", [])
            Window.dispatch("on_key_up", key, 0)
        else:
            two = what in ("two", "drag beside a finger")
            fingers = [UnitTestTouch(x, y), UnitTestTouch(Window.width - x, y)][: 2 if two else 1]
            self._press(fingers, drag=what.startswith("drag"), turns=8 if what == "hold" else 2)
        frames()
        return f"{what} at {x:.0f}, {y:.0f}"

    def _press(self, fingers: list[Any], *, drag: bool, turns: int) -> None:
        for finger in fingers:
            finger.touch_down()
        for _ in range(turns):
            EventLoop.idle()
        if drag:
            fingers[0].touch_move(self.chance.random() * Window.width, self.chance.random() * Window.height)
            EventLoop.idle()
        for finger in self.chance.sample(fingers, len(fingers)):
            finger.touch_up()


def _screen(name: str) -> str:
    """The screen of a button."""
    return name.partition(":")[0]


def _lays(command: Any, kind: str) -> bool:
    return isinstance(command, acts.Card) and command.by > 0 and command.face.startswith(kind)


def _keeps(name: str) -> bool:
    """Does the game go on after a tap on this button?"""
    return name.partition(": ")[2] not in ENDS


def _back(there: list[tuple[Any, str]]) -> Any:
    """What leads back to the game, or else anything that does not end it."""
    safe = [widget for widget, name in there if _keeps(name)] or [widget for widget, _ in there]
    return _home(there) or (safe[0] if safe else None)


def _home(there: list[tuple[Any, str]]) -> Any:
    """What leads back to the game; None where nothing does, or the game is shown."""
    return next((widget for widget, _ in there if (b := on_window.button_of(widget)) and b.command == HOME), None)


def _ruling(there: list[tuple[Any, str]]) -> Any:
    """What ends a vote; None where there is none."""
    return next((w for w, _ in there if (b := on_window.button_of(w)) and isinstance(b.command, acts.Rule)), None)
