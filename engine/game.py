"""A game is a table of contents: which actions each phase allows, and from it lists, decisions and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from engine.draft import Draft
from engine.errors import WrongInput
from engine.event import Event, State, revert
from engine.rule import NO_PIECES, NOT_NOW, NOT_YOURS, Illegal, Ruling, Sentence, Untimely
from engine.table import Tally, Zone

Setup = Any
"""What a game starts from, a struct of its own; it has `places` (colour and name, clockwise) and `edition`."""
Command = Any
"""A frozen struct; its first field `seat` is a colour, or ``""`` for the table."""


class Choice(Protocol):
    """What a family of commands leaves open, in one of three forms, and whether a value lies within.

    *Pieces* are picked where `pool` is not None: so many of it as `span` says, and they will lie in `lands`.
    *Values* are listed where `values` is not empty, and one of them is taken. Otherwise it is a *number* within `span`.
    """

    @property
    def pool(self) -> Tally | None:
        """The pieces that may be picked; None where none are. A piece of unknown face may turn out to be any."""

    @property
    def span(self) -> tuple[int, int]:
        """The least and the most: of the number itself, of pieces picked, or of values taken."""

    @property
    def lands(self) -> Zone:
        """The zone where the picked pieces will lie; empty where they stay or the command does not say."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values to choose from, in their order; empty for numbers and pieces."""

    def holds(self, value: Any) -> bool:
        """Does `value` lie within?"""


class Bounds(Struct, frozen=True, gc=False):
    """A number anywhere from `least` to `most`."""

    least: int
    most: int

    @property
    def pool(self) -> None:
        return None

    @property
    def span(self) -> tuple[int, int]:
        return self.least, self.most

    @property
    def lands(self) -> Zone:
        return ""

    @property
    def values(self) -> tuple[Any, ...]:
        return ()

    def holds(self, value: int) -> bool:
        return self.least <= value <= self.most


class Pick(Struct, frozen=True, gc=False):
    """From `least` to `most` pieces out of `pool` (the zone's own tally); they will lie in `lands`.

    A game's own kinds of it hold less than any such pieces, or faces that a piece of unknown face may turn out to have.
    """

    pool: Tally
    least: int
    most: int
    lands: Zone

    @property
    def span(self) -> tuple[int, int]:
        return self.least, self.most

    @property
    def values(self) -> tuple[Any, ...]:
        return ()

    def holds(self, value: Tally) -> bool:
        if any(count < 1 or self.pool.get(piece, 0) < count for piece, count in value.items()):
            return False
        return self.least <= sum(value.values()) <= self.most


class Among(Struct, frozen=True, gc=False):
    """One of `values`, which may be of any kind, such as a tile's place and rotation together."""

    values: tuple[Any, ...]

    @property
    def pool(self) -> None:
        return None

    @property
    def span(self) -> tuple[int, int]:
        return 1, 1

    @property
    def lands(self) -> Zone:
        return ""

    def holds(self, value: Any) -> bool:
        return value in self.values


class Offer(Struct, frozen=True, gc=False):
    """A family of lawful commands: `least` with its one field `vary` in `over`, a `Choice`.

    Where several things are chosen together, the command holds them in one composite field.
    """

    least: Command
    vary: str
    over: Choice

    def of(self, value: Any) -> Command:
        """The command of this family in which `value` is chosen."""
        return replace(self.least, **{self.vary: value})


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
    raise WrongInput(f"{key!r} is no value of this game that could be told")


class Standing(Struct, frozen=True):
    """A seat's result: its `place` (shared places are equal), its `score` and the lines behind it."""

    seat: str
    place: int
    score: int
    lines: dict[str, int]
    ties: tuple[int, ...] = ()


Moment = str | Callable[[State, Command], str]
"""The rule that a command at the wrong moment breaks, or a function that finds it by the position; "" for no answer."""


