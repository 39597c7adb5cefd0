"""A game's record as a file: one JSON object a line, the first names the game, each other is an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.titles import title_of
from engine.codec import Codec
from engine.errors import WrongFile
from engine.event import Event
from engine.files import write_whole
from engine.journal import Entry, Journal, Undo

T = TypeVar("T")
FORM = 1


class Damaged(WrongFile):
    """A record that cannot be read on; the message names the entry and what is wrong with it."""


class Head(Struct, frozen=True):
    """The first line of a record: its form, the game's name and what was agreed before the game."""

    form: int
    game: str
    setup: msgspec.Raw


class Line(Struct, frozen=True, kw_only=True):
    """An entry as it is stored: command and events as JSON; the phases left are known from the entry before."""

    number: int
    at: float
    origin: str
    command: msgspec.Raw
    events: msgspec.Raw
    digest: str
    evidence: str = ""


def line_of(codec: Codec, entry: Entry) -> Line:
    """An entry in its stored form."""
    command, events = codec.encode(entry.command), codec.write_events(entry.events)
    return Line(
        number=entry.number,
        at=entry.at,
        origin=entry.origin,
        command=msgspec.Raw(command),
        events=msgspec.Raw(events),
        digest=entry.digest,
        evidence=entry.evidence,
    )


def append_line(journal: Journal, line: Line) -> None:
    """Let a stored entry happen in `journal`; raises `Damaged` naming the entry if it does not continue it."""
    try:
        command = journal.codec.command(bytes(line.command))
        events = journal.codec.events(bytes(line.events), journal.state.phase)
        entry = Entry(line.number, line.at, line.origin, command, events, line.digest, line.evidence)
        journal.append(entry)
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        raise Damaged(f"entry {line.number!r}: {error}") from error


def open_journal(name: str, setup: bytes, keep: Callable[[Entry], None] | None = None) -> Journal:
    """An empty journal of the game `name`; raises `Damaged` if game or setup cannot be read."""
    try:
        title = title_of(name)
        return Journal(title.game, title.read_setup(setup), keep)
    except (LookupError, ValueError) as error:
        raise Damaged(f"entry 0: {error}") from error


def write_record(journal: Journal, path: Path) -> None:
    """Write the whole record of a game to `path`."""
    setup = msgspec.json.encode(journal.setup, order="deterministic")
    lines: list[object] = [Head(FORM, journal.game.name, msgspec.Raw(setup))]
    lines += [line_of(journal.codec, entry) for entry in journal.entries]
    write_whole(path, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def read_record(path: Path) -> Journal:
    """The game a record holds, every digest checked; raises `Damaged` naming the line or entry, `OSError`."""
    lines = path.read_bytes().splitlines()
    if not lines:
        raise Damaged(f"{path.name!r}: empty")
    head = _decode(lines[0], Head, path, 1)
    if head.form != FORM:
        raise Damaged(f"{path.name!r}, line 1: form {head.form!r}, this program reads {FORM}")
    journal = open_journal(head.game, bytes(head.setup))
    for number, text in enumerate(lines[1:], 2):
        append_line(journal, _decode(text, Line, path, number))
    return journal


def _decode(text: bytes, kind: type[T], path: Path, number: int) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise Damaged(f"{path.name!r}, line {number}: {error}") from error


def decided_again(journal: Journal) -> Journal:
    """The game decided anew from its commands; raises `Damaged` at the first entry the rules now decide otherwise."""
    again = Journal(journal.game, journal.setup)
    for entry in journal.entries:
        _decide_again(again, entry)
    return again


def _decide_again(again: Journal, entry: Entry) -> None:
    try:
        mine = again.submit(entry.command, entry.origin, entry.at, entry.evidence)
    except Exception as error:
        raise Damaged(f"entry {entry.number}: {entry.command!r} is refused now: {error}") from error
    if not _same(mine.events, entry.events):
        raise Damaged(f"entry {entry.number}: {entry.command!r} has other consequences now")


def _same(mine: Sequence[Event], kept: Sequence[Event]) -> bool:
    """Do two entries move the same pieces? Older records hold some moves of one entry in another order."""
    return mine == kept or sorted(map(repr, mine)) == sorted(map(repr, kept))


def kept(entries: Iterable[Entry], live: Iterable[int]) -> list[Entry]:
    """The entries that stand: neither taken back nor an undo."""
    standing = set(live)
    return [entry for entry in entries if entry.number in standing and not isinstance(entry.command, Undo)]
