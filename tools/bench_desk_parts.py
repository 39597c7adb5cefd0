"""The parts of the desk's bench: a desk in a process, a table that replays a game, and a referee's open page."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import urlsplit

from msgspec.structs import replace

from companion.host.desk_line import DeskLine, read_address
from companion.play.session import Session
from engine.journal import Entry, Journal
from testkit.people import People

POLL = 0.1
"""Seconds between two looks of a table at its line when it makes no entry."""
UP = 60.0
"""Seconds a desk may take to come up."""
SINCE = re.compile(r'data-since="([0-9.]+)"')


def played(game: str, seed: int) -> Journal:
    """A whole game of virtual people."""
    people = People.of(game, 4, seed)
    people.play(100_000)
    return people.session.book


class DeskProcess:
    """`companion desk` on a folder; `link` opens its page."""

    def __init__(self, folder: Path, tables: int, port: int) -> None:
        self._command = [sys.executable, "-m", "companion", "--data", str(folder), "desk", "--tables", str(tables)]
        self._command += ["--port", "0", "--broker-port", str(port), "--broker", "mosquitto"]
        self.link = ""
        self._start()

    @property
    def number(self) -> int:
        """The number of its process."""
        return self._process.pid

    def _start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith("desk: "):
            raise OSError(f"the desk did not come up: {line!r}")
        self.link = line.removeprefix("desk: ").strip()

    def restart(self) -> None:
        """Kill it, and start it again on its folder as soon as its port is free."""
        self._process.kill()
        self._process.wait()
        until = time.monotonic() + UP
        while True:
            try:
                return self._start()
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(20)


class Replayed:
    """A journal that grows by the entries of a game that was played before, each with the time it is made now."""

    def __init__(self, source: Journal) -> None:
        self._source = source
        self.game, self.setup, self.codec = source.game, source.setup, source.codec
        self.entries: list[Entry] = []

    @property
    def last(self) -> int:
        """The number of the newest entry."""
        return len(self.entries)

    def grow(self, now: float) -> None:
        """One more entry, if the game has one."""
        if self.last >= len(self._source.entries):
            return
        told = self._source.entries[self.last]
        before = self.entries[-1].digest if self.entries else ""
        said = (told.origin, told.command, told.events, told.evidence)
        self.entries.append(replace(told, at=now, digest=self.codec.digest(before, told.number, now, *said)))


class Table:
    """A table whose game is replayed, an entry `every` so many seconds, beginning at `first`, seconds since 1970."""

    disagreements = ()

    def __init__(self, address: str, folder: Path, book: Replayed, first: float, every: float = 1.0) -> None:
        place = read_address(address)
        self.name, self.book = place.user, book
        folder = folder / place.user
        folder.mkdir(parents=True)
        self._line = DeskLine(place, folder)
        self._next, self._every, self._look = first, every, 0.0

    @property
    def journal(self) -> list[Entry]:
        """The entries so far."""
        return self.book.entries

    @property
    def waiting(self) -> int:
        """How many entries the desk has not answered yet."""
        return self._line.waiting

    def put(self, _value: object) -> None:
        """A table of the bench has no list of devices."""

    def step(self, now: float) -> None:
        """Make an entry if one is due, and talk to the desk."""
        if now < min(self._next, self._look):
            return
        if now >= self._next:
            self._next += self._every
            self.book.grow(time.time())
        self._look = now + POLL
        self.poll()

    def poll(self) -> None:
        """Talk to the desk."""
        self._line.poll(cast(Session, self) if self.book.entries else None)

    def close(self) -> None:
        """Leave."""
        self._line.close()


class Paged(Protocol):
    """A desk with a page: `link` opens it."""

    @property
    def link(self) -> str: ...


def seconds_of(process: int) -> float:
    """Seconds of processor time that a process has used, and those of its children that have ended; 0 for none."""
    with suppress(OSError, ValueError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(int(each) for each in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    return 0.0


class Referee:
    """An open page: `seen` are, for each table, when the entries it showed were made and when it showed them."""

    def __init__(self, desk: Paged) -> None:
        self.seen: dict[str, list[tuple[float, float]]] = {}
        self._desk, self._closing = desk, False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the page."""
        self._closing = True

    def _run(self) -> None:
        while not self._closing:
            with suppress(OSError, http.client.HTTPException, ValueError):
                self._listen()
            time.sleep(0.2)

    def _listen(self) -> None:
        place = urlsplit(self._desk.link)
        line = http.client.HTTPConnection(place.hostname or "", place.port, timeout=20)
        token = place.query.removeprefix("token=")
        line.request("GET", "/events", headers={"Host": place.netloc, "Cookie": f"desk={token}"})
        answer = line.getresponse()
        while not self._closing and (text := answer.readline()):
            if text.startswith(b"data: "):
                self._take(json.loads(text[6:]).get("cards", {}))

    def _take(self, cards: dict[str, str]) -> None:
        now = time.time()
        for table, html in cards.items():
            found = SINCE.search(html)
            at = float(found[1]) if found else 0.0
            shown = self.seen.setdefault(table, [])
            if at > (shown[-1][0] if shown else 0.0) and 'class="card lost' not in html:
                shown.append((at, now))

    def delays(self, table: Table) -> Iterator[tuple[float, float]]:
        """Every entry of a table that was shown, itself or by a later one: when it was made, and how long it took."""
        shown = self.seen.get(table.name, [])
        for entry in table.book.entries:
            later = bisect_left(shown, (entry.at, 0.0))
            if later < len(shown):
                yield entry.at, shown[later][1] - entry.at
