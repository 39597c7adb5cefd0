"""The record of a game as one seat may be shown it: without what the others may keep to themselves.

A line holds what now lies otherwise for this seat. What changes nothing it may know of – a contract another one loads
in secret – is a line with a number only; digests and evidence stay out, because what is secret could be guessed by
them. So a shown record cannot be opened again as a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.play.record import check_replaceable
from companion.titles import title_of
from engine.errors import NotFound
from engine.files import write_whole
from engine.game import Command
from engine.journal import Correct, Entry, Journal, Learn, Overrule, Remark
from engine.table import Zones

OPEN_TO_ALL = (Remark, Learn)
NEVER_SHOWN = (Correct, Overrule)
"""Commands that name pieces which may lie hidden: their changes are shown, not their words."""


class Head(Struct, frozen=True):
    """The first line: whose record it is of which game, and what was agreed before it."""

    shown_to: str
    game: str
    setup: msgspec.Raw


class Shown(Struct, frozen=True, omit_defaults=True):
    """An entry as the seat may know it: command and phase as JSON, and every zone that lies otherwise than before."""

    number: int
    command: msgspec.Raw | None = None
    phase: msgspec.Raw | None = None
    lies: Zones = {}


def shown(journal: Journal, seat: str) -> Iterator[Shown]:
    """The entries as `seat` may know them; `NotFound` if it is no seat, or the game hides nothing from a seat."""
    known = title_of(journal.game.name).known
    if known is None:
        raise NotFound(f"{journal.game.name!r} does not say what a seat may know")
    again = Journal(journal.game, journal.setup)
    if not seat or seat not in again.state.seats:
        raise NotFound(f"{seat!r} has no seat, the seats are {tuple(filter(None, again.state.seats))!r}")
    before: Zones = {}
    for entry in journal.entries:
        left = again.state.phase
        again.append(entry)
        now: Zones = dict(known(again.state, seat))
        lies = {zone: tally for zone, tally in now.items() if tally != before.get(zone, {})}
        yield _line(journal, entry, lies, again.state.phase if again.state.phase != left else None)
        before = now


def _line(journal: Journal, entry: Entry, lies: Zones, phase: object) -> Shown:
    command = journal.codec.encode(entry.command) if _is_open(entry.command, bool(lies or phase)) else None
    entered = journal.codec.encode(phase) if phase is not None else None
    return Shown(entry.number, _raw(command), _raw(entered), lies)


def _is_open(command: Command, changes: bool) -> bool:
    return isinstance(command, OPEN_TO_ALL) or (changes and not isinstance(command, NEVER_SHOWN))


def _raw(data: bytes | None) -> msgspec.Raw | None:
    return msgspec.Raw(data) if data is not None else None


def write_shown(journal: Journal, seat: str, path: Path) -> None:
    """Write what `seat` may be shown of a game to `path`, one JSON object a line; raises `LookupError` as `shown`.

    `WrongInput` for a file that is there already and is no record.
    """
    check_replaceable(path)
    setup = msgspec.json.encode(journal.setup, order="deterministic")
    lines: list[object] = [Head(seat, journal.game.name, msgspec.Raw(setup)), *shown(journal, seat)]
    write_whole(path, b"".join(msgspec.json.encode(line, order="deterministic") + b"\n" for line in lines))