class Game:
    """One game: who may play it, its unopened box, its phases with their actions, its final order.

    `box` gives the state before entry 1: every piece in its box, waiting for the game's
    opening command. `standings` orders the seats by what lies on the table now. `learn` gives the setup with one more
    printed value, by its key; `ValueError` if it is known already or does not fit.

    `waits` names the rule for refusals at the wrong moment, by kind of phase and by kind of command. A command that has
    no place in a phase is refused by its own rule first; a seat whose turn it is not, by the phase's rule. `interrupts`
    gives the phases that a phase interrupts: their commands are refused by the rule of the interrupting phase first.

    `anytime` gives by kind of phase what every seat may try in it, whoever's turn it is; whether it may is up to the
    action. Where a phase has an action of its own for such a command, the seats that may act have that one. `out` finds
    the rule by which a seat that plays no more is refused whatever it tries.
    """

    def __init__(
        self,
        name: str,
        seats: range,
        box: Callable[[Any], State],
        contents: dict[type, tuple[Action, ...]],
        standings: Callable[[State], tuple[Standing, ...]],
        learn: Callable[[Any, str, Any], Any] = nothing_to_learn,
        waits: Mapping[type, Moment] = MappingProxyType({}),
        interrupts: Mapping[type, tuple[type, ...]] = MappingProxyType({}),
        anytime: Mapping[type, tuple[Action, ...]] = MappingProxyType({}),
        out: Moment = "",
    ) -> None:
        self.name = name
        self.seats = seats
        self.box = box
        self.contents = contents
        self.standings = standings
        self.learn = learn
        self.waits = waits
        self.interrupts = interrupts
        self.out = out
        self.anytime = {phase: anytime.get(phase, ()) for phase in contents}
        self.listing = {
            phase: tuple(action.offers for action in actions if action.offers is not nothing)
            for phase, actions in contents.items()
        }
        self.index = {phase: {action.command: action for action in actions} for phase, actions in contents.items()}
        self.listing_anytime = {
            phase: tuple(action.offers for action in actions if action.offers is not nothing)
            for phase, actions in self.anytime.items()
        }
        self.index_anytime = {
            phase: {action.command: action for action in actions} for phase, actions in self.anytime.items()
        }

    @property
    def phases(self) -> tuple[type, ...]:
        return tuple(self.contents)

    @property
    def commands(self) -> tuple[type, ...]:
        every = (*self.contents.values(), *self.anytime.values())
        return tuple(dict.fromkeys(action.command for actions in every for action in actions))

    def belongs(self, kind: type) -> tuple[type, ...]:
        """The phases in which a kind of command has its place."""
        return tuple(found for found in self.contents if kind in self.index[found] or kind in self.index_anytime[found])


def legal(game: Game, state: State, seat: str) -> list[Command | Offer]:
    """Everything `seat` may do now, also what it may do in other seats' turns; families of commands are one item."""
    phase = state.phase
    kind, who = type(phase), state.seats[seat]
    found: list[Command | Offer] = []
    if seat in phase.actors:
        for offers in game.listing[kind]:
            found += offers(state, who)
    if seat:
        for offers in game.listing_anytime.get(kind, ()):
            found += offers(state, who)
    return found


def check(game: Game, state: State, command: Command) -> Action:
    """The action a lawful command belongs to; raises `Illegal` with the first rule that forbids it."""
    action = _meant(game, state, command)
    for sentence in action.needs(state, state.seats[command.seat], command):
        if not sentence[0]:
            raise Illegal(sentence[1], sentence[2:])
    return action


def _meant(game: Game, state: State, command: Command) -> Action:
    """The action of a command: the phase's own for a seat that may act, else what every seat may try in it."""
    phase, kind, acts = type(state.phase), type(command), command.seat in state.phase.actors
    own = game.index[phase].get(kind)
    if own is not None and acts:
        return own
    aside = game.index_anytime[phase].get(kind) if command.seat and command.seat in state.seats else None
    if aside is not None:
        return aside
    raise _not_now(game, state, command) if own is None else _not_yours(game, state, command)


def _not_now(game: Game, state: State, command: Command) -> Illegal:
    """The refusal of a command that this phase has no place for."""
    kind, phase = type(command), type(state.phase)
    interrupted = any(kind in game.index[other] for other in game.interrupts.get(phase, ()))
    rules = (phase, kind) if interrupted else (kind, phase)
    return _untimely(game, state, command, rules, Untimely(NOT_NOW, (kind.__name__, phase.__name__)))


def _not_yours(game: Game, state: State, command: Command) -> Illegal:
    """The refusal of a command by a seat that this phase does not ask."""
    untimely = Untimely(NOT_YOURS, (command.seat, state.phase.actors))
    return _untimely(game, state, command, (type(state.phase),), untimely)


def _untimely(game: Game, state: State, command: Command, rules: Iterable[type], untimely: Untimely) -> Illegal:
    """A refusal by the first rule the game names, or by the kernel's own."""
    known = [game.waits[kind] for kind in rules if kind in game.waits and command.seat in state.seats]
    known = [game.out, *known] if known else []
    for moment in known:
        rule = moment if isinstance(moment, str) else moment(state, command)
        if rule:
            return Illegal(rule, untimely=untimely)
    return Illegal(untimely.rule, untimely.facts, untimely)


def decide(game: Game, state: State, command: Command) -> list[Event]:
    """Carry a lawful command out on the live table and return what happened; raises `Illegal`, changing nothing."""
    return _carry_out(check(game, state, command), state, command)


def force(game: Game, state: State, command: Command) -> list[Event]:
    """Carry out a command the rules forbid, as a referee may; `Illegal` only where it makes no sense."""
    phase, kind = type(state.phase), type(command)
    action = game.index[phase].get(kind) or game.index_anytime[phase].get(kind)
    if action is None or command.seat not in state.seats:
        raise _not_now(game, state, command)
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
        return Ruling(command, (), refusal.rule, refusal.facts, refusal.untimely, refusal.reason)
    revert(state, events)
    return Ruling(command, tuple(events))


def within(item: Command | Offer, command: Command) -> bool:
    """Is `command` one of those that `item` of a lawful list stands for?"""
    if not isinstance(item, Offer):
        return bool(item == command)
    if type(item.least) is not type(command):
        return False
    value = getattr(command, item.vary)
    if item.of(value) != command:
        return False
    return item.over.holds(value)
