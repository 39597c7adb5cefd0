"""The journal: one append-only line for everything that happened, undo and corrections included."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.codec import Codec
from engine.draft import Draft
from engine.event import Event, Moved, State, Turned, evolve, reverse, revert
from engine.game import Command, Game, decide, force
from engine.rule import NO_PIECES, NO_VALUE, NOT_LIVE, Illegal

C = TypeVar("C")
UNDONE = "T-UNDO"


class Undo(Struct, frozen=True, array_like=True, tag="Undo"):
    """Take back everything after entry `to`; an entry like any other, so it leaves its trace."""

    seat: str
    to: int
    why: str = ""


class Correct(Struct, frozen=True, array_like=True, tag="Correct"):
    """The table is right: pieces lie elsewhere than the book says; `rule` names the rule this breaks, if any."""

    seat: str
    shifts: tuple[Moved | Turned, ...]
    why: str = ""
    rule: str = ""


class Overrule(Struct, Generic[C], frozen=True, array_like=True, tag="Overrule"):
    """A command the rules forbid is accepted all the same; `rule` names the rule set aside."""

    seat: str
    command: C
    rule: str = ""
    why: str = ""


class Remark(Struct, frozen=True, array_like=True, tag="Remark"):
    """Something said for the record, such as a challenge or a ruling; moves nothing."""

    seat: str
    text: str
    rule: str = ""


class Learn(Struct, frozen=True, array_like=True, tag="Learn"):
    """A printed value that nobody had typed in is told: `key` as `Unknown` names it, `value` as a file would hold it.

    Moves nothing, and no undo takes it back: what is printed stays printed.
    """

    seat: str
    key: str
    value: Any
    source: str = ""


KERNEL_COMMANDS = (Undo, Correct, Remark, Learn)


class Entry(Struct, frozen=True):
    """One line of the journal.

    `at` is seconds since 1970; `origin` who brought it (``tap``, ``camera``, ``serial:…``,
    ``mqtt:…``, ``table``, ``referee``); `evidence` what it rests on; `digest` covers this
    entry and the digest of the one before.
    """

    number: int
    at: float
    origin: str
    command: Any
    events: tuple[Event, ...]
    digest: str
    evidence: str = ""


class Journal:
    """A game being played: its entries, the state they lead to, and the only way to add one.

    `keep` stores an entry durably before anybody may see it; if it raises, nothing has happened.
    `setup` is what the unopened box is made from; it stands again in entry 1.
    """

    def __init__(self, game: Game, setup: Any, keep: Callable[[Entry], None] | None = None) -> None:
        self.game = game
        self.setup = setup
        self.state: State = game.box(setup)
        self.codec = Codec(game, (*KERNEL_COMMANDS, Overrule))
        self.entries: list[Entry] = []
        self.live: list[int] = []
        self._keep = keep

    @property
    def last(self) -> int:
        """The number of the newest entry; 0 before the first."""
        return len(self.entries)

    @property
    def is_kept(self) -> bool:
        """Is every entry stored somewhere before anybody sees it?"""
        return self._keep is not None

    def submit(self, command: Command, origin: str = "tap", at: float = 0.0, evidence: str = "") -> Entry:
        """Decide a command and write its entry; raises `Illegal`, changing nothing."""
        events = self._decide(command)
        try:
            entry = self._entry(command, tuple(events), origin, at, evidence)
            if self._keep is not None:
                self._keep(entry)
        except BaseException:
            revert(self.state, events)
            raise
        self._record(entry)
        return entry

    def append(self, entry: Entry) -> None:
        """Take over a known entry, as when a record is opened; `ValueError` if it doesn't continue this journal."""
        if entry.number != self.last + 1:
            raise ValueError(f"entry {entry.number} follows entry {self.last}")
        known = self._entry(entry.command, entry.events, entry.origin, entry.at, entry.evidence)
        if known.digest != entry.digest:
            raise ValueError(f"entry {entry.number}: digest {entry.digest!r} does not fit what stands there")
        evolve(self.state, entry.events)
        self._record(entry)

    def taken_back(self, to: int) -> list[Entry]:
        """The entries an undo to entry `to` would take back, newest first; raises `Illegal` for one already gone."""
        if to and to not in self.live:
            raise Illegal(NOT_LIVE, (to,))
        above = (self.entries[number - 1] for number in reversed(self.live) if number > to)
        return [entry for entry in above if not isinstance(entry.command, Learn)]

    def put_back(self, to: int) -> list[Event]:
        """The moves an undo to entry `to` asks of people's hands."""
        return [event for entry in self.taken_back(to) for event in reverse(entry.events, UNDONE)]

    def _decide(self, command: Command) -> list[Event]:
        if isinstance(command, Undo):
            return self._undo(command)
        if isinstance(command, Correct):
            return self._correct(command)
        if isinstance(command, Overrule):
            return force(self.game, self.state, command.command)
        if isinstance(command, Remark):
            return []
        if isinstance(command, Learn):
            self._learnt(command)
            return []
        return decide(self.game, self.state, command)

    def _undo(self, command: Undo) -> list[Event]:
        events = self.put_back(command.to)
        if not events and not self.taken_back(command.to):
            raise Illegal(NOT_LIVE, (command.to,))
        evolve(self.state, events)
        return events

    def _learnt(self, command: Learn) -> Any:
        """The set-up with one more value; raises `Illegal` for a value that is known or does not fit."""
        try:
            return self.game.learn(self.state.setup, command.key, command.value)
        except ValueError as error:
            raise Illegal(NO_VALUE, (command.key, str(error))) from error

    def _correct(self, command: Correct) -> list[Event]:
        draft = Draft(self.state)
        try:
            for shift in command.shifts:
                _redraft(draft, shift)
        except (KeyError, ValueError) as error:
            draft.back()
            raise Illegal(NO_PIECES, (str(error),)) from error
        return draft.events

    def _entry(self, command: Command, events: tuple[Event, ...], origin: str, at: float, evidence: str) -> Entry:
        before = self.entries[-1].digest if self.entries else ""
        digest = self.codec.digest(before, self.last + 1, at, origin, command, events, evidence)
        return Entry(self.last + 1, at, origin, command, events, digest, evidence)

    def _record(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry.command, Undo):
            self._let_go(entry.command.to)
            return
        if isinstance(entry.command, Learn):
            self.state.learn(self._learnt(entry.command))
        self.live.append(entry.number)

    def _let_go(self, to: int) -> None:
        """Nothing after entry `to` stands any more, but what was learnt."""
        learnt: list[int] = []
        while self.live and self.live[-1] > to:
            number = self.live.pop()
            if isinstance(self.entries[number - 1].command, Learn):
                learnt.append(number)
        self.live.extend(reversed(learnt))


