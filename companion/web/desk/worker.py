"""A worker of a convention's desk: keeps what any table sends, and plays along the tables in its shares."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from companion.web.desk.cards import SLOW
from companion.web.desk.club_desk import ClubDesk, ClubTable, Link, Message
from companion.web.desk.office import News, Office
from companion.web.desk.postgres_news import EVERYTHING, LIE
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.shares import Shares
from companion.web.desk.store import Key, Mark, Place
from devices.desk import Heard, JournalLine, TableStatus
from engine.errors import NotWritten

PATIENCE = 1.0
"""Seconds an entry waits for the one before it, which another worker may be keeping."""
GATHER = 0.1
"""Seconds in which messages are gathered: they share a transaction, its questions and what pages are told."""
BUDGET = 0.25
"""Seconds at a time for playing tables along: a worker that has many to begin answers all others meanwhile."""
AT_ONCE = 16
"""Tables whose entries are read in one question."""
PARKED = 30.0
"""Seconds a table that fell to another worker is remembered: it may come back."""
AGAIN = 0.5
"""Seconds after which a database that refused is tried again."""


class WorkerDesk(ClubDesk):
    """One of several desks on one store. Which tables are heard stands in the store, for all of them.

    `behind` are the tables of its shares that are still to be played along.
    """

    store: PostgresStore

    def __init__(
        self, store: PostgresStore, link: Link, shares: Shares, clock: Callable[[], float] = time.time
    ) -> None:
        self._shares = shares
        self.behind: dict[str, None] = {}
        self._parked: dict[str, tuple[float, ClubTable]] = {}
        self._fresh = set[str]()
        self._early: list[tuple[float, Message]] = []
        self._waits: dict[int, float] = {}
        self._broken_off = False
        super().__init__(store, link, clock)

    def _open_up(self) -> None:
        """The tables come with the shares."""

    def poll(self, seconds: float = 0.0) -> set[str]:
        try:
            return super().poll(seconds)
        except Exception:
            self._broken_off = True  # what was taken off the news is in nobody's hands
            raise
        finally:
            self.store.forget()

    def _wait(self, seconds: float) -> None:
        if self.behind or not seconds:
            return
        super()._wait(GATHER if self._early else seconds)
        time.sleep(GATHER)

    def _messages(self) -> list[Message]:
        """Sorted, so that no two workers wait for each other; with what had come too early."""
        early, self._early = self._early, []
        self._waits = {id(message): since for since, message in early}
        found = [*(message for _since, message in early), *super()._messages()]
        return sorted(found, key=lambda message: (message.table, getattr(message.said, "number", 0)))

    def _take(self, message: Message, answers: dict[Key, Heard]) -> set[str]:
        self._taking = message
        return super()._take(message, answers)

    def _gap(self, name: str, line: JournalLine, at: float, mark: Mark, answers: dict[Key, Heard]) -> None:
        since = self._waits.get(id(self._taking), self._clock())
        if self._clock() - since < PATIENCE:
            self._early.append((since, self._taking))
        else:
            super()._gap(name, line, at, mark, answers)

    def _status(self, name: str, status: TableStatus, at: float, answers: dict[Key, Heard]) -> None:
        place = Place(online=status.online, differs=status.differs, game=status.game, pictures=status.pictures)
        self.store.place(name, place, at)
        if status.game:
            key = Key(name, status.game)
            if self._intake.check(name, status, at) == "lie":
                self._accused.add(name)
            answers.setdefault(key, self._intake.heard(key))

    def _known(self, name: str) -> ClubTable:
        """Only the tables in this worker's shares are held here."""
        if name not in self._shares:
            return ClubTable(name)
        if name not in self.tables:
            _at, table = self._parked.pop(name, (0.0, ClubTable(name)))
            if table.game is not None:
                table.lies = self.store.lies(table.game.key)
            self.tables[name] = table
        return self.tables[name]

    def _follow(self, key: Key) -> None:
        """Which game is shown stands in the store."""

    def _shown(self, changed: set[str]) -> set[str]:
        """What has changed here and elsewhere, of the tables in the shares; all of them when the shares are others."""
        news = {*self.store.news(), *([EVERYTHING] if self._broken_off else ())}
        self._broken_off = False
        if self._shares.look():
            news.add(EVERYTHING)
            self._park()
        if news & {"", EVERYTHING} and self._other_people():
            news.add(EVERYTHING)
        asked = None if EVERYTHING in news else {name for name in changed | news if name in self._shares}
        self._accused |= {name.removeprefix(LIE) for name in news if name.startswith(LIE)}  # another worker saw it
        self._fresh = set() if asked is None else changed - news
        found = self.store.places(asked) if asked is None or asked else {}
        mine = {name: place for name, place in found.items() if name in self._shares}
        for name, place in mine.items():
            self._be(self._known(name), place)
        if asked is None:
            self._accused |= set(mine)
        return set(mine)

    def _park(self) -> None:
        """Let go of the tables that are not in the shares, those of which nothing is heard again for good."""
        now, there = time.monotonic(), self.tables
        self._parked = {name: (at, table) for name, (at, table) in self._parked.items() if now < at + PARKED}
        self._parked.update({name: (now, table) for name, table in there.items() if name not in self._shares})
        self.tables = {name: table for name, table in there.items() if name in self._shares}
        self.behind = {name: None for name in self.behind if name in self.tables}

    def _caught_up(self, changed: set[str]) -> set[str]:
        """Play these tables along, and those that are behind, for so long; those that were."""
        until, done = time.monotonic() + BUDGET, set[str]()
        self.behind = {**dict.fromkeys(sorted(changed)), **self.behind}
        while self.behind and (not done or time.monotonic() < until):
            names = list(self.behind)[:AT_ONCE]
            self._read_on(names)
            for name in names:
                self._catch_up(self.tables[name])
                del self.behind[name]
                done.add(name)
        self._accused &= self.behind.keys()
        return done

    def _read_on(self, names: Sequence[str]) -> None:
        """Have the entries of these tables ready."""
        games = (self.tables[name].game for name in names)
        self.store.read_on({game.key: game.last for game in games if game and game.broken is None}, self._fresh)

    def _be(self, table: ClubTable, place: Place) -> None:
        table.online, table.since, table.differs = place.online, place.since, place.differs
        table.pictures = place.pictures
        if place.game:
            super()._follow(Key(table.name, place.game))

    def _other_people(self) -> bool:
        """Read the club's documents anew; are people called otherwise now? Then they are."""
        if other := self._read_people():
            self.rename()
        return other


class WorkerOffice(Office):
    """The thread of a worker; what it draws is kept in the store, for every page."""

    full = AGAIN

    def __init__(self, desk: WorkerDesk, link: Link, slow: float = SLOW) -> None:
        super().__init__(desk, link, slow)
        self._worker = desk
        self.tell = self._show
        self._store = desk.store

    def _show(self, news: News) -> None:
        if news.changed:
            self._store.show({card.table: msgspec.json.encode(card) for card in news.changed})

    def _is_old(self, name: str, now: float) -> bool:
        """A table that is still to be played along keeps the card that another worker has drawn."""
        return name not in self._worker.behind and super()._is_old(name, now)

    def _step(self) -> None:
        self._cards = {name: card for name, card in self._cards.items() if name in self.desk.tables}
        try:
            super()._step()
        except NotWritten:
            self.forget_cards()  # they are drawn anew, and kept then
            raise
