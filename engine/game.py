"""A game is a table of contents: which actions each phase allows, and from it lists, decisions and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.draft import Draft
from engine.event import Event, State, revert
from engine.rule import NO_PIECES, NOT_NOW, NOT_YOURS, Illegal, Ruling, Sentence
from engine.table import Tally, Zone

T = TypeVar("T")
Command = Any
"""A frozen struct; its first field `seat` is a colour, or ``""`` for the table."""


class Choice(Protocol):
    """What a family of commands leaves open, and whether a value lies within."""

    def holds(self, value: Any) -> bool: ...


class Bounds(Struct, frozen=True, gc=False):
    """A number anywhere from `least` to `most`."""

    least: int
    most: int

    def holds(self, value: int) -> bool:
        return self.least <= value <= self.most


class Pick(Struct, frozen=True, gc=False):
    """From `least` to `most` pieces out of `pool` (the zone's own tally); they will lie in `lands`."""

    pool: Tally
    least: int
    most: int
    lands: Zone

    def holds(self, value: Tally) -> bool:
        if any(count < 1 or self.pool.get(piece, 0) < count for piece, count in value.items()):
            return False
        return self.least <= sum(value.values()) <= self.most


class Offer(Struct, frozen=True, gc=False):
    """A family of lawful commands: `least` with its field `vary` in `over`: `Bounds`, `Pick` or a game's own."""

    least: Command
    vary: str
    over: Choice


class Action(NamedTuple):
    """Something a seat can do, in three functions of its chapter.

    `offers` lists exactly what is lawful and builds no event; `needs` states the rules as
    sentences in the rulebook's order; `effects` moves the pieces and asks nothing.
    """

    command: type
    offers: Callable[[State, Any], Iterable[Command | Offer]]
    needs: Callable[[State, Any, Any], Iterator[Sentence]]
    effects: Callable[[Draft, Any, Any], None]


def nothing(_state: State, _seat: Any) -> tuple[Command, ...]:
    """The offers of an action that another one of its chapter lists."""
    return ()


def nothing_to_learn(_setup: Any, key: str, _value: Any) -> Any:
    """A game that knows all its values."""
    raise ValueError(f"{key!r} is no value of this game that could be told")


class Standing(Struct, frozen=True):
    """A seat's result: its `place` (shared places are equal), its `score` and the lines behind it."""

    seat: str
    place: int
    score: int
    lines: dict[str, int]
    ties: tuple[int, ...] = ()


class Game:
    """One game: who may play it, its unopened box, its phases with their actions, its final order.

    `box` gives the state before entry 1: every piece in its box, waiting for the game's
    opening command. `standings` orders the seats by what lies on the table now. `learn` gives the setup with one more
    printed value, by its key; `ValueError` if it is known already or does not fit.
    """

    def __init__(
        self,
        name: str,
        seats: range,
        box: Callable[[Any], State],
        contents: dict[type, tuple[Action, ...]],
        standings: Callable[[State], tuple[Standing, ...]],
        learn: Callable[[Any, str, Any], Any] = nothing_to_learn,
    ) -> None:
        self.name = name
        self.seats = seats
        self.box = box
        self.contents = contents
        self.standings = standings
        self.learn = learn
        self.listing = {
            phase: tuple(action.offers for action in actions if action.offers is not nothing)
            for phase, actions in contents.items()
        }
        self.index = {phase: {action.command: action for action in actions} for phase, actions in contents.items()}

    @property
    def phases(self) -> tuple[type, ...]:
        return tuple(self.contents)

    @property
    def commands(self) -> tuple[type, ...]:
        return tuple(dict.fromkeys(action.command for actions in self.contents.values() for action in actions))


def legal(game: Game, state: State, seat: str) -> list[Command | Offer]:
    """Everything `seat` may do now; families of commands are one item."""
    phase = state.phase
    if seat not in phase.actors:
        return []
    who = state.seats[seat]
    found: list[Command | Offer] = []
    for offers in game.listing[type(phase)]:
        found += offers(state, who)
    return found


def check(game: Game, state: State, command: Command) -> Action:
    """The action a lawful command belongs to; raises `Illegal` with the first rule that forbids it."""
    action = game.index[type(state.phase)].get(type(command))
    if action is None:
        raise Illegal(NOT_NOW, (type(command).__name__, type(state.phase).__name__))
    if command.seat not in state.phase.actors:
        raise Illegal(NOT_YOURS, (command.seat, state.phase.actors))
    for sentence in action.needs(state, state.seats[command.seat], command):
        if not sentence[0]:
            raise Illegal(sentence[1], sentence[2:])
    return action


def decide(game: Game, state: State, command: Command) -> list[Event]:
    """Carry a lawful command out on the live table and return what happened; raises `Illegal`, changing nothing."""
    return _carry_out(check(game, state, command), state, command)


def force(game: Game, state: State, command: Command) -> list[Event]:
    """Carry out a command the rules forbid, as a referee may; `Illegal` only where it makes no sense."""
    action = game.index[type(state.phase)].get(type(command))
    if action is None or command.seat not in state.seats:
        raise Illegal(NOT_NOW, (type(command).__name__, type(state.phase).__name__))
    try:
        return _carry_out(action, state, command)
    except (ValueError, KeyError, IndexError) as error:
        raise Illegal(NO_PIECES, (str(error),)) from error


def _carry_out(action: Action, state: State, command: Command) -> list[Event]:
    draft = Draft(state)
    try:
        action.effects(draft, state.seats[command.seat], command)
    except BaseException:
        draft.back()
        raise
    return draft.events


def judge(game: Game, state: State, command: Command) -> Ruling:
    """What a command would do, or why it may not be done; the state stays as it is."""
    try:
        events = decide(game, state, command)
    except Illegal as refusal:
        return Ruling(command, rule=refusal.rule, facts=refusal.facts)
    revert(state, events)
    return Ruling(command, tuple(events))


def outcome(game: Game, state: State, command: Command, read: Callable[[State, list[Event]], T]) -> T:
    """What `read` finds once a lawful command has been carried out; the state stays as it is."""
    events = decide(game, state, command)
    try:
        return read(state, events)
    finally:
        revert(state, events)


def within(item: Command | Offer, command: Command) -> bool:
    """Is `command` one of those that `item` of a lawful list stands for?"""
    if not isinstance(item, Offer):
        return bool(item == command)
    if type(item.least) is not type(command):
        return False
    value = getattr(command, item.vary)
    if replace(item.least, **{item.vary: value}) != command:
        return False
    return item.over.holds(value)
