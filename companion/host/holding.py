"""Which game this host holds, which one it only looks at because another host plays it, and what others hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.play.lease import BEAT, Lease
from companion.play.record import Damaged
from companion.play.reports import Holder
from companion.play.storage import Store
from engine.errors import NotFound, NotWritten
from engine.journal import Journal

if TYPE_CHECKING:
    from companion.host.opening import Running

LOOK = 1.0
"""Seconds between two looks at what other hosts do."""


def holder_of(store: Store, lease: Lease) -> Holder:
    """Who holds a game, for people."""
    return Holder(name=lease.name, process=lease.process, since=lease.day, gone=store.is_gone(lease))


class Holding:
    """The leases of a host; its owner calls `poll` often. `changed` is called when others hold something else."""

    def __init__(self, store: Store, seconds: Callable[[], float] = time.monotonic) -> None:
        self._store, self._seconds = store, seconds
        self.game = ""
        self.changed: list[Callable[[], None]] = []
        self.others: Mapping[str, Holder] = {}
        self._look_at = self._beat_at = 0.0
        self._look()

    @property
    def looks(self) -> bool:
        """Is the game that is open here only looked at?"""
        return bool(self.game) and not self._store.holds(self.game) and not self._store.read_only

    @property
    def player(self) -> Holder | None:
        """Who plays the game that is only looked at here; None once it is no longer played."""
        return self.others.get(self.game) if self.looks else None

    @property
    def played_at(self) -> str:
        """The name of who plays the game that is only looked at here."""
        return self.player.name if self.player else "?"

    @property
    def is_played(self) -> bool:
        """Does a living host play any game of this folder?"""
        return not all(other.gone for other in self.others.values())

    def opened(self, game: str) -> Journal:
        """A game as it stands, held from now on if no other host holds it; raises what `Store.open` does."""
        with suppress(NotFound, NotWritten):  # who holds it is seen below; what is wrong with it is reported by `open`
            self._store.hold(game)
        try:
            journal = self._store.open(game)
        except (ValueError, LookupError):
            if game != self.game:
                self._store.release(game)
            raise
        self._look()
        return journal

    def sit(self, game: str) -> None:
        """This game is open here from now on, held or looked at; the one before is let go of."""
        if self.game and self.game != game:
            self._store.release(self.game)
        self.game = game

    def take_over(self) -> None:
        """Hold the game that is looked at; `Held` while it is played."""
        self._store.take_over(self.game)

    def poll(self, running: Running | None) -> None:
        """Give a sign of life when it is due; while a game is looked at let it follow the one who plays."""
        now = self._seconds()
        if now < self._look_at:
            return
        self._look_at = now + LOOK
        if now >= self._beat_at:
            self._beat_at = now + BEAT
            self._store.beat()
        self._look()
        if running is not None and self.looks:
            self._follow(running)

    def _follow(self, running: Running) -> None:
        if not running.session.played_at:
            running.look_on(self.played_at)
        with suppress(Damaged):  # reported when it is opened again
            entries = self._store.catch_up(self.game, running.session.book)
            if entries:
                running.session.follow(entries)

    def _look(self) -> None:
        others = {game: holder_of(self._store, lease) for game, lease in self._store.leases().items()}
        if others != self.others:
            self.others = others
            for callback in list(self.changed):
                callback()
