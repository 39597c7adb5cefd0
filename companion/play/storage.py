"""Where games are kept: one SQLite table of entries that can only grow."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import msgspec

from companion.play.record import Damaged, Line, append_line, line_of, open_journal
from engine.codec import Codec
from engine.errors import NotFound, NotWritten
from engine.journal import Entry, Journal

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entry (
    game TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, origin TEXT NOT NULL,
    command TEXT NOT NULL, events TEXT NOT NULL, digest TEXT NOT NULL, evidence TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS place (
    game TEXT NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL, PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS entries_never_change BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER IF NOT EXISTS entries_never_go BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""


class Store:
    """The games of one data folder.

    Entry 0 of a game is its head: the game's name in `origin`, its setup in `command`. An entry
    is on the disk before `keep` returns (write-ahead log, every commit synced). One thread owns a store.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file `path`; raises `Damaged` if it is no journal, `OSError` if it cannot be made."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        try:
            self._base = sqlite3.connect(path, isolation_level=None)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=FULL")
            self._base.executescript(_SCHEMA)
        except sqlite3.OperationalError as error:
            raise NotWritten(f"{str(path)!r}: {error}") from error
        except sqlite3.DatabaseError as error:
            raise Damaged(f"{str(path)!r}: {error}") from error

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def begin(self, name: str, setup: object, at: float) -> tuple[str, Journal]:
        """Start a game of `name`: its id, counted up, and its journal, which keeps itself here."""
        data = _encode(setup)
        game = f"{name}-{self._next(name):04d}"
        journal = self._journal(game, name, data)
        self._write(game, 0, at, name, data.decode(), "[]", "", "")
        return game, journal

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
        return dict(self._base.execute("SELECT seat, side FROM place WHERE game = ?", (game,)))

    def take_in(self, book: Journal, at: float) -> str:
        """Keep a game that comes from a record; its new id. All of it is kept, or nothing."""
        game, head = f"{book.game.name}-{self._next(book.game.name):04d}", _encode(book.setup)
        self._base.execute("BEGIN")
        try:
            self._write(game, 0, at, book.game.name, head.decode(), "[]", "", "")
            for entry in book.entries:
                self._keep(game, book.codec, entry)
            self._base.execute("COMMIT")
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        return game

    def games(self) -> list[tuple[str, str, int, float]]:
        """Every game: its id, the game's name, its newest entry and when that was, newest first."""
        query = """SELECT game, MIN(CASE number WHEN 0 THEN origin END), MAX(number), MAX(at)
                   FROM entry GROUP BY game ORDER BY MAX(at) DESC, game DESC"""
        return [(game, name or "", last, at) for game, name, last, at in self._base.execute(query)]

    def open(self, game: str) -> Journal:
        """The journal of a game as it stands; raises `LookupError` for an unknown id, `Damaged` naming the entry."""
        rows = self._rows(game)
        head = next(rows, None)
        if head is None:
            raise NotFound(f"no game {game!r} in {str(self.path)!r}")
        if head[0] != 0:
            raise Damaged(f"game {game!r}: begins with entry {head[0]!r}")
        try:
            journal = self._journal(game, head[2], head[3].encode())
            for row in rows:
                append_line(journal, _line(row))
        except Damaged as error:
            raise Damaged(f"game {game!r}, {error}") from error
        return journal

    def _journal(self, game: str, name: str, setup: bytes) -> Journal:
        def keep(entry: Entry) -> None:
            self._keep(game, journal.codec, entry)

        journal = open_journal(name, setup, keep)
        return journal

    def _rows(self, game: str) -> sqlite3.Cursor:
        return self._base.execute(
            "SELECT number, at, origin, command, events, digest, evidence FROM entry WHERE game = ? ORDER BY number",
            (game,),
        )

    def _next(self, name: str) -> int:
        query = "SELECT COUNT(*) FROM entry WHERE number = 0 AND origin = ?"
        return int(self._base.execute(query, (name,)).fetchone()[0]) + 1

    def _keep(self, game: str, codec: Codec, entry: Entry) -> None:
        line = line_of(codec, entry)
        command, events = bytes(line.command).decode(), bytes(line.events).decode()
        self._write(game, line.number, line.at, line.origin, command, events, line.digest, line.evidence)

    def _write(self, *row: object) -> None:
        try:
            self._base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise NotWritten(f"entry {row[1]!r} of game {row[0]!r} could not be written: {error}") from error


def _encode(setup: object) -> bytes:
    return msgspec.json.encode(setup, order="deterministic")


def _line(row: tuple[int, float, str, str, str, str, str]) -> Line:
    number, at, origin, command, events, digest, evidence = row
    return Line(
        number=number,
        at=at,
        origin=origin,
        command=_raw(command),
        events=_raw(events),
        digest=digest,
        evidence=evidence,
    )


def _raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())
