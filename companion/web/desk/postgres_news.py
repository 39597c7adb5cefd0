"""What other desks have kept, told by PostgreSQL: a connection of its own that listens, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Set

import psycopg

log = logging.getLogger("companion")
NEWS = "desk"
"""The channel on which the name of a table is told of which something was kept; empty for the club's own documents."""
CARDS = "desk_card"
"""The channel on which the name of a table is told whose card was drawn anew."""
LIE = "!"
"""Before the name of a table of which something was kept that cannot be true."""
MOST_TOLD = 7000
"""Bytes of the names that are told at a time; PostgreSQL takes 8000."""
EVERYTHING = "*"
"""No name of a table: anything may be new, since the connection is."""
LOOK = 0.5
"""Seconds after which it looks whether it is to end."""
PAUSE = 0.5
"""Seconds between two tries to connect."""


class Listener:
    """Listens to a channel until `close`; `wake` is called, by its own thread, when there is something."""

    def __init__(self, address: str, wake: Callable[[], None], channel: str = NEWS) -> None:
        self._address, self._wake, self._channel = address, wake, channel
        self._lock = threading.Lock()
        self._news: set[tuple[str, int]] = {(EVERYTHING, 0)}
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk news", daemon=True)
        self._thread.start()

    def take(self, own: int = 0) -> Set[str]:
        """What is new since this was asked last, apart from what the connection of the process `own` has told."""
        with self._lock:
            found, self._news = self._news, set()
        return {name for name, teller in found if teller != own or not teller}

    def close(self) -> None:
        """End it; may be called twice."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.info("no news from the desk's database: %s", " ".join(str(error).split()))
                self._closing.wait(PAUSE)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as base:
            base.execute(f"LISTEN {self._channel}")
            self._add(EVERYTHING, 0)  # what was told while nobody listened
            self._wake()
            while not self._closing.is_set():
                for told in base.notifies(timeout=LOOK):
                    for name in told.payload.split(","):
                        self._add(name, told.pid)
                    self._wake()
                    if self._closing.is_set():
                        return

    def _add(self, name: str, teller: int) -> None:
        with self._lock:
            self._news.add((name, teller))


def told(names: Collection[str]) -> list[str]:
    """Names as they are told, as few times as possible: each notification costs every desk as much as a name."""
    found = [""]
    for number, name in enumerate(sorted(names)):
        if len(found[-1]) + len(name) >= MOST_TOLD:
            found.append(name)
        else:
            found[-1] += f",{name}" if number else name
    return found
