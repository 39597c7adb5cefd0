"""Screens with many widgets are made before they are due: piece by piece, while nobody touches the window."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Mapping
from time import perf_counter

from kivy.uix.widget import Widget

from companion.titles import title_of
from companion.ui import show

SPELL = 0.012
"""Seconds after which no other piece is begun in the same turn of the loop."""


class Ahead:
    """Makes the screens that the game of a `Face` will come to; `go` goes on with them."""

    def __init__(self, face: Widget) -> None:
        self._face = face
        self._rows: deque[Widget] = deque()
        self._at: tuple[object, object] = (None, None)
        self._done = False

    def go(self) -> None:
        """Make some more widgets, or begin the next screen."""
        speaking, until = self._face.speaking, perf_counter() + SPELL
        if speaking is None:
            return
        if self._at != (speaking, self._face.desk.source):
            self._at, self._done = (speaking, self._face.desk.source), False
            self._rows = deque()
        if not self._rows:
            self._done = self._done or not self._begin(speaking)
            return
        while self._rows:
            with show.slowly(self._rows):
                show.grow(self._rows.popleft())
            if perf_counter() >= until:
                return

    def _begin(self, speaking: Widget) -> bool:
        """Begin a screen of this game that is not there yet; False if there is none."""
        place = speaking.ids.body
        for name, sample in self._samples().items():
            if name not in place.made:
                with show.slowly(self._rows):
                    place.prepare(name, sample())
                return True
        return False

    def _samples(self) -> Mapping[str, Callable[[], object]]:
        """The screens that the game's widgets name, each with a view to make it from."""
        source = self._face.desk.source
        widgets = title_of(source.game.name).widgets if source is not None else ""
        found: Mapping[str, Callable[[], object]] = getattr(sys.modules.get(widgets), "AHEAD", {})
        return found
