"""Screens with many widgets are made before they are due: piece by piece, while the window is not touched."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from time import perf_counter

from kivy.uix.widget import Widget

from companion.presenters.shown_screen import View
from companion.titles import title_of
from companion.ui import drawn, show
from companion.ui.screens.common import samples
from companion.ui.turned import stands
from companion.views.common.overview import Overview
from companion.views.common.parts import Sheet

Sample = Callable[[], object]
SPELL = 0.02
"""Seconds after which no other piece is begun in the same turn of the loop."""
AROUND = ("rule", "hands", "table", "menu", "score", "history", "answers", "search")
"""Screens beside every game, the likeliest first: they are made of what they would show now.

Only that of `hands` has nothing to show while it is not due: it is made of an invented view.
"""


class Ahead:
    """Makes what the game of a `Face` will come to; `go` goes on with it.

    That is the screen for who sits round the corner, which stands upright where the shown one lies; in both what the
    game's widgets name, and in the other what this one shows. Last come the screens beside the game. While hands move
    pieces it is what is asked afterwards.
    """

    def __init__(self, face: Widget) -> None:
        self._face = face
        self._rows: deque[Widget] = deque()
        self._at: tuple[object, object] = (None, None)
        self._due: tuple[object, int] = (None, 0)
        self._around = list(AROUND)
        self._shown, self._done = "", False

    def go(self, quiet: bool = True) -> None:
        """Make some more widgets, or begin the next screen; if `quiet` one beside the game, which is a longer piece."""
        until = perf_counter() + SPELL
        drawn.draw_all()
        speaking = self._face.speaking
        if speaking is not None:
            self._notice(speaking)
        if self._rows:
            self._grow(until)
        elif speaking is None:
            self._begin_due()
        else:
            self._done = self._done or not self._begin(speaking)
            if self._done and quiet and self._around:
                self._beside()

    def _grow(self, until: float) -> None:
        """Fill rows until some time."""
        while self._rows:
            with show.slowly(self._rows):
                show.grow(self._rows.popleft())
            if perf_counter() >= until:
                return

    def _notice(self, speaking: Widget) -> None:
        """Other preferences or another game needs other widgets; another screen may be one that was never made."""
        at, shown = (self._face.kept, self._face.desk.source), speaking.screen(speaking.view.body)
        if self._at != at:
            self._rows, self._around = deque(), list(AROUND)
        if self._at != at or self._shown != shown:
            self._at, self._shown, self._done = at, shown, False

    def _begin_due(self) -> None:
        """While hands move pieces: begin what is asked afterwards, once for every entry."""
        source = self._face.desk.source
        if source is not None and source.hands.open and self._due != (source, source.book.last):
            self._due = source, source.book.last
            self._slowly(partial(_prepare_screen, self._face, self._face.desk.due()))

    def _begin(self, speaking: Widget) -> bool:
        """Begin something that is not there yet; False if there is nothing."""
        begin = next(self._missing(speaking), None)
        if begin is not None:
            self._slowly(begin)
        return begin is not None

    def _slowly(self, begin: Callable[[], None]) -> None:
        """Begin something; if it is shown before it is whole, its own rows are filled and no others."""
        self._rows = deque()
        with show.slowly(self._rows):
            begin()

    def _beside(self) -> None:
        """Begin the next screen beside the game."""
        self._slowly(partial(_prepare_screen, self._face, self._beside_the_game(self._around.pop(0))))

    def _beside_the_game(self, screen: str) -> View:
        """The view to make a screen from."""
        if screen != "hands":
            return self._face.desk.elsewhere(screen)
        table = self._face.desk.elsewhere("table")
        return samples.hands(table) if isinstance(table, Overview) else table

    def _missing(self, speaking: Widget) -> Iterator[Callable[[], None]]:
        """What is not there yet, the soonest first."""
        other = self._face.other
        if other is None and self._cornered:
            yield self._face.prepare_other
        for place, name, sample in self._wanted(speaking, other):
            if name not in place.made:
                yield partial(_prepare, place, name, sample)

    @property
    def _cornered(self) -> bool:
        """Does anybody sit round the corner from somebody else, with the screen turned to each?"""
        desk = self._face.desk
        return desk.turns and desk.source is not None and any(angle % 180 for angle in desk.scene().angles)

    def _wanted(self, speaking: Widget, other: Widget | None) -> Iterator[tuple[show.Show, str, Sample]]:
        """Everything there should be: its place, its class, and what makes a view to make it from."""
        if other is not None:
            yield other.ids.body, self._shown, lambda: speaking.view.body
        for name, sample in self._samples().items():
            for head in (speaking, other):
                if head is not None and (place := _place(head.ids.body, name)) is not None:
                    yield place, name.rpartition("/")[2], sample

    def _samples(self) -> Mapping[str, Sample]:
        """The screens that the game's widgets name, each with a view to make it from."""
        source = self._face.desk.source
        widgets = title_of(source.game.name).widgets if source is not None else ""
        found: Mapping[str, Sample] = getattr(sys.modules.get(widgets), "AHEAD", {})
        return found


def _place(body: show.Show, name: str) -> show.Show | None:
    """Where this is shown: in the body, or within a screen that may not be there yet."""
    screen, within, _ = name.rpartition("/")
    if not within:
        return body
    made = body.kept(screen)
    return made.ids.within if made is not None else None


def _prepare(place: show.Show, name: str, sample: Sample) -> None:
    """Make what will be shown there."""
    place.prepare(name, sample())


def _prepare_screen(face: Widget, view: View) -> None:
    """Make the screen of a view that may be asked for soon, where there is none yet."""
    name = "Speaking" if isinstance(view, Sheet) else f"{type(view).__name__}Screen"
    turn = view.turn if isinstance(view, Sheet) else 0
    kept, (wide, high) = face.kept[stands(turn)], face.size
    if name not in kept.made:
        kept.prepare(name, view, (wide, high) if turn % 180 == 0 else (high, wide))
    elif isinstance(view, Sheet):
        head = kept.get(name)
        within, body = head.screen(view.body), head.ids.body
        if within not in body.made:
            body.prepare(within, view.body)
