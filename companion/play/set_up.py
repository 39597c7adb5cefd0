"""How the table lies when a game begins, and what of it people have ticked as done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping

from companion.play.hands import TAP
from engine.event import State, evolve
from engine.journal import Journal
from engine.table import Zone

log = logging.getLogger("companion")
Keep = Callable[[Mapping[str, str]], None]
"""Keeps ticks, line → how; a line that is not done any more has none. `OSError` where that is not possible."""


def laid_out(book: Journal) -> State:
    """The game as it stood once it was laid out, whatever has been played since."""
    state: State = book.game.box(book.setup)
    if book.entries:
        evolve(state, book.entries[0].events)
    return state


class Ticks:
    """Lines of a set-up that are done, each with how: by a tap, or by the sensor that has seen it.

    A line about one place on the table is called like that place. What cannot be kept holds until the app ends.
    """

    def __init__(self, done: Mapping[str, str] | None = None, keep: Keep | None = None) -> None:
        self.done: dict[str, str] = dict(done or {})
        self._keep = keep

    def tick(self, lines: Collection[str], done: bool = True) -> None:
        """A person says that these lines are done, or that they are not."""
        self._change(dict.fromkeys(lines, TAP if done else ""))

    def see(self, agreeing: Mapping[Zone, str]) -> bool:
        """Sensors, by zone, see the table as it shall lie; true if that is news."""
        news = {zone: source for zone, source in agreeing.items() if zone not in self.done}
        self._change(news)
        return bool(news)

    def _change(self, changes: Mapping[str, str]) -> None:
        self.done = {line: how for line, how in (self.done | dict(changes)).items() if how}
        if self._keep is not None and changes:
            try:
                self._keep(changes)
            except OSError as error:
                log.warning("what was ticked is not kept: %s", error)
