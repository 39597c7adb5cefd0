"""*Your first evening* walked by a finger: every button is found by the words on it, in the language in force.

The manual's pictures are taken on this walk, and a test walks it and holds the page against what it saw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from companion.presenters.desk import Desk
from companion.ui import controls, offscreen
from companion.views.common import acts
from companion.wording import _
from testkit.people import People

SEED = 7
"""Decides what chance decides."""
DECISIONS = 100_000
"""More than any game takes."""
MARKS = re.compile(r"\[/?[a-z]+[^\]]*\]")
Shoot = Callable[[str], None]
"""Saves what the window shows under a name."""


class Evening:
    """A walk on the window of a running app; `seen` are the words that stood on it."""

    def __init__(self, face: Any, shoot: Shoot) -> None:
        from tools.bench_app_finger import Finger  # Kivy is imported with it

        self.face, self.seen = face, set[str]()
        self._finger, self._shoot = Finger(face), shoot

    @property
    def desk(self) -> Desk:
        """What the window shows."""
        desk: Desk = self.face.desk
        return desk

    def look(self, name: str = "") -> None:
        """Read what the window shows; with a `name` a picture is taken too."""
        offscreen.settle(4)
        self.seen.update(words(self.face))
        if name:
            self._shoot(name)

    def tap(self, *labels: str) -> None:
        """Tap what has these words on it, one after the other; LookupError names the words that nothing has."""
        for label in labels:
            self.look()
            found = [widget for widget in _tappable(self.face) if label in words(widget)]
            if not found:
                raise LookupError(f"nothing with {label!r} on it, but {sorted(words(self.face))}")
            controls.bring_into_view(found[-1])
            offscreen.settle(3)
            self._finger.tap(found[-1])

    def _open(self, screen: str) -> None:
        """Tap what leads to a screen, where the words on it are those of a rulebook."""
        leading = [each for each in _tappable(self.face) if _command(each) == acts.Open(screen)]
        self._finger.tap(leading[-1])

    # --- the chapters of the page ---

    def try_it(self) -> None:
        """1. Try it alone."""
        self.look("first")
        self.tap(_("Help"))
        self.look("help")
        self.tap(_("Back"), _("Menu"))
        self.look("menu")
        self.tap(_("Back"))

    def set_up(self) -> None:
        """2. Set up the game."""
        self.tap(_("Set one up"), _("My own box"))
        self.look("which-box")
        self.tap(_("Who sits where?"))
        self.look("seats")
        self.tap("Anna")
        self.look("name")
        self.tap(_("That is right"))
        self._open("house")
        self.look("house-rules")
        self.tap(_("That is right"), _("Start"))
        self.look("own-box")
        self.tap(_("House set for the rest"), _("Start"))
        self.look("set-up")
        self.tap(_("All lies there"), _("Start"))

    def play(self) -> None:
        """3. Play: an office chosen and confirmed, taken back, and looked up in the history."""
        self.look("auction")
        self.tap("Praefectus Pretorio")
        self.look("chosen")
        self._confirm()
        self.look("bid")
        self.tap(_("Menu"))
        self.look("game-menu")
        self.tap(_("History"))
        self.look("first-lines")
        self.tap(_("Back to the game"), _("Undo"))
        self.tap(_("{name} agrees").format(name="Anna"), _("Take it back"))
        self.look("taken-back")
        self.tap(_("Menu"), _("Referee"), _("What now?"))
        self.look("what-now")
        self._screen("play")

    def around(self) -> None:
        """From the first screen, what other pages name: self-test, counting a finished game, devices and broker."""
        self.tap(_("Menu"), _("Self-test"))
        self._screen("speaking")
        self.tap(_("Score a finished game"))
        self._screen("speaking")
        self.tap(_("Menu"), _("Devices"), _("Choose devices"))
        self.look()
        self.tap(_("Broker"))
        self._screen("speaking")

    def _screen(self, name: str) -> None:
        self.look()
        self.desk.do(acts.Open(name))

    def _confirm(self) -> None:
        """Tap the large button at the foot of the screen."""
        bar: Any = getattr(self.desk.view(), "bar", None)
        same = [widget for widget in _tappable(self.face) if controls.button_of(widget) == bar.primary]
        self._finger.tap(min(same, key=lambda widget: controls.window_box(widget)[1]))

    def end(self) -> None:
        """5. The end: a whole game of four drawn players, kept, opened, shown large and shared."""
        people = People.of("constantinopolis", 4, SEED)
        people.play(DECISIONS)
        assert people.over
        host: Any = self.desk.host
        self.desk.do(acts.GoOn(host._store.take_in(people.session.book, 1.0)))
        self.look("last-hands")
        self.tap(_("All are done"))
        self.look("over")
        self.tap(_("Large"))
        self.look("large")
        self.desk.do(acts.Open("play"))
        self.tap(_("Share"))
        self.look("share")


def words(widget: Any) -> set[str]:
    """What stands on a widget, and what its icons are called."""
    return set(_words(widget))


def _words(widget: Any) -> Iterator[str]:
    text = getattr(widget, "text", None)
    if isinstance(text, str) and text:
        yield " ".join(MARKS.sub("", text).split())
    button = controls.button_of(widget)
    if button is not None and button.label:
        yield button.label
    for child in widget.children:
        yield from _words(child)


def _command(widget: Any) -> Any:
    button = controls.button_of(widget)
    return button and button.command


def _tappable(widget: Any) -> Iterator[Any]:
    from companion.ui.kit import Tap

    if isinstance(widget, Tap):
        yield widget
    for child in widget.children:
        yield from _tappable(child)
