"""The entries of one transaction: written at its end in one statement, and known here to who plays them along after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec
import psycopg

from companion.play.record import Line
from companion.web.desk.store import Key, Mark
from engine.errors import NotWritten

LOCKS = 0x454E5452
"""The first number of the advisory locks of tables ("ENTR"); the second is made from the table's name."""
_LOCK = """SELECT pg_advisory_xact_lock(%s, each) FROM (
               SELECT DISTINCT hashtext(name) AS each FROM unnest(%s::text[]) AS name ORDER BY each) AS ordered"""
_MARKS = """SELECT k.place, k.game, last.number, last.digest FROM unnest(%s::text[], %s::text[]) AS k(place, game)
            CROSS JOIN LATERAL (
                SELECT number, digest FROM entry WHERE place = k.place AND game = k.game ORDER BY number DESC LIMIT 1
            ) AS last"""
_WRITE = """INSERT INTO entry SELECT * FROM unnest(
                %b::text[], %b::text[], %b::int4[], %b::float8[], %b::text[], %b::bytea[], %b::bytea[],
                %b::text[], %b::text[]
            ) ON CONFLICT DO NOTHING"""
_LINES = """SELECT k.place, k.game, e.number, e.at, e.origin, e.command, e.events, e.digest, e.evidence
            FROM unnest(%s::text[], %s::text[], %s::int4[]) AS k(place, game, since)
            JOIN entry AS e ON e.place = k.place AND e.game = k.game AND e.number > k.since
            ORDER BY e.place, e.game, e.number"""


def lock(base: psycopg.Connection, tables: Collection[str]) -> None:
    """Until the transaction ends, no other desk writes entries of these tables."""
    base.execute(_LOCK, (LOCKS, list(tables)))


def marks(base: psycopg.Connection, keys: Collection[Key]) -> Iterable[tuple[Key, Mark]]:
    """How far each of these games is kept, of those that are."""
    rows = base.execute(_MARKS, ([key.table for key in keys], [key.game for key in keys]))
    return [(Key(table, game), Mark(number, digest)) for table, game, number, digest in rows]


def line(number: int, at: float, origin: str, command: bytes, events: bytes, digest: str, evidence: str) -> Line:
    """An entry as it stands in a row."""
    said, moved = msgspec.Raw(command), msgspec.Raw(events)
    return Line(number=number, at=at, origin=origin, command=said, events=moved, digest=digest, evidence=evidence)


class Batch:
    """`put` entries whose tables are locked, `write` them; `after` is what follows an entry, where that is known."""

    def __init__(self) -> None:
        self._unwritten: dict[Key, list[Line]] = {}
        self._wrote: dict[Key, tuple[int, list[Line]]] = {}
        self._known: dict[Key, tuple[int, list[Line]]] = {}

    def put(self, key: Key, entry: Line) -> None:
        """Write this entry by and by."""
        self._unwritten.setdefault(key, []).append(entry)

    def write(self, base: psycopg.Connection) -> None:
        """Write all; `NotWritten` where another desk has written one of them, without the lock."""
        rows = [
            (key.table, key.game, each.number, float(each.at), each.origin, bytes(each.command), bytes(each.events),
             each.digest, each.evidence)
            for key, lines in self._unwritten.items() for each in lines
        ]  # fmt: skip
        if rows and base.execute(_WRITE, [list(column) for column in zip(*rows, strict=True)]).rowcount != len(rows):
            raise NotWritten("the desk's database: another desk has written the same entries")
        self._wrote.update({key: (lines[0].number - 1, lines) for key, lines in self._unwritten.items()})
        self._unwritten = {}

    def read(self, base: psycopg.Connection, wanted: Mapping[Key, int], alone: Collection[str]) -> None:
        """Read what follows these entries, in one question; not of tables that this desk `alone` has added to."""
        mine = {
            key for key in wanted if key.table in alone and key in self._wrote and self._wrote[key][0] <= wanted[key]
        }
        self._known.update({key: self._wrote[key] for key in mine})
        if asked := {key: since for key, since in wanted.items() if key not in mine}:
            self._ask(base, asked)

    def _ask(self, base: psycopg.Connection, wanted: Mapping[Key, int]) -> None:
        columns = [key.table for key in wanted], [key.game for key in wanted], list(wanted.values())
        found: dict[Key, tuple[int, list[Line]]] = {key: (since, []) for key, since in wanted.items()}
        for table, game, *row in base.execute(_LINES, columns):
            found[Key(table, game)][1].append(line(*row))
        self._known.update(found)

    def after(self, key: Key, since: int) -> list[Line] | None:
        """The entries after number `since`, told once; None where they are not known here."""
        first, lines = self._known.pop(key, (since + 1, []))
        return [each for each in lines if each.number > since] if first <= since else None

    def drop(self) -> None:
        """The transaction has failed: nothing was written."""
        self._unwritten = {}
        self.forget()

    def forget(self) -> None:
        """What is known may be old now."""
        self._wrote, self._known = {}, {}
