"""The smallest game with a watched zone: seats take one to three stones; after each turn the box gives one back."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from companion.sensing.policy import Words, read_policy
from companion.titles import add_title
from companion.titles.title import Title
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Game, Offer, Pick, Standing
from engine.rule import Sentence
from engine.table import Table, Tally


class Lay(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    stones: int


class Take(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    stones: int


class Draw(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str
    cards: Tally


class Skip(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str


class Grow(Struct, frozen=True, gc=False, array_like=True, tag=True):
    seat: str


class Boxed(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...] = ("",)


class Turn(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...]
    waits: str


class Dealing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...]
    waits: str


class Growth(Struct, frozen=True, gc=False, array_like=True, tag=True):
    actors: tuple[str, ...]
    follows: str
    waits: str


class Place(Struct, frozen=True):
    colour: str
    name: str = ""


class Setup(Struct, frozen=True):
    seats: tuple[str, ...] = ("red", "blue")

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(map(Place, self.seats))


def box(setup: Setup) -> State:
    zones = ("supply", "box", "heap", "deck", "open/red", "open/blue", "stones/red", "stones/blue")
    table = Table(zones, frozenset({"supply"}))
    table["box"]["stone"] = 30
    table["deck"] |= {"card:a": 2, "card:b": 1, "card:c": 1}
    return State(setup, {"": "", "red": "red", "blue": "blue"}, table, Boxed())


def _lay(draft: Draft, _seat: str, command: Lay) -> None:
    draft.move("stone", command.stones, "box", "heap", "N-00")
    draft.enter(Turn(("red",), "blue"), "N-00")


def _offers_take(state: State, seat: str) -> list[Offer]:
    heap = state.table["heap"].get("stone", 0)
    return [Offer(Take(seat, 1), "stones", Bounds(1, min(3, heap)))] if heap else []


def _needs_take(state: State, _seat: str, command: Take) -> Iterator[Sentence]:
    yield 1 <= command.stones <= 3, "N-01", command.stones
    yield command.stones <= state.table["heap"].get("stone", 0), "N-02"


def _take(draft: Draft, seat: str, command: Take) -> None:
    phase = draft.state.phase
    draft.move("stone", command.stones, "heap", f"stones/{seat}", "N-01")
    draft.enter(Dealing((seat,), phase.waits) if draft.table["deck"] else Growth(("",), phase.waits, seat), "N-03")


def _skip(draft: Draft, seat: str, _command: Skip) -> None:
    draft.enter(Growth(("",), draft.state.phase.waits, seat), "N-03")


def _offers_draw(state: State, seat: str) -> list[Offer]:
    return [Offer(Draw(seat, {}), "cards", Pick(state.table["deck"], 1, 1, f"open/{seat}"))]


def _needs_draw(state: State, _seat: str, command: Draw) -> Iterator[Sentence]:
    yield sum(command.cards.values()) == 1, "N-04"
    yield all(state.table["deck"].get(card, 0) for card in command.cards), "N-05"


def _draw(draft: Draft, seat: str, command: Draw) -> None:
    draft.carry(command.cards, "deck", f"open/{seat}", "N-04")
    draft.enter(Growth(("",), draft.state.phase.waits, seat), "N-03")


def _grow(draft: Draft, _seat: str, _command: Grow) -> None:
    phase = draft.state.phase
    draft.move("stone", min(1, draft.table["box"].get("stone", 0)), "box", "heap", "N-06")
    draft.enter(Turn((phase.follows,), phase.waits), "N-03")


def _free(*_: object) -> Iterator[Sentence]:
    yield True, ""


def _standings(state: State) -> tuple[Standing, ...]:
    stones = {seat: state.table[f"stones/{seat}"].get("stone", 0) for seat in ("red", "blue")}
    return tuple(Standing(seat, 1, score, {"stones": score}) for seat, score in stones.items())


NIM = Game(
    "nim",
    range(2, 3),
    box,
    {
        Boxed: (Action(Lay, lambda _state, _seat: [Lay("", 12)], _free, _lay),),
        Turn: (
            Action(Take, _offers_take, _needs_take, _take),
            Action(Skip, lambda _state, seat: [Skip(seat)], _free, _skip),
        ),
        Dealing: (Action(Draw, _offers_draw, _needs_draw, _draw),),
        Growth: (Action(Grow, lambda _state, _seat: [Grow("")], _free, _grow),),
    },
    _standings,
)

WORDS = Words(
    sensed={"Take": 0.0, "Draw": 0.0},
    chance=("Lay", "Draw"),
    silent=("Skip",),
    shown={"open/*": "mat/draw"},
    counterpart={"stones/*": "supply", "heap": "supply"},
)
add_title(
    "nim",
    lambda: Title(
        game=NIM,
        setup=Setup,
        colours=("red", "blue"),
        home="testkit",
        rules="testkit",
        agree=lambda _setting, _chance, _copy: Setup(),
        over=lambda _state: False,
    ),
)
POLICY = msgspec.structs.replace(read_policy("nim"), game=WORDS)
