"""The store of a small club: one SQLite file beside the desk, written ahead, every commit on the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.play.games_file import is_damage
from companion.play.record import FORM, Head, Line
from companion.web.desk.store import MOST_PICTURES, Key, Lie, Mark, Ruling
from devices.desk import PicturePart, RulingOrder
from engine.errors import NotWritten, WrongFile
from engine.files import MODE

FILE = "desk.db"
APPLICATION = 0x4445534B
"""The file's `application_id` ("DESK")."""
VERSION = 1
ASIDE = "put it aside: every table then sends its games again, and rounds are drawn anew"
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS entry (
    place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, origin TEXT NOT NULL,
    command BLOB NOT NULL, events BLOB NOT NULL, digest TEXT NOT NULL, evidence TEXT NOT NULL,
    PRIMARY KEY (place, game, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS entries_never_change BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER IF NOT EXISTS entries_never_go BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, place TEXT NOT NULL, game TEXT NOT NULL, UNIQUE (place, game)
) STRICT;
CREATE TABLE IF NOT EXISTS lie (
    place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, why TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (place, game, number)
) STRICT;
CREATE TABLE IF NOT EXISTS ruling (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, place TEXT NOT NULL, said BLOB NOT NULL, at REAL NOT NULL,
    entry INTEGER NOT NULL, refused TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS picture (
    place TEXT NOT NULL, game TEXT NOT NULL, challenge INTEGER NOT NULL, part INTEGER NOT NULL, parts INTEGER NOT NULL,
    digest TEXT NOT NULL, at REAL NOT NULL, kept REAL NOT NULL, said BLOB NOT NULL,
    PRIMARY KEY (place, game, challenge, part)
) STRICT;
CREATE TABLE IF NOT EXISTS document (name TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""


class SqliteStore:
    """A `DeskStore` in the file `path`; one thread owns it. `WrongFile` for a file of another program or version."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._marks: dict[Key, Mark] = {}
        self._sizes: dict[str, int] = {}
        self._sent: dict[str, float] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, MODE))
            self._base = sqlite3.connect(path, isolation_level=None, timeout=10.0, check_same_thread=False)
            self._check(path)
            self._base.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
            self._base.executescript(SCHEMA)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise NotWritten(f"{str(path)!r}: {error}") from error
            raise WrongFile(f"{str(path)!r} is no file of a desk, or damaged: {error}; {ASIDE}") from error

    def _check(self, path: Path) -> None:
        """Raise `WrongFile` for a file that this version did not make."""
        (tables,) = self._base.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        (made,) = self._base.execute("PRAGMA application_id").fetchone()
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if tables and (made, version) != (APPLICATION, VERSION):
            self._base.close()
            raise WrongFile(f"{str(path)!r} is no file of a desk, or of another version of it")
        if (found := self._base.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            self._base.close()
            raise WrongFile(f"{str(path)!r} is damaged: {' '.join(found.split())}; {ASIDE}")

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        if self._base.in_transaction:
            yield
            return
        try:
            self._base.execute("BEGIN IMMEDIATE")
            yield
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            raise NotWritten(f"the desk's file: {error}") from error
        finally:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
                self._marks.clear()
                self._sizes.clear()

    def hold(self, name: str) -> None:
        """A transaction of SQLite holds everything."""

    def expect(self, keys: Collection[Key]) -> None:
        """Marks are remembered as it is."""

    def news(self) -> Set[str]:
        return frozenset()

    def begin(self, key: Key, head: Head, at: float) -> None:
        with self.together():
            self._base.execute("INSERT OR IGNORE INTO game (place, game) VALUES (?, ?)", (key.table, key.game))
            self._write(key, 0, at, head.game, bytes(head.setup), b"[]", head.digest, "")
            self._marks.pop(key, None)

    def append(self, key: Key, line: Line, /) -> bool:
        with self.together():
            if line.number < 1 or line.number != self._last(key).number + 1:
                return False
            command, events = bytes(line.command), bytes(line.events)
            if not self._write(key, line.number, line.at, line.origin, command, events, line.digest, line.evidence):
                self._marks.pop(key, None)
                return False
            self._marks[key] = Mark(line.number, line.digest)
            return True

    def _write(self, key: Key, *row: object) -> bool:
        """Insert a row; False where its number is taken."""
        if key.table in self._sizes:
            self._sizes[key.table] += sum(len(each) for each in row if isinstance(each, str | bytes))
        query = "INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        return self._base.execute(query, (key.table, key.game, *row)).rowcount == 1

    def _rows(self, query: str, *given: object) -> list[Any]:
        """What a query finds; `NotWritten` where the file cannot be read any more."""
        try:
            return self._base.execute(query, given).fetchall()
        except sqlite3.Error as error:
            raise NotWritten(f"the desk's file: {error}") from error

    def mark(self, key: Key) -> Mark:
        return self._last(key)

    def _last(self, key: Key) -> Mark:
        """The newest entry: there is never a gap before it. Remembered, since this is asked for every message."""
        if (known := self._marks.get(key)) is not None:
            return known
        query = "SELECT number, digest FROM entry WHERE place = ? AND game = ? ORDER BY number DESC LIMIT 1"
        for row in self._rows(query, key.table, key.game):
            self._marks[key] = Mark(*row)
        return self._marks.get(key, Mark())

    def size(self, table: str) -> int:
        if table not in self._sizes:
            row = " + ".join(f"LENGTH({each})" for each in ("origin", "command", "events", "digest", "evidence"))
            ((found,),) = self._rows(f"SELECT SUM({row}) FROM entry WHERE place = ?", table)
            self._sizes[table] = found or 0
        return self._sizes[table]

    def digest(self, key: Key, number: int) -> str:
        query = "SELECT digest FROM entry WHERE place = ? AND game = ? AND number = ?"
        return next((str(found) for (found,) in self._rows(query, key.table, key.game, number)), "")

    def made_at(self, key: Key, number: int) -> float:
        query = "SELECT at FROM entry WHERE place = ? AND game = ? AND number = ?"
        return next((float(at) for (at,) in self._rows(query, key.table, key.game, number)), 0.0)

    def head(self, key: Key) -> Head | None:
        query = "SELECT origin, command, digest FROM entry WHERE place = ? AND game = ? AND number = 0"
        rows = self._rows(query, key.table, key.game)
        return next((Head(FORM, name, msgspec.Raw(setup), digest) for name, setup, digest in rows), None)

    def lines(self, key: Key, since: int = 0) -> list[Line]:
        query = """SELECT number, at, origin, command, events, digest, evidence FROM entry
                   WHERE place = ? AND game = ? AND number > ? ORDER BY number"""
        return [_line(*row) for row in self._rows(query, key.table, key.game, since)]

    def games(self, table: str = "") -> Sequence[Key]:
        query = "SELECT place, game FROM game WHERE ? IN ('', place) ORDER BY id"
        return [Key(*row) for row in self._rows(query, table)]

    def accuse(self, key: Key, lie: Lie) -> None:
        with self.together():
            self._base.execute("INSERT OR IGNORE INTO game (place, game) VALUES (?, ?)", (key.table, key.game))
            row = (key.table, key.game, lie.number, lie.why, lie.at)
            self._base.execute("INSERT OR IGNORE INTO lie VALUES (?, ?, ?, ?, ?)", row)

    def lies(self, key: Key) -> Sequence[Lie]:
        query = "SELECT number, why, at FROM lie WHERE place = ? AND game = ? ORDER BY at, number"
        return [Lie(*row) for row in self._rows(query, key.table, key.game)]

    def add_part(self, key: Key, part: PicturePart, at: float) -> None:
        where = (key.table, key.game, part.challenge)
        older = "DELETE FROM picture WHERE place = ? AND game = ? AND challenge = ? AND digest <> ? AND at < ?"
        query = """INSERT INTO picture SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (
                       SELECT 1 FROM picture WHERE place = ? AND game = ? AND challenge = ? AND digest <> ?
                   ) ON CONFLICT DO NOTHING"""
        row = (part.part, part.parts, part.digest, part.at, at, msgspec.json.encode(part))
        oldest = """DELETE FROM picture WHERE place = ? AND (game, challenge) NOT IN (
                        SELECT game, challenge FROM picture WHERE place = ?
                        GROUP BY game, challenge ORDER BY MAX(kept) DESC LIMIT ?)"""
        with self.together():
            self._base.execute(older, (*where, part.digest, part.at))
            self._base.execute(query, (*where, *row, *where, part.digest))
            self._base.execute(oldest, (key.table, key.table, MOST_PICTURES))

    def parts(self, key: Key, challenge: int) -> list[PicturePart]:
        query = "SELECT said FROM picture WHERE place = ? AND game = ? AND challenge = ? ORDER BY part"
        rows = self._rows(query, key.table, key.game, challenge)
        return [msgspec.json.decode(said, type=PicturePart) for (said,) in rows]

    def whole(self, key: Key, challenge: int) -> str:
        query = """SELECT digest FROM picture WHERE place = ? AND game = ? AND challenge = ?
                   GROUP BY digest HAVING COUNT(*) >= MIN(parts)"""
        return next((str(digest) for (digest,) in self._rows(query, key.table, key.game, challenge)), "")

    def order(self, ruling: Ruling) -> None:
        row = (ruling.order.id, ruling.table, msgspec.json.encode(ruling.order), ruling.at, 0, "")
        query = "INSERT OR IGNORE INTO ruling (id, place, said, at, entry, refused) VALUES (?, ?, ?, ?, ?, ?)"
        with self.together():
            self._base.execute(query, row)

    def answer(self, table: str, id: str, entry: int, refused: str) -> None:
        query = "UPDATE ruling SET entry = ?, refused = ? WHERE id = ? AND place = ? AND entry = 0 AND refused = ''"
        with self.together():
            self._base.execute(query, (entry, refused, id, table))

    def due(self, now: float, before: float) -> Sequence[Ruling]:
        query = "SELECT place, said, at, entry, refused FROM ruling WHERE entry = 0 AND refused = '' ORDER BY seq"
        found = [_ruling(*row) for row in self._rows(query)]
        chosen = [each for each in found if self._sent.get(each.order.id, 0.0) <= before]
        self._sent |= {each.order.id: now for each in chosen}
        return chosen

    def rulings(self) -> Sequence[Ruling]:
        return [_ruling(*row) for row in self._rows("SELECT place, said, at, entry, refused FROM ruling ORDER BY seq")]

    def keep(self, name: str, data: bytes) -> None:
        with self.together():
            self._base.execute("INSERT OR REPLACE INTO document VALUES (?, ?)", (name, data))

    def kept(self, name: str) -> bytes:
        return next((bytes(data) for (data,) in self._rows("SELECT data FROM document WHERE name = ?", name)), b"")


def _line(number: int, at: float, origin: str, command: bytes, events: bytes, digest: str, evidence: str) -> Line:
    said, moved = msgspec.Raw(command), msgspec.Raw(events)
    return Line(number=number, at=at, origin=origin, command=said, events=moved, digest=digest, evidence=evidence)


def _ruling(table: str, said: bytes, at: float, entry: int, refused: str) -> Ruling:
    order = msgspec.json.decode(said, type=RulingOrder)
    return Ruling(table=table, order=order, at=at, entry=entry, refused=refused)
