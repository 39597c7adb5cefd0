"""The arbiter: what a command would do and cost, or which rule forbids it, and what other readings would say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.constantinopolis.editions import OPTIONS, Edition, presets
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import Event, Moved, State
from engine.game import Bounds, Command, Offer, Pick, judge, legal
from engine.journal import Entry
from engine.rule import Rule, Rulebook, Ruling
from engine.table import Piece, Tally, Zone

FOLDER = Path(__file__).with_name("rulebook")
CATEGORIES = {
    "treasury": "gold",
    "goods": "goods",
    "fame": "fame",
    "level": "level",
    "sheet": "buildings",
    "harbour": "ships",
    "open": "contracts",
    "saved": "contracts",
    "posts": "posts",
}
"""What a zone of a seat is called in an account of changes; the others do not change what the seat has."""

Account = dict[str, Tally]
"""By category, how much more or less of each piece."""


@cache
def rulebook() -> Rulebook:
    """The rules of Constantinopolis."""
    return Rulebook.read(*sorted(FOLDER.glob("*.toml")))


class Reading(Struct, frozen=True):
    """The same command under another reading: allowed, or forbidden by `rule`."""

    allowed: bool
    rule: str = ""


class Answer(Struct, frozen=True):
    """A ruling with what a person asks next.

    `changes` is what each seat would gain and lose, `cost` the gold the asking seat would pay; `facts` the numbers
    of a refusal by name; `editions` what each preset would say; `options` the options whose other value would
    turn the ruling round, with that value.
    """

    ruling: Ruling
    changes: dict[str, Account]
    cost: int
    facts: dict[str, Any]
    editions: dict[str, Reading]
    options: dict[str, tuple[str, ...]]

    @property
    def rule(self) -> Rule | None:
        """The rule that forbids it, with its printed places and where the editions differ."""
        return rulebook().get(self.ruling.rule)

    def sentence(self, language: str) -> str:
        """The refusal in words, or nothing if it is allowed; a rule of the kernel is its id."""
        rule, ruling = self.rule, self.ruling
        return rulebook().explain(ruling.rule, ruling.facts, language) if rule else ruling.rule


def answer(state: State, command: Command) -> Answer:
    """What there is to say about a command; the state stays as it is."""
    ruling = judge(CONSTANTINOPOLIS, state, command)
    changes = accounts(state, ruling.events)
    paid = -changes.get(command.seat, {}).get("gold", {}).get("gold", 0)
    rule = rulebook().get(ruling.rule)
    facts = dict(zip(rule.facts, ruling.facts, strict=False)) if rule else {}
    editions = {name: _reading(state, command, other) for name, other in presets().items()}
    return Answer(ruling, changes, max(0, paid), facts, editions, turning(state, command, ruling.allowed))


def accounts(state: State, events: Iterable[Event]) -> dict[str, Account]:
    """What each seat gains and loses by these events."""
    found: dict[str, Account] = {}
    for event in events:
        if isinstance(event, Moved):
            for zone, count in ((event.source, -event.count), (event.target, event.count)):
                _book(found, state, zone, event.piece, count)
    return {seat: account for seat, account in found.items() if account}


def _book(found: dict[str, Account], state: State, zone: Zone, piece: Piece, count: int) -> None:
    kind, _, seat = zone.partition("/")
    if kind not in CATEGORIES or seat not in state.seats:
        return
    tally = found.setdefault(seat, {}).setdefault(CATEGORIES[kind], {})
    tally[piece] = tally.get(piece, 0) + count
    if not tally[piece]:
        del tally[piece]
    if not tally:
        del found[seat][CATEGORIES[kind]]


def under(state: State, edition: Edition) -> State:
    """The same position at a table that plays by another edition; it shares the pieces."""
    return State(replace(state.setup, edition=edition), state.seats, state.table, state.phase)


def _reading(state: State, command: Command, edition: Edition) -> Reading:
    ruling = judge(CONSTANTINOPOLIS, under(state, edition), command)
    return Reading(ruling.allowed, ruling.rule)


def turning(state: State, command: Command, allowed: bool) -> dict[str, tuple[str, ...]]:
    """The options that alone would turn the ruling round, with the values that do."""
    found = {}
    for option, values in OPTIONS.items():
        others = [value for value in values if value != getattr(state.setup.edition, option)]
        turned = tuple(value for value in others if _turns(state, command, option, value, allowed))
        if turned:
            found[option] = turned
    return found


def _turns(state: State, command: Command, option: str, value: str, allowed: bool) -> bool:
    edition: Edition = replace(state.setup.edition, **{option: value})
    return _reading(state, command, edition).allowed != allowed


class Choice(Struct, frozen=True):
    """One thing a seat may do: a command, or a family of them with its range and the rules that stop at its ends."""

    kind: str
    command: Command
    least: int | None = None
    most: int | None = None
    below: str = ""
    above: str = ""


def choices(state: State, seat: str) -> Iterator[Choice]:
    """Everything a seat may do now, by kind, with ranges."""
    for item in legal(CONSTANTINOPOLIS, state, seat):
        if not isinstance(item, Offer):
            yield Choice(type(item).__name__, item)
        elif isinstance(item.over, Bounds):
            yield _ranged(state, item, item.over)
        elif isinstance(item.over, Pick):
            yield Choice(type(item.least).__name__, item.least, item.over.least, item.over.most)


def _ranged(state: State, item: Offer, over: Bounds) -> Choice:
    ends = (replace(item.least, **{item.vary: number}) for number in (over.least - 1, over.most + 1))
    below, above = (judge(CONSTANTINOPOLIS, state, command).rule for command in ends)
    return Choice(type(item.least).__name__, item.least, over.least, over.most, below, above)


class Reason(Struct, frozen=True):
    """A move of pieces with the entry it stands in and the rule it rests on."""

    entry: int
    command: Any
    event: Moved


def why(entries: Iterable[Entry], zone: Zone, piece: Piece = "gold", count: int | None = None) -> list[Reason]:
    """Why pieces came to or left a zone ("why did I pay 3?"), newest first."""
    found = [
        Reason(entry.number, entry.command, event)
        for entry in entries
        for event in entry.events
        if isinstance(event, Moved)
        and event.piece == piece
        and zone in (event.source, event.target)
        and count in (None, event.count)
    ]
    return found[::-1]
