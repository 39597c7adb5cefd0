"""Entries as rows of the games' file, and back; and what a person can do about an error of SQLite's."""

from __future__ import annotations

import sqlite3

import msgspec

from companion.play.games_file import Row
from companion.play.record import Line, line_of
from engine.codec import Codec
from engine.journal import Entry

READ_ONLY = "the folder can only be read; correct its rights or name another folder with --data"


def reason_of(error: sqlite3.Error) -> str:
    """What a person can do about an error of SQLite's."""
    if isinstance(error, sqlite3.IntegrityError) and "UNIQUE" in str(error):
        return "another window or command went on with this game; open it again to see its entries"
    if "locked" in str(error):
        return "another program writes to the games just now; try again"
    if "readonly" in str(error):
        return READ_ONLY
    return str(error)


def row_of(game: str, codec: Codec, entry: Entry) -> Row:
    """An entry of a game as it is written."""
    line = line_of(codec, entry)
    command, events = bytes(line.command).decode(), bytes(line.events).decode()
    return game, line.number, line.at, line.origin, command, events, line.digest, line.evidence


def encoded(setup: object) -> bytes:
    """A set-up as it is written."""
    return msgspec.json.encode(setup, order="deterministic")


def read_row(row: Row) -> Line:
    """An entry as it was written."""
    _, number, at, origin, command, events, digest, evidence = row
    return Line(
        number=number,
        at=at,
        origin=origin,
        command=_raw(command),
        events=_raw(events),
        digest=digest,
        evidence=evidence,
    )


def _raw(text: object) -> msgspec.Raw:
    return msgspec.Raw(str(text).encode("utf-8", "replace"))
