"""Tables on a wire and the desks of a club or a convention that follow them, without a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.office import Office
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.shares import Shares
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.web_desk import NoLink, WebDesk, WebOffice
from companion.web.desk.worker import WorkerDesk
from testkit.club import Wire, WiredTable
from tests.devices.conftest import eventually


class Hall:
    """Tables on a wire, the desk that hears them, and the desk of the referee's pages: at a club it is the same."""

    def __init__(self, folder: Path, database: str) -> None:
        self.wire, self._folder, self.database = Wire(), folder, database
        self._closing: list[Callable[[], None]] = []
        if database:
            shares = Shares(database)
            self._closing.append(shares.close)
            self.hears: ClubDesk = WorkerDesk(self._postgres(), self.wire, shares)
            self.page: ClubDesk = self.another_page()
        else:
            self.hears = self.page = self.another_page()

    def _postgres(self) -> PostgresStore:
        store = PostgresStore(self.database)
        self._closing.append(store.close)
        return store

    def another_page(self) -> ClubDesk:
        """A desk that was started later, or again."""
        if self.database:
            return WebDesk(self._postgres(), NoLink())
        store = SqliteStore(self._folder / FILE)
        self._closing.append(store.close)
        return ClubDesk(store, self.wire)

    def play(self, table: WiredTable, decisions: int) -> None:
        """So many decisions at a table, which the desk hears."""
        table.play(decisions)
        self.hear(table)

    def hear(self, table: WiredTable) -> None:
        """Everything a table has sent is heard."""
        assert eventually(lambda: self.hears.poll() is not None and self._knows(table))
        if isinstance(self.page, WebDesk):
            self.page.refresh()

    def _knows(self, table: WiredTable) -> bool:
        game = self.hears.table(table.name).game
        return game is not None and game.last == table.session.book.last

    def office(self) -> tuple[Office, Callable[[], object]]:
        """What tells pages, not started yet, and what starts a clock: at a convention by another desk."""
        if not self.database:
            office = Office(self.page, self.wire)
            return office, lambda: office.ask(lambda desk: desk.start_clock(60.0)).result(10)
        link = NoLink()
        store = PostgresStore(self.database, link.wake)
        self._closing.append(store.close)
        return WebOffice(WebDesk(store, link), link, self.database), lambda: self.page.start_clock(60.0)

    def close(self) -> None:
        for each in reversed(self._closing):
            each()
