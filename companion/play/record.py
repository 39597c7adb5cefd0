"""A game's record as a file: one JSON object a line, the first names the game, each other is an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.titles import title_of
from companion.titles.title import Title
from engine.codec import Codec
from engine.errors import WrongFile, WrongInput
from engine.event import Event
from engine.files import read_whole, write_whole
from engine.game import Setup
from engine.journal import Entry, Journal, Undo

T = TypeVar("T")
FORM = 1
LATEST = 253_402_300_799
"""The last second of the year 9999: no later time can be shown."""
MOST_BYTES = 64_000_000
"""No record is longer: a whole evening's game has less than a megabyte."""
MOST_SEATS = 12
"""No game that is followed has more."""
OUR_HEADS = (b'{"form":', b'{"shown_to":')
"""How the records begin that this program writes."""


class Damaged(WrongFile):
    """A record that cannot be read on; the message names the entry and what is wrong with it."""


class Head(Struct, frozen=True):
    """The first line of a record: its form, the game's name and what was agreed before the game.

    `digest` covers name and set-up; records made before it was written have none, and entry 1 alone vouches for them.
    """

    form: int
    game: str
    setup: msgspec.Raw
    digest: str = ""


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


def line_digest(before: str, line: Line) -> str:
    """The digest a stored entry must have after one with the digest `before`, as `Codec.digest` makes it."""
    parts = [before, line.number, line.at, line.origin, line.command, line.events, line.evidence]
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def append_line(journal: Journal, line: Line) -> None:
    """Let a stored entry happen in `journal`; raises `Damaged` naming the entry if it does not continue it."""
    check_time(line.at, line.number)
    try:
        command = journal.codec.command(bytes(line.command))
        events = journal.codec.events(bytes(line.events), journal.state.phase)
        entry = Entry(line.number, line.at, line.origin, command, events, line.digest, line.evidence)
        journal.append(entry)
    except Exception as error:  # whatever a stored entry makes the game's code raise, the entry is at fault
        raise Damaged(f"entry {line.number!r}: {error}") from error
    if line.number == 1 and getattr(command, "setup", journal.setup) != journal.setup:
        raise Damaged("entry 1: opens the game with another set-up than the head's")


def check_time(at: object, number: int) -> None:
    """Raise `Damaged` for an entry's time that no clock shows."""
    if not isinstance(at, int | float) or not 0 <= at <= LATEST:
        raise Damaged(f"entry {number!r}: {at!r} is no time in seconds since 1970")


def head_digest(name: str, setup: bytes) -> str:
    """BLAKE2b over a game's name and its set-up as it is stored, 32 hex digits."""
    return blake2b(msgspec.json.encode([name, setup.decode()]), digest_size=16).hexdigest()


def open_journal(name: str, setup: bytes, keep: Callable[[Entry], None] | None = None, *, digest: str = "") -> Journal:
    """An empty journal of the game `name`.

    Raises `Damaged` if the game is unknown, the set-up cannot be read or be played, or `digest` is not the head's.
    """
    try:
        title = title_of(name)
        if digest and digest != head_digest(name, setup):
            raise Damaged(f"entry 0: digest {digest!r} does not fit what stands there")
        agreed = title.read_setup(setup)
        check_seats(title, agreed)
        return Journal(title.game, agreed, keep)
    except Damaged:
        raise
    except Exception as error:  # whatever a stored set-up makes the game's code raise, the set-up is at fault
        raise Damaged(f"entry 0: {error}") from error


def check_seats(title: Title, setup: Setup) -> None:
    """Raise `Damaged` for a set-up with seats, or with anything else, that the game's rules do not allow."""
    count = len(getattr(setup, "seats" if not hasattr(setup, "places") else "places", ()))
    if count > MOST_SEATS:
        raise Damaged(f"entry 0: {count} seats")
    broken = [(rule, *facts) for holds, rule, *facts in title.sound(setup) if not holds]
    if broken:
        raise Damaged(f"entry 0: the set-up breaks {broken[0][0]}: {broken[0][1:]!r}")


def write_record(journal: Journal, path: Path) -> None:
    """Write the whole record of a game to `path`; `WrongInput` for a file that is no record, `OSError`."""
    check_replaceable(path)
    write_whole(path, record_bytes(journal))


def record_bytes(journal: Journal) -> bytes:
    """The whole record of a game."""
    setup = msgspec.json.encode(journal.setup, order="deterministic")
    name = journal.game.name
    lines: list[object] = [Head(FORM, name, msgspec.Raw(setup), head_digest(name, setup))]
    lines += [line_of(journal.codec, entry) for entry in journal.entries]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def check_replaceable(path: Path) -> None:
    """Raise `WrongInput` where a record would take the place of a file that is none; an empty file may go."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        begins = file.read(32)
    if begins and not begins.replace(b" ", b"").startswith(OUR_HEADS):
        raise WrongInput(f"{str(path)!r} is there already and is no record of a game; name another file")


def read_record(path: Path) -> Journal:
    """The game a record holds, every digest checked; raises `Damaged` naming the line or entry, `OSError`."""
    lines = read_whole(path, MOST_BYTES).splitlines()
    if not lines:
        raise Damaged(f"{path.name!r}: empty")
    head = _decode(lines[0], Head, path, 1)
    if head.form != FORM:
        raise Damaged(f"{path.name!r}, line 1: form {head.form!r}, this program reads {FORM}")
    try:
        journal = open_journal(head.game, bytes(head.setup), digest=head.digest)
    except Damaged as error:
        raise Damaged(f"{path.name!r}, line 1: {error}") from error
    for number, text in enumerate(lines[1:], 2):
        append_line(journal, _decode(text, Line, path, number))
    return journal


def _decode(text: bytes, kind: type[T], path: Path, number: int) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
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
