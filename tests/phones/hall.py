"""A table whose owner polls in a thread of its own, as the window does, and phones that come to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

from companion.host.opening import new_session, shuffled_setup
from companion.host.wiring import Wiring
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.titles import title_of
from companion.web.phones.server import PhoneServer
from companion.web.phones.table import PhoneTable
from companion.web.serving.keys import Keys
from engine.game import Command
from engine.journal import Journal

T = TypeVar("T")
HERE = "127.0.0.1"


def session_of(game: str, players: int, seed: int) -> Session:
    """A game of so many players, always the same."""
    return new_session(Journal(title_of(game).game, shuffled_setup(game, players, seed)))


def next_command(session: Session, chance: Random, seed: int = 1) -> Command:
    """What chance brings or somebody decides next, as the people of the virtual table play."""
    title, state = title_of(session.game.name), session.state
    assert title.table is not None
    people = title.table(tuple(session.names), seed)
    for seat in ("", *state.phase.actors):
        try:
            command = people.chance(state, seat, chance)
        except (LookupError, IndexError, ValueError):
            command = None
        if command is not None:
            return command
    return people.decide(state, chance.choice([seat for seat in state.phase.actors if seat]))


def played(game: str, players: int, seed: int, until: Callable[[Session], bool]) -> Session:
    """A game played by the virtual table's people up to a position that is wanted."""
    session, chance = session_of(game, players, seed), Random(seed)
    for _ in range(2000):
        if until(session):
            return session
        assert not isinstance(session.submit(next_command(session, chance, seed)), Refusal)
    raise AssertionError(f"{game} with seed {seed} never comes there")


class Hall:
    """A table with its phones' server; `owner` runs something on the thread that owns the session."""

    def __init__(self, session: Session | None, keys: Keys | None = None) -> None:
        self.host: Any = SimpleNamespace(
            running=None, setting=False, sides=dict[str, str](), folder=None, wiring=Wiring()
        )
        self.sit(session)
        self.table = PhoneTable(self.host)
        self.table.begin()
        self._lock, self._ended = threading.Lock(), threading.Event()
        self.server = PhoneServer(self.table, HERE, 0, keys)
        self._thread = threading.Thread(target=self._poll)
        self._thread.start()

    @property
    def session(self) -> Session:
        found: Session = self.host.running.session
        return found

    @property
    def link(self) -> str:
        """What the code on the tablet says."""
        return f"{self.server.origin}/#{self.table.code}"

    def sit(self, session: Session | None) -> None:
        """Another game, or none."""
        self.host.running = SimpleNamespace(session=session) if session else None

    def owner(self, work: Callable[[], T]) -> T:
        with self._lock:
            return work()

    def submit(self, command: Command) -> Any:
        """Somebody taps on the tablet."""
        return self.owner(lambda: self.session.submit(command))

    def play(self, entries: int, chance: Random) -> None:
        """The people at the table go on."""
        for _ in range(entries):
            self.submit(next_command(self.session, chance))

    def token(self, seat: str) -> str:
        """A token for a seat, as if it had joined."""
        return self.owner(lambda: self.table.tokens.give(seat))

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self.server.close()

    def _poll(self) -> None:
        while not self._ended.is_set():
            with self._lock:
                self.table.poll()
            time.sleep(0.005)


@contextmanager
def hall(session: Session | None, keys: Keys | None = None) -> Iterator[Hall]:
    opened = Hall(session, keys)
    try:
        yield opened
    finally:
        opened.close()
