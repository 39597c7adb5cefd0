"""The store of a convention: PostgreSQL, written by many desks at a time, each told of what the others keep."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from typing import LiteralString

import msgspec
import psycopg
from psycopg.rows import TupleRow

from companion.play.record import FORM, Head, Line
from companion.web.desk.postgres_batch import Batch, line, lock, marks
from companion.web.desk.postgres_news import CARDS, LIE, NEWS, Listener, told
from companion.web.desk.postgres_schema import open_schema
from companion.web.desk.store import MOST_PICTURES, Key, Lie, Mark, Place, Ruling
from devices.desk import PicturePart, RulingOrder
from engine.errors import NotWritten, WrongInput

SIZE_FOR = 60.0
"""Seconds a table's size is remembered while other desks may add to it."""
IDLE = 1.0
"""Seconds after which a connection may have been lost unnoticed."""


class PostgresStore:
    """A `DeskStore` at `address`, postgresql://USER:PASSWORD@HOST/DATABASE; one thread owns it.

    A connection that was lost is made anew by the next call. `wake` is called, by another thread, when there is news.
    `NotWritten` where there is no database, `WrongInput` for no address of one, `WrongFile` for newer tables.
    """

    shared = True

    def __init__(self, address: str, wake: Callable[[], None] = lambda: None) -> None:
        self._address, self._wake = address, wake
        self._base: psycopg.Connection | None = None
        self._used = 0.0
        self._marks: dict[Key, Mark] | None = None
        self._sizes: dict[str, tuple[float, int]] = {}
        self._touched: set[str] = set()
        self._batch = Batch()
        self._listener: Listener | None = None
        with self._asking():
            open_schema(self._connection)

    # --- the connection ---

    @property
    def _connection(self) -> psycopg.Connection:
        """The connection; made anew where it was lost."""
        if self._base is not None and self._marks is None and time.monotonic() > self._used + IDLE:
            with suppress(psycopg.Error):  # then it is closed
                self._base.execute("")
        if self._base is None or self._base.closed:
            self._base = connect(self._address)
        self._used = time.monotonic()
        return self._base

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except psycopg.ProgrammingError as error:
            if self._base is not None:
                raise NotWritten(f"the desk's database: {_plain(error)}") from error
            raise WrongInput(f"the desk's database: {_plain(error)}; it looks like {SHAPE}") from error
        except (psycopg.Error, UnicodeError) as error:
            raise NotWritten(f"the desk's database: {_plain(error)}") from error

    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        if self._base is not None:
            self._base.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        if self._marks is not None:
            yield
            return
        try:
            with self._asking(), self._connection.transaction():
                self._marks = {}
                yield
                self._batch.write(self._connection)
                if self._touched:
                    self._tell(NEWS, self._touched)
        except BaseException:
            self._sizes.clear()
            self._batch.drop()
            raise
        finally:
            self._marks = None
            self._touched.clear()

    def _tell(self, channel: str, names: Collection[str]) -> None:
        self._run("SELECT pg_notify(%s, each) FROM unnest(%s::text[]) AS each", channel, told(names))

    def _run(self, query: LiteralString, *given: object) -> int:
        """Write within a transaction; how many rows it came to."""
        with self._asking():
            return self._connection.execute(query, given).rowcount

    def _rows(self, query: LiteralString, *given: object) -> list[TupleRow]:
        with self._asking():
            return self._connection.execute(query, given).fetchall()

    def hold(self, name: str) -> None:
        self._run("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", name)

    def news(self) -> Set[str]:
        if self._listener is None:
            self._listener = Listener(self._address, self._wake)
        return self._listener.take(self._pid)

    @property
    def _pid(self) -> int:
        return self._base.info.backend_pid if self._base is not None and not self._base.closed else 0

    # --- entries ---

    def begin(self, key: Key, head: Head, at: float) -> None:
        with self.together():
            self._know(key)
            if self._last(key).number < 0:
                setup = msgspec.Raw(bytes(head.setup))
                nothing = msgspec.Raw(b"[]")
                entry = Line(number=0, at=at, origin=head.game, command=setup, events=nothing, digest=head.digest)
                self._write(key, entry)

    def append(self, key: Key, entry: Line, /) -> bool:
        with self.together():
            if entry.number < 1 or entry.number != self._last(key).number + 1:
                return False
            self._write(key, entry)
            return True

    def _know(self, key: Key) -> None:
        self._run("INSERT INTO game (place, game) VALUES (%s, %s) ON CONFLICT DO NOTHING", key.table, key.game)

    def _write(self, key: Key, entry: Line) -> None:
        """Write an entry when the transaction ends: its table is locked until then."""
        self._batch.put(key, entry)
        self._remember(key, Mark(entry.number, entry.digest))
        self._touched.add(key.table)
        if key.table in self._sizes:
            until, size = self._sizes[key.table]
            said = (entry.origin, bytes(entry.command), bytes(entry.events), entry.digest, entry.evidence)
            self._sizes[key.table] = until, size + sum(map(len, said))

    def _remember(self, key: Key, mark: Mark) -> None:
        if self._marks is not None:
            self._marks[key] = mark

    def expect(self, keys: Collection[Key]) -> None:
        if not keys or self._marks is None:
            return
        with self._asking():
            lock(self._connection, {key.table for key in keys})
            self._marks.update(dict.fromkeys(keys, Mark()))
            self._marks.update(marks(self._connection, keys))

    def read_on(self, wanted: Mapping[Key, int], alone: Collection[str] = ()) -> None:
        """Have the entries after these numbers ready for `lines`, once, until `forget`.

        To the tables in `alone` this desk has added since, and no other: what it has kept itself is not read again.
        """
        with self._asking():
            self._batch.read(self._connection, wanted, alone)

    def forget(self) -> None:
        """Read anew what was kept or read before."""
        self._batch.forget()

    def mark(self, key: Key) -> Mark:
        return self._last(key)

    def _last(self, key: Key) -> Mark:
        """The newest entry: there is never a gap before it. Within a transaction, nobody else adds to it after."""
        if self._marks is not None:
            if key not in self._marks:
                self.expect([key])
            return self._marks[key]
        with self._asking():
            return next((mark for _key, mark in marks(self._connection, [key])), Mark())

    def size(self, table: str) -> int:
        until, size = self._sizes.get(table, (0.0, 0))
        if time.monotonic() < until:
            return size
        self._written()
        query = """SELECT COALESCE(SUM(LENGTH(origin) + LENGTH(command) + LENGTH(events) + LENGTH(digest)
                                       + LENGTH(evidence)), 0) FROM entry WHERE place = %s"""
        ((found,),) = self._rows(query, table)
        self._sizes[table] = time.monotonic() + SIZE_FOR, int(found)
        return int(found)

    def _written(self) -> None:
        """Write what is to be read now."""
        if self._marks is not None:
            with self._asking():
                self._batch.write(self._connection)

    def digest(self, key: Key, number: int) -> str:
        if self._marks is not None and (last := self._marks.get(key)) is not None and last.number <= number:
            return last.digest if last.number == number else ""
        self._written()
        query = "SELECT digest FROM entry WHERE place = %s AND game = %s AND number = %s"
        return next((str(found) for (found,) in self._rows(query, key.table, key.game, number)), "")

    def made_at(self, key: Key, number: int) -> float:
        self._written()
        query = "SELECT at FROM entry WHERE place = %s AND game = %s AND number = %s"
        return next((float(at) for (at,) in self._rows(query, key.table, key.game, number)), 0.0)

    def head(self, key: Key) -> Head | None:
        self._written()
        query = "SELECT origin, command, digest FROM entry WHERE place = %s AND game = %s AND number = 0"
        rows = self._rows(query, key.table, key.game)
        return next((Head(FORM, name, msgspec.Raw(setup), digest) for name, setup, digest in rows), None)

    def lines(self, key: Key, since: int = 0) -> list[Line]:
        self._written()
        if self._marks is None and (known := self._batch.after(key, since)) is not None:
            return known
        query = """SELECT number, at, origin, command, events, digest, evidence FROM entry
                   WHERE place = %s AND game = %s AND number > %s ORDER BY number"""
        return [line(*row) for row in self._rows(query, key.table, key.game, since)]

    def games(self, table: str = "") -> Sequence[Key]:
        query = "SELECT place, game FROM game WHERE %s IN ('', place) ORDER BY id"
        if table:
            query = "SELECT place, game FROM game WHERE place = %s ORDER BY id"
        return [Key(*row) for row in self._rows(query, table)]

    # --- tables, and what pages show of them ---

    def place(self, table: str, place: Place, at: float) -> None:
        """Keep how a table is, as it was sent at that time; what was sent later holds, whichever comes first.

        A table says often that all is as it was: that is no news for anybody.
        """
        same = """UPDATE place SET at = %s
                  WHERE place = %s AND online = %s AND differs = %s AND game = %s AND pictures = %s AND at <= %s"""
        query = """INSERT INTO place AS p VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (place) DO UPDATE SET
                       online = excluded.online, differs = excluded.differs, game = excluded.game, at = excluded.at,
                       pictures = excluded.pictures,
                       since = CASE WHEN p.online = excluded.online THEN p.since ELSE excluded.at END
                   WHERE p.at <= excluded.at"""
        with self.together():
            if self._run(same, at, table, place.online, place.differs, place.game, place.pictures, at):
                return
            self._run(query, table, place.online, at, place.differs, place.game, at, place.pictures)
            self._touched.add(table)

    def places(self, tables: Collection[str] | None = None) -> dict[str, Place]:
        """How these tables are, or all of them; only those that were heard of."""
        query = """SELECT place, online, since, differs, game, pictures FROM place
                   WHERE %s::text[] IS NULL OR place = ANY(%s::text[])"""
        names = None if tables is None else list(tables)
        return {
            name: Place(online=online, since=since, differs=differs, game=game, pictures=pictures)
            for name, online, since, differs, game, pictures in self._rows(query, names, names)
        }

    def show(self, cards: Mapping[str, bytes]) -> None:
        """Keep what every page shows of these tables."""
        query = """INSERT INTO card SELECT * FROM unnest(%s::text[], %s::bytea[])
                   ON CONFLICT (place) DO UPDATE SET data = excluded.data"""
        with self.together():
            names = sorted(cards)
            self._run(query, names, [cards[name] for name in names])
            self._tell(CARDS, names)

    def shown(self, tables: Collection[str] | None = None) -> dict[str, bytes]:
        """What pages show of these tables, or of all of them."""
        query = "SELECT place, data FROM card WHERE %s::text[] IS NULL OR place = ANY(%s::text[])"
        names = None if tables is None else list(tables)
        return {name: bytes(data) for name, data in self._rows(query, names, names)}

    # --- lies, pictures, rulings, documents ---

    def accuse(self, key: Key, lie: Lie) -> None:
        with self.together():
            self._know(key)
            query = "INSERT INTO lie VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
            if self._run(query, key.table, key.game, lie.number, lie.why, lie.at):
                self._touched |= {key.table, f"{LIE}{key.table}"}

    def lies(self, key: Key) -> Sequence[Lie]:
        query = "SELECT number, why, at FROM lie WHERE place = %s AND game = %s ORDER BY at, number"
        return [Lie(*row) for row in self._rows(query, key.table, key.game)]

    def add_part(self, key: Key, part: PicturePart, at: float) -> None:
        where = (key.table, key.game, part.challenge)
        older = "DELETE FROM picture WHERE place = %s AND game = %s AND challenge = %s AND digest <> %s AND at < %s"
        query = """INSERT INTO picture SELECT %s, %s, %s, %s, %s, %s, %s, %s, %s WHERE NOT EXISTS (
                       SELECT 1 FROM picture WHERE place = %s AND game = %s AND challenge = %s AND digest <> %s
                   ) ON CONFLICT DO NOTHING"""
        row = (part.part, part.parts, part.digest, part.at, at, msgspec.json.encode(part))
        oldest = """DELETE FROM picture WHERE place = %s AND (game, challenge) NOT IN (
                        SELECT game, challenge FROM picture WHERE place = %s
                        GROUP BY game, challenge ORDER BY MAX(kept) DESC LIMIT %s)"""
        with self.together():
            self._run(older, *where, part.digest, part.at)
            self._run(query, *where, *row, *where, part.digest)
            self._run(oldest, key.table, key.table, MOST_PICTURES)
            self._touched.add(key.table)

    def parts(self, key: Key, challenge: int) -> list[PicturePart]:
        query = "SELECT said FROM picture WHERE place = %s AND game = %s AND challenge = %s ORDER BY part"
        rows = self._rows(query, key.table, key.game, challenge)
        return [msgspec.json.decode(said, type=PicturePart) for (said,) in rows]

    def whole(self, key: Key, challenge: int) -> str:
        query = """SELECT digest FROM picture WHERE place = %s AND game = %s AND challenge = %s
                   GROUP BY digest HAVING COUNT(*) >= MIN(parts)"""
        return next((str(digest) for (digest,) in self._rows(query, key.table, key.game, challenge)), "")

    def order(self, ruling: Ruling) -> None:
        query = "INSERT INTO ruling (id, place, said, at) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
        with self.together():
            self._run(query, ruling.order.id, ruling.table, msgspec.json.encode(ruling.order), ruling.at)
            self._touched.add(ruling.table)

    def answer(self, table: str, id: str, entry: int, refused: str) -> None:
        query = """UPDATE ruling SET entry = %s, refused = %s
                   WHERE id = %s AND place = %s AND entry = 0 AND refused = ''"""
        with self.together():
            self._run(query, entry, refused, id, table)
            self._touched.add(table)

    def rulings(self) -> Sequence[Ruling]:
        return [_ruling(*row) for row in self._rows("SELECT place, said, at, entry, refused FROM ruling ORDER BY seq")]

    def due(self, now: float, before: float) -> Sequence[Ruling]:
        query = """UPDATE ruling SET sent = %s WHERE entry = 0 AND refused = '' AND sent <= %s
                   RETURNING place, said, at, entry, refused"""
        return [_ruling(*row) for row in self._rows(query, now, before)]

    def keep(self, name: str, data: bytes) -> None:
        query = """INSERT INTO document VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET data = excluded.data"""
        with self.together():
            self._run(query, name, data)
            self._touched.add("")

    def kept(self, name: str) -> bytes:
        return next((bytes(data) for (data,) in self._rows("SELECT data FROM document WHERE name = %s", name)), b"")


def connect(address: str) -> psycopg.Connection:
    """A connection on which a database that hangs is noticed."""
    return psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=5,
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=2,
        options="-c statement_timeout=15000 -c lock_timeout=10000",
    )


SHAPE = "postgresql://USER:PASSWORD@HOST/DATABASE"


def _plain(error: Exception) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split()) or type(error).__name__


def _ruling(table: str, said: bytes, at: float, entry: int, refused: str) -> Ruling:
    order = msgspec.json.decode(said, type=RulingOrder)
    return Ruling(table=table, order=order, at=at, entry=entry, refused=refused)
