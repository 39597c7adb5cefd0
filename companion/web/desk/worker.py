"""A worker of a convention's desk: keeps what any table sends, and plays along the tables in its shares."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from companion.web.desk.cards import SLOW
from companion.web.desk.club_desk import ClubDesk, ClubTable, Link, Message
from companion.web.desk.office import News, Office
from companion.web.desk.postgres_news import EVERYTHING
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.shares import Shares
from companion.web.desk.store import Key, Mark, Place
from devices.desk import Heard, JournalLine, TableStatus
from engine.errors import NotWritten

PATIENCE = 1.0
"""Seconds an entry waits for the one before it, which another worker may be keeping."""


class WorkerDesk(ClubDesk):
    """One of several desks on one store. Which tables are heard stands in the store, for all of them."""

    store: PostgresStore

    def __init__(
        self, store: PostgresStore, link: Link, shares: Shares, clock: Callable[[], float] = time.time
    ) -> None:
        self._shares = shares
        self._early: list[tuple[float, Message]] = []
        self._waits: dict[int, float] = {}
        super().__init__(store, link, clock)

    def _open_up(self) -> None:
        """The tables come with the shares."""

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
        return self.tables.setdefault(name, ClubTable(name)) if name in self._shares else ClubTable(name)

    def _follow(self, key: Key) -> None:
        """Which game is shown stands in the store."""

    def _shown(self, changed: set[str]) -> set[str]:
        """What has changed here and elsewhere, of the tables in the shares; all of them when the shares are others."""
        news = set(self.store.news())
        if self._shares.look():
            news.add(EVERYTHING)
            self.tables = {name: table for name, table in self.tables.items() if name in self._shares}
        if news & {"", EVERYTHING} and self._other_people():
            news.add(EVERYTHING)
        asked = None if EVERYTHING in news else {name for name in (changed | news) - {""} if name in self._shares}
        self._accused |= news  # another worker may have seen a lie
        found = self.store.places(asked) if asked is None or asked else {}
        for name, place in found.items():
            if name in self._shares:
                self._be(self._known(name), place)
        return {name for name in found if name in self._shares}

    def _be(self, table: ClubTable, place: Place) -> None:
        table.online, table.since, table.differs = place.online, place.since, place.differs
        table.pictures = place.pictures
        if place.game:
            super()._follow(Key(table.name, place.game))

    def _other_people(self) -> bool:
        """Read the club's documents anew; are people called otherwise now?"""
        before = self.roll.numbers
        for each in (self.roll, self.results, self.evening):
            each.refresh()
        if before == self.roll.numbers:
            return False
        for table in self.tables.values():
            if table.game is not None:
                table.game.rename()
        return True


class WorkerOffice(Office):
    """The thread of a worker; what it draws is kept in the store, for every page."""

    def __init__(self, desk: WorkerDesk, link: Link, slow: float = SLOW) -> None:
        super().__init__(desk, link, slow)
        self.tell = self._show
        self._store = desk.store

    def _show(self, news: News) -> None:
        self._store.show({card.table: msgspec.json.encode(card) for card in news.changed})

    def _step(self) -> None:
        self._cards = {name: card for name, card in self._cards.items() if name in self.desk.tables}
        try:
            super()._step()
        except NotWritten:
            self.forget_cards()  # they are drawn anew, and kept then
            raise
