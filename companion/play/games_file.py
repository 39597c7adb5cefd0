"""The SQLite file the games are kept in: its schema, its marks, how it is opened, copied and checked."""

from __future__ import annotations

import os
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.play.record import Damaged
from engine.errors import NotWritten
from engine.files import MODE, write_whole

GAMES = "games.db"
"""Its name in a data folder."""
APPLICATION = 0x434F4D50
"""The file's `application_id` ("COMP"); files made before it was written have 0."""
VERSION = 1
"""The file's `user_version`: the form of its tables. Files made before it was written have 0 and the same tables.

The table `form` says it again: a head whose number alone is another one is damaged, not written by a newer program.
"""
COLUMNS = ("game", "number", "at", "origin", "command", "events", "digest", "evidence")
LAST = chr(0x10FFFF)
"""After the name of every game."""
KINDS = (str, int, float, str, str, str, str, str)
GUARDS = """
CREATE TRIGGER IF NOT EXISTS entries_never_change BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER IF NOT EXISTS entries_never_go BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""
SCHEMA = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS entry (
    game TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, origin TEXT NOT NULL,
    command TEXT NOT NULL, events TEXT NOT NULL, digest TEXT NOT NULL, evidence TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS place (
    game TEXT NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL, PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ticked (
    game TEXT NOT NULL, line TEXT NOT NULL, how TEXT NOT NULL, PRIMARY KEY (game, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lease (
    game TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, name TEXT NOT NULL, process INTEGER NOT NULL,
    machine TEXT NOT NULL, since REAL NOT NULL, beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS doubt (game TEXT NOT NULL PRIMARY KEY, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS form (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL) STRICT;
INSERT OR REPLACE INTO form VALUES (1, {VERSION});
{GUARDS}
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""
BESIDE = ("", "-wal")
"""A file of games and what SQLite keeps beside it until it is written into it."""

Row = tuple[Any, ...]
Key = tuple[str, int]
"""A game and the number of an entry."""


class Salvage(NamedTuple):
    """What can be read of a damaged file: entries by game and number; `whole` if no entry is lost.

    Games are kept in the order of their names: what cannot be read lies between the games `low` and `high`, what stands
    out of order has taken the place of something between the two games of each of the `gaps`.
    """

    games: dict[str, dict[int, Row]]
    whole: bool
    low: str
    high: str
    odd: set[str]
    gaps: list[tuple[str, str]]

    def may_lack(self, game: str) -> bool:
        """May the file have held later entries of a game than can be read?"""
        if game in self.odd or (self.whole and not self.odd and not self.gaps):  # where the damage is, is unknown
            return True
        if any(low <= game < high or low == game == high for low, high in self.gaps):
            return True
        return not self.whole and self.low <= game <= self.high and (game != self.high or game not in self.games)


class BrokenFile(Damaged):
    """SQLite cannot read all of the file."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection for the games' file, made if there is none, with mode 0600; `BrokenFile`, `Damaged`, `NotWritten`.

    `Damaged` is raised for a file of another program or of a newer version, which is left as it is.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, MODE))
        path.chmod(MODE)
    base = _connection(path)
    try:
        if not _is_ready(base, path):
            base.executescript(SCHEMA)
        _write_through(base)
        check(base, path)
    except sqlite3.DatabaseError as error:
        base.close()
        kind = BrokenFile if is_damage(error) else NotWritten
        raise kind(f"{str(path)!r}: {error}") from error
    except BaseException:
        base.close()
        raise
    return base


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Is it the file, and not the disk, the rights or another program?

    Of a damaged number of the form of its tables SQLite speaks as of a statement that cannot be carried out.
    """
    return not isinstance(error, sqlite3.OperationalError) or str(error) == "unsupported file format"


def connect_copy(path: Path, folder: Path) -> sqlite3.Connection:
    """A connection to a copy of the file, for reading only, where nothing can be written beside the file itself."""
    copied = copy_file(path, folder / path.name)
    base = connect(copied)
    base.execute("PRAGMA query_only = ON")
    return base


def let_go(base: sqlite3.Connection) -> None:
    """A copy is not played by any host."""
    base.execute("DELETE FROM lease")
    base.commit()


def copy_file(path: Path, target: Path) -> Path:
    """Copy the file with what stands beside it, byte for byte; `OSError`."""
    for end in BESIDE:
        source = Path(f"{path}{end}")
        if source.exists():
            write_whole(Path(f"{target}{end}"), source.read_bytes())
    return target


def drop_file(path: Path) -> None:
    """Remove a file and all that SQLite keeps beside it."""
    for end in (*BESIDE, "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def check(base: sqlite3.Connection, path: Path) -> None:
    """Raise `BrokenFile` unless every page of the file can be read and is in its place."""
    found = base.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise BrokenFile(f"{str(path)!r}: {found[0] if found else 'it cannot be checked'}")


def readable(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows up to the first that SQLite cannot read."""
    with suppress(sqlite3.Error):
        yield from rows