def _redraft(draft: Draft, shift: Moved | Turned) -> None:
    if shift.count < 1:
        raise ValueError(f"cannot correct {shift.count} of {shift.piece!r}")
    if isinstance(shift, Moved):
        draft.move(shift.piece, shift.count, shift.source, shift.target, shift.why)
    else:
        draft.turn(shift.piece, shift.into, shift.zone, shift.why, shift.count)


def replay(game: Game, setup: Any, commands: Iterable[Command]) -> Journal:
    """Decide commands anew from the box; raises `Illegal` at the first that is not lawful."""
    journal = Journal(game, setup)
    for command in commands:
        journal.submit(command, origin="replay")
    return journal


class Amended(Struct, frozen=True):
    """What becomes of a game when entry `number` had been otherwise.

    `journal` is the other game; `refused` pairs each later entry that is no longer lawful
    with its refusal: it and its like are left out of the other game.
    """

    number: int
    journal: Journal
    refused: tuple[tuple[Entry, Illegal], ...]


def amend(journal: Journal, number: int, instead: Command | None) -> Amended:
    """The game as it would stand with `instead` (nothing, if None) in the place of entry `number`.

    Raises `Illegal` if `instead` itself is not lawful there, or entry `number` is not live.
    """
    if number not in journal.live or number == 1:
        raise Illegal(NOT_LIVE, (number,))
    other = Journal(journal.game, journal.setup)
    refused: list[tuple[Entry, Illegal]] = []
    for entry in (journal.entries[n - 1] for n in journal.live):
        if entry.number == number:
            _again(other, instead, entry)
        elif entry.number < number:
            _again(other, entry.command, entry)
        else:
            _if_lawful(other, entry, refused)
    return Amended(number, other, tuple(refused))


def _again(other: Journal, command: Command | None, entry: Entry) -> None:
    if command is not None:
        other.submit(command, entry.origin, entry.at, entry.evidence)


def _if_lawful(other: Journal, entry: Entry, refused: list[tuple[Entry, Illegal]]) -> None:
    try:
        _again(other, entry.command, entry)
    except Illegal as refusal:
        refused.append((entry, refusal))
