"""Where games are kept: one SQLite table of entries that can only grow."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from companion.play.backup import back_up, best_copy, games_in, is_due, mend, set_aside
from companion.play.games_file import COLUMNS, GUARDS, BrokenFile, Row, connect, connect_copy, let_go, readable
from companion.play.lease import Held, Lease, Leases
from companion.play.record import Damaged, append_line, check_time, head_digest, open_journal
from companion.play.rows import READ_ONLY, encoded, read_row, reason_of, row_of
from engine.codec import Codec
from engine.errors import NotFound, NotWritten
from engine.journal import Entry, Journal

ENTRIES = f"SELECT {', '.join(COLUMNS)} FROM entry WHERE game = ? ORDER BY number"
NEWER = f"SELECT {', '.join(COLUMNS)} FROM entry WHERE game = ? AND number > ? ORDER BY number"
LEASED = """INSERT INTO entry SELECT ?, ?, ?, ?, ?, ?, ?, ?
            WHERE EXISTS (SELECT 1 FROM lease WHERE game = ? AND holder = ?)"""
"""Writes an entry only where the game is held by who writes it: the file itself keeps two writers apart."""


class Store:
    """The games of one data folder.

    Entry 0 of a game is its head: the game's name in `origin`, its setup in `command`. An entry
    is on the disk before `keep` returns (write-ahead log, every commit synced). One thread owns a store.

    A game is written by one store at a time, which holds its lease under a `name` for people (that of the machine, if
    none is given): who begins a game or writes to it holds it until `release` or `close`. `seconds` is the clock by
    which another one is given up.

    A damaged file is put aside as it is, `damaged_file` says where, and what can be read of it is kept on. Where
    nothing can be written, the games can still be read: `read_only` says why. `close` copies what was written.
    """

    def __init__(self, path: Path, *, name: str = "", seconds: Callable[[], float] = time.monotonic) -> None:
        """Open or make the file `path`; raises `Damaged` if it is no journal, `OSError` if it cannot be made."""
        self.path = path
        self.damaged_file: Path | None = None
        self.read_only = ""
        self._copy: TemporaryDirectory[str] | None = None
        self._base = self._opened()
        self._inode = path.stat().st_ino
        self._leases = Leases(self._base, path, name, seconds)
        if not self.read_only and self.games() and is_due(path):
            back_up(self._base, path)

    def _opened(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return connect(self.path)
        except BrokenFile:
            self.damaged_file = mend(self.path)
            return connect(self.path)
        except OSError as error:
            if not self.path.is_file() or not self.path.stat().st_size:
                raise
            self.read_only = str(error)
        self._copy = TemporaryDirectory(prefix="companion-games-")
        return connect_copy(self.path, Path(self._copy.name))

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Copy what was written since, and let go of the file; may be called twice."""
        self._leases.close()
        with suppress(sqlite3.ProgrammingError, OSError):
            if not self.read_only and self._is_there() and self.games() and is_due(self.path):
                back_up(self._base, self.path)
        self._base.close()
        if self._copy is not None:
            self._copy.cleanup()

    def copy_to(self, path: Path) -> None:
        """Write all games into a new file, as they are at this moment; `NotWritten`."""
        try:
            with closing(sqlite3.connect(path)) as copied:
                self._base.backup(copied)
                let_go(copied)
        except sqlite3.Error as error:
            raise NotWritten(f"{str(path)!r}: {error}") from error

    # --- who plays a game ---

    def hold(self, game: str) -> None:
        """Write this game from now on; `Held` while another one does, `NotFound`, `NotWritten`."""
        self._take(game, silent=False)

    def take_over(self, game: str) -> None:
        """Write it from now on, also where its holder has given no sign for too long while this store looked."""
        self._take(game, silent=True)

    def _take(self, game: str, *, silent: bool) -> None:
        if self.read_only:
            raise NotWritten(f"game {game!r} cannot be written: {READ_ONLY}")
        if not self._rows_of("SELECT 1 FROM entry WHERE game = ? LIMIT 1", game):
            raise NotFound(f"no game {game!r} in {str(self.path)!r}")
        with self._together():
            self._leases.take(game, silent=silent)
        self._leases.taken(game)

    def holds(self, game: str) -> bool:
        """Does this store hold the game, as far as it knows?"""
        return self._leases.holds(game)

    def lease(self, game: str) -> Lease | None:
        """The lease another store has of a game, unless its process has ended; never fails."""
        with suppress(sqlite3.Error):
            return self._leases.of(game)
        return None

    def leases(self) -> dict[str, Lease]:
        """What other stores hold, by game; never fails."""
        with suppress(sqlite3.Error):
            return {lease.game: lease for lease in self._leases.of_others()}
        return {}

    def is_gone(self, lease: Lease) -> bool:
        """May a game be taken over: has its holder given no sign for too long while this store looked?"""
        return self._leases.is_gone(lease)

    def beat(self) -> list[str]:
        """Give a sign of life, every `companion.play.lease.BEAT` s; the games that another store has taken meanwhile.

        Where it cannot be given now, the next one will do.
        """
        with suppress(sqlite3.Error):
            return self._leases.beat()
        return []

    def release(self, game: str) -> None:
        """Let others write this game; where that cannot be written now, they find out."""
        with suppress(sqlite3.Error):
            self._leases.release(game)

    def catch_up(self, game: str, journal: Journal) -> list[Entry]:
        """Let happen in a journal what another store has kept since; these entries. `Damaged`, as `open`."""
        before = journal.last
        try:
            for row in self._base.execute(NEWER, (game, before)).fetchall():
                append_line(journal, read_row(row))
        except sqlite3.Error as error:
            raise Damaged(f"game {game!r}: {error}") from error
        return journal.entries[before:]

    # --- games ---

    def begin(self, name: str, setup: object, at: float) -> tuple[str, Journal]:
        """Start a game of `name`: its id, counted up, and its journal, which keeps itself here."""
        data = encoded(setup)
        with self._together():
            game = self._next(name)
            journal = self._journal(game, name, data)
            self._write(game, 0, at, name, data.decode(), "[]", head_digest(name, data), "")
            self._register(game)
            self._leases.take(game)
        self._leases.taken(game)
        return game, journal

    def _register(self, game: str) -> None:
        """Name a game in a second place: where all its entries are lost, it is still known that there was one.

        The seat `-` belongs to no player; the empty one says whether the table is drawn.
        """
        self._base.execute("INSERT OR REPLACE INTO place VALUES (?, '-', '')", (game,))

    def place(self, game: str, sides: Mapping[str, str]) -> None:
        """Keep at which side of the table each seat of a game sits; it is no part of the game and may change."""
        try:
            self._base.executemany(
                "INSERT OR REPLACE INTO place VALUES (?, ?, ?)", [(game, *one) for one in sides.items()]
            )
        except sqlite3.Error as error:
            raise NotWritten(f"the places of game {game!r} could not be written: {error}") from error

    def sides(self, game: str) -> dict[str, str]:
        """Where the seats of a game sit, as far as it is known."""
        return dict(self._rows_of("SELECT seat, side FROM place WHERE game = ? AND seat != '-'", game))

    def tick(self, game: str, lines: Mapping[str, str]) -> None:
        """Keep which lines of a game's set-up are done, each with how; one without is not done any more."""
        try:
            for line, how in lines.items():
                self._base.execute("DELETE FROM ticked WHERE game = ? AND line = ?", (game, line))
                if how:
                    self._base.execute("INSERT INTO ticked VALUES (?, ?, ?)", (game, line, how))
        except sqlite3.Error as error:
            raise NotWritten(f"the ticks of game {game!r} could not be written: {reason_of(error)}") from error

    def ticks(self, game: str) -> dict[str, str]:
        """The lines of a game's set-up that are done, each with how."""
        return dict(self._rows_of("SELECT line, how FROM ticked WHERE game = ?", game))

    def take_in(self, book: Journal, at: float) -> str:
        """Keep a game that comes from a record; its new id. All of it is kept, or nothing."""
        name, head = book.game.name, encoded(book.setup)
        with self._together():
            game = self._next(name)
            self._write(game, 0, at, name, head.decode(), "[]", head_digest(name, head), "")
            self._register(game)
            for entry in book.entries:
                self._write(*row_of(game, book.codec, entry))
        return game

    def holder(self, book: Journal) -> str:
        """The game that holds every entry of `book` already, and can be gone on with; empty if there is none."""
        digest = book.entries[-1].digest if book.entries else head_digest(book.game.name, encoded(book.setup))
        found = self._rows_of("SELECT game FROM entry WHERE number = ? AND digest = ?", book.last, digest)
        for (game,) in found:
            with suppress(Damaged):
                if self.open(game).setup == book.setup:
                    return str(game)
        return ""

    def games(self) -> list[tuple[str, str, int, float]]:
        """Every game: its id, the game's name, its newest entry and when that was, newest first. Never fails."""
        query = """SELECT game, MIN(CASE number WHEN 0 THEN origin END), MAX(number), MAX(at)
                   FROM entry GROUP BY game"""
        found = [(game, name or "", last, at) for game, name, last, at in self._rows_of(query)]
        return sorted(found, key=lambda one: (one[3], one[0]), reverse=True)

    def nothing_left(self) -> list[tuple[str, str]]:
        """The games of which no entry is left, each with what happened to it."""
        return list(self._rows_of("SELECT game, reason FROM doubt WHERE game NOT IN (SELECT game FROM entry)"))

    def open(self, game: str) -> Journal:
        """The journal of a game as it stands; raises `LookupError` for an unknown id, `Damaged` naming the entry."""
        for (reason,) in self._rows_of("SELECT reason FROM doubt WHERE game = ?", game):
            raise Damaged(f"game {game!r}: {reason}; `companion restore {game}` goes on with what there is")
        return self._built(game, self._entries(game))

    def restore(self, game: str) -> int:
        """Put in place of a game the most that its entries and the copies of the file hold; its last entry's number.

        The file as it was is put aside first. Raises `NotFound` where no copy holds the game, `Held`, `OSError`.
        """
        if (lease := self.lease(game)) is not None and not self.is_gone(lease):
            raise Held(lease)
        entries = {row[1]: row for row in self._entries(game)}
        found = best_copy(self.path, game, entries, lambda rows: self._last_good(game, rows))
        self.damaged_file = set_aside(self.path)
        with self._together():
            for name in ("change", "go"):
                self._base.execute(f"DROP TRIGGER IF EXISTS entries_never_{name}")
            for table in ("entry", "doubt"):
                self._base.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
            for number in sorted(found):
                self._write(*found[number])
            for trigger in GUARDS.split("END;")[:-1]:
                self._base.execute(f"{trigger} END")
        if not self._copies_are_needed():
            back_up(self._base, self.path, anew=True)
        return max(found)

    def _copies_are_needed(self) -> bool:
        """Do the copies still hold a game, or more of a damaged one, that the file does not? Then none of them goes."""
        there = [game for game, *_ in self.games()]
        return not set(games_in(self.path)) <= set(there) or any(map(self._is_longer_in_a_copy, there))

    def _is_longer_in_a_copy(self, game: str) -> bool:
        try:
            self.open(game)
        except Damaged:
            entries = {row[1]: row for row in self._rows_of(ENTRIES, game)}
            with suppress(NotFound):
                best = best_copy(self.path, game, entries, lambda rows: self._last_good(game, rows))
                return max(best) > self._last_good(game, entries)
        return False

    def _last_good(self, game: str, rows: Mapping[int, Row]) -> int:
        """The last entry that continues those before it; -1 if not even the head can be read."""
        numbers = next((number for number in range(len(rows) + 1) if number not in rows), 0)
        try:
            journal = self._head(game, rows[0])
        except (KeyError, Damaged):
            return -1
        with suppress(Damaged):
            for number in range(1, numbers):
                append_line(journal, read_row(rows[number]))
        return journal.last

    def _built(self, game: str, rows: list[Row]) -> Journal:
        if not rows:
            raise NotFound(f"no game {game!r} in {str(self.path)!r}")
        if rows[0][1] != 0:
            raise Damaged(f"game {game!r}: begins with entry {rows[0][1]!r}")
        try:
            journal = self._head(game, rows[0])
            for row in rows[1:]:
                append_line(journal, read_row(row))
        except Damaged as error:
            raise Damaged(f"game {game!r}, {error}") from error
        return journal

    def _head(self, game: str, row: Row) -> Journal:
        _, _, at, name, setup, _, digest, _ = row
        check_time(at, 0)
        return self._journal(game, name, str(setup).encode(), digest)

    def _journal(self, game: str, name: str, setup: bytes, digest: str = "") -> Journal:
        def keep(entry: Entry) -> None:
            self._keep(game, journal.codec, entry)

        journal = open_journal(name, setup, keep, digest=digest)
        return journal

    def _entries(self, game: str) -> list[Row]:
        """The entries of a game in their order; raises `Damaged` where one cannot be read."""
        try:
            return self._base.execute(ENTRIES, (game,)).fetchall()
        except sqlite3.Error as error:
            raise Damaged(f"game {game!r}: {error}") from error

    def _rows_of(self, query: str, *given: object) -> list[Row]:
        """The rows that can be read."""
        try:
            return list(readable(self._base.execute(query, given)))
        except sqlite3.DatabaseError:
            return []

    def _next(self, name: str) -> str:
        """An id that no game has had."""
        query = "SELECT game FROM (SELECT game FROM entry UNION SELECT game FROM place) WHERE game GLOB ?"
        ids = (game for (game,) in self._rows_of(query, f"{name}-*"))
        numbers = (game.removeprefix(f"{name}-") for game in ids)
        return f"{name}-{max((int(number) for number in numbers if number.isdecimal()), default=0) + 1:04d}"

    @contextmanager
    def _together(self) -> Iterator[None]:
        """What is written within is kept whole or not at all; `NotWritten`."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            yield
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            raise NotWritten(f"{str(self.path)!r}: {reason_of(error)}") from error
        finally:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")

    def _keep(self, game: str, codec: Codec, entry: Entry) -> None:
        """Write an entry of a game that this store holds, or comes to hold by it."""
        if not (self.holds(game) or self._leases.has_lost(game)):
            self.hold(game)
        row = row_of(game, codec, entry)
        if not self.holds(game) or not self._insert(LEASED, row, (*row, game, self._leases.holder)):
            self._leases.lost(game)
            lease = self.lease(game)
            raise Held(lease) if lease else NotWritten(f"game {game!r} was played elsewhere; open it again")

    def _write(self, *row: object) -> None:
        self._insert("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row, row)

    def _insert(self, statement: str, row: tuple[object, ...], given: tuple[object, ...]) -> int:
        """Write a row; how many were written."""
        if not self._is_there():
            raise NotWritten(f"entry {row[1]!r} of game {row[0]!r}: {str(self.path)!r} was replaced by another program")
        try:
            return self._base.execute(statement, given).rowcount
        except sqlite3.Error as error:
            reason = reason_of(error)
            raise NotWritten(f"entry {row[1]!r} of game {row[0]!r} could not be written: {reason}") from error

    def _is_there(self) -> bool:
        """Is the file still the one that was opened?"""
        try:
            return self.path.stat().st_ino == self._inode
        except OSError:
            return False