def salvaged(path: Path, names: Iterable[str] = ()) -> Salvage:
    """All entries that can still be read; `names` are games that may be in the file."""
    found: dict[str, dict[int, Row]] = {}
    odd: set[str] = set()
    with closing(_connection(path)) as base:
        columns = ", ".join(COLUMNS)
        keys: list[Key] = []
        low, whole = _read(base, found, odd, f"SELECT {columns} FROM entry ORDER BY game, number", keys=keys)
        high, _ = _read(base, found, odd, f"SELECT {columns} FROM entry ORDER BY game DESC, number DESC")
        for name in {*names, *found}:
            for order in ("", " DESC"):
                _read(base, found, odd, f"SELECT {columns} FROM entry WHERE game = ? ORDER BY number{order}", (name,))
    return Salvage(found, whole, low, high or LAST, odd, list(_gaps(keys)))


def _gaps(keys: Sequence[Key]) -> Iterator[tuple[str, str]]:
    """Between which games something is lost where entries do not stand in their order, as where a page is another's."""
    there = sorted(set(keys))
    for number in range(1, len(keys)):
        if keys[number] <= keys[number - 1]:
            at = bisect_left(there, keys[number])
            yield there[max(0, at - 1)][0], keys[number][0]
            so_far = set(keys[:number])
            further = next((key for key in keys[number:] if key not in so_far), (LAST, 0))
            yield max(so_far)[0], further[0]
            yield keys[number - 1][0], further[0]


def sides_of(path: Path) -> list[Row]:
    """The places at the table that can still be read."""
    with closing(_connection(path)) as base, suppress(sqlite3.Error):
        return list(readable(base.execute("SELECT game, seat, side FROM place")))
    return []


def write_file(path: Path, rows: Iterable[Row], sides: Iterable[Row], doubts: Iterable[tuple[str, str]]) -> None:
    """Make a new file of games at `path`; `OSError`."""
    drop_file(path)
    with closing(connect(path)) as base:
        try:
            base.execute("BEGIN")
            base.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            base.executemany("INSERT INTO place VALUES (?, ?, ?)", sides)
            base.executemany("INSERT INTO doubt VALUES (?, ?)", doubts)
            base.execute("COMMIT")
        except sqlite3.Error as error:
            raise NotWritten(f"{str(path)!r}: {error}") from error


def _read(
    base: sqlite3.Connection,
    found: dict[str, dict[int, Row]],
    odd: set[str],
    query: str,
    given: Row = (),
    keys: list[Key] | None = None,
) -> tuple[str, bool]:
    """Take in the rows of a query as far as they can be read: the game of the last one, and whether that was all.

    Games beside a row that is none of ours are taken into `odd`, and what was read, in its order, into `keys`.
    """
    last = ""
    try:
        for row in base.execute(query, given):
            if tuple(map(type, row)) != KINDS:
                odd.update({last, row[0]} if isinstance(row[0], str) else {last})
                continue
            last = row[0]
            if keys is not None:
                keys.append((row[0], row[1]))
            found.setdefault(row[0], {}).setdefault(row[1], row)
    except sqlite3.Error:
        return last, False
    return last, True


class _Base(sqlite3.Connection):
    """A connection that says of a damaged name in the file what it says of other damage.

    SQLite quotes the name in its message, and Python cannot decode a message that is no UTF-8.
    """

    def execute(self, *call: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*call)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"a name in the file is damaged: {error.object!r}") from error


def _connection(path: Path) -> sqlite3.Connection:
    try:
        base = sqlite3.connect(path, isolation_level=None, factory=_Base)
    except sqlite3.OperationalError as error:
        raise NotWritten(f"{str(path)!r}: {error}") from error
    base.text_factory = lambda data: data.decode("utf-8", "replace")  # a damaged letter is the digest's to find
    return base


def _write_through(base: sqlite3.Connection) -> None:
    """Every commit is on the disk before it returns; no function of the file itself is run."""
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=FULL")
    base.execute("PRAGMA trusted_schema=OFF")


def _is_ready(base: sqlite3.Connection, path: Path) -> bool:
    """Has the file our tables in this form? False for a new or older one; `Damaged` for a foreign or newer one."""
    tables = {name for (name,) in base.execute("SELECT name FROM sqlite_schema")}
    application, version = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    ours = tuple(row[1] for row in base.execute("PRAGMA table_info(entry)")) == COLUMNS
    if (tables or application not in (0, APPLICATION)) and not ours:
        raise Damaged(f"{str(path)!r} is a database of another program; it is left as it is")
    form = _form(base) if "form" in tables else version
    if ours and VERSION < version == form:
        raise Damaged(f"{str(path)!r} was written by a newer version of this program (form {version}, not {VERSION})")
    return ours and version == form == VERSION and {"form", "ticked", "lease"} <= tables and application == APPLICATION


def _form(base: sqlite3.Connection) -> int:
    """What the table `form` says; 0 where it cannot be read."""
    rows = list(readable(base.execute("SELECT version FROM form")))
    return int(rows[0][0]) if rows and isinstance(rows[0][0], int) else 0
