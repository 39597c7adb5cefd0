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


class SeatHead(Struct, frozen=True):
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


class Follower:
    """Follows a game as `seat` may know it, entry by entry; the empty seat, ``""``, knows what lies open to all.

    `NotFound` if it is no seat, or the game does not say what a seat may know.
    """

    def __init__(self, journal: Journal, seat: str) -> None:
        known = title_of(journal.game.name).known
        if known is None:
            raise NotFound(f"{journal.game.name!r} does not say what a seat may know")
        self._journal, self._seat, self._known = journal, seat, known
        self._again = Journal(journal.game, journal.setup)
        if seat not in self._again.state.seats:
            raise NotFound(f"{seat!r} has no seat, the seats are {tuple(filter(None, self._again.state.seats))!r}")
        self._before: Zones = {}

    def news(self) -> Iterator[Shown]:
        """The entries since the last call."""
        for entry in self._journal.entries[self._again.last :]:
            yield self._shown(entry)

    def _shown(self, entry: Entry) -> Shown:
        left = self._again.state.phase
        self._again.append(entry)
        state = self._again.state
        now: Zones = dict(self._known(state, self._seat))
        lies = {zone: tally for zone, tally in now.items() if tally != self._before.get(zone, {})}
        self._before = now
        return _line(self._journal, entry, lies, state.phase if state.phase != left else None)


def shown(journal: Journal, seat: str) -> Iterator[Shown]:
    """The entries as `seat` may know them; `NotFound` as for `Follower`, also for the empty seat."""
    if not seat:
        raise NotFound("a record is shown to a seat, not to the table")
    return Follower(journal, seat).news()


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
    lines: list[object] = [SeatHead(seat, journal.game.name, msgspec.Raw(setup)), *shown(journal, seat)]
    write_whole(path, b"".join(msgspec.json.encode(line, order="deterministic") + b"\n" for line in lines))
