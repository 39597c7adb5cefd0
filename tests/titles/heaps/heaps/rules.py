"""The rules: three heaps of matches; in turn each player takes one or more from one heap."""

from collections.abc import Iterator

from msgspec import Struct

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Game, Offer, Standing
from engine.rule import Sentence
from engine.table import Table

SIZES = {1: 3, 2: 4, 3: 5}
MATCH, BOX = "match", "box"


class Place(Struct, frozen=True):
    colour: str
    name: str = ""


class Setup(Struct, frozen=True):
    """What is agreed before the game: who plays. The first of them begins."""

    places: tuple[Place, ...]
    edition: str = ""


class LayOut(Struct, frozen=True, array_like=True, tag=True):
    seat: str


class Take(Struct, frozen=True, array_like=True, tag=True):
    seat: str
    heap: int
    matches: int


class Unopened(Struct, frozen=True, array_like=True, tag=True):
    actors: tuple[str, ...] = ("",)


class Turn(Struct, frozen=True, array_like=True, tag=True):
    actors: tuple[str, ...]
    waits: str


class Over(Struct, frozen=True, array_like=True, tag=True):
    winner: str
    actors: tuple[str, ...] = ()


def box(setup: Setup) -> State:
    """The unopened box: all matches in it, for two players."""
    colours = [place.colour for place in setup.places]
    if len(set(colours)) != 2:
        raise ValueError(f"nim is for two different seats, not {colours!r}")
    zones = [*(f"heap/{number}" for number in SIZES), *(f"taken/{colour}" for colour in colours)]
    table = Table((BOX, *zones))
    table[BOX][MATCH] = sum(SIZES.values())
    return State(setup, {"": "", **{colour: colour for colour in colours}}, table, Unopened())


def lying(state: State) -> dict[int, int]:
    return {number: state.table[f"heap/{number}"].get(MATCH, 0) for number in SIZES}


def lay_out(draft: Draft, _seat: str, _command: LayOut) -> None:
    for number, size in SIZES.items():
        draft.move(MATCH, size, BOX, f"heap/{number}", "N-SET-01")
    first, second = (place.colour for place in draft.state.setup.places)
    draft.enter(Turn((first,), second), "N-TRN-01")


def offers_take(state: State, seat: str) -> list[Offer]:
    return [Offer(Take(seat, number, 1), "matches", Bounds(1, size)) for number, size in lying(state).items() if size]


def needs_take(state: State, _seat: str, command: Take) -> Iterator[Sentence]:
    yield command.matches >= 1, "N-TRN-02", command.matches
    there = lying(state).get(command.heap, 0)
    yield command.matches <= there, "N-TRN-03", command.matches, there


def take(draft: Draft, seat: str, command: Take) -> None:
    draft.move(MATCH, command.matches, f"heap/{command.heap}", f"taken/{seat}", "N-TRN-02")
    if any(lying(draft.state).values()):
        draft.enter(Turn((draft.state.phase.waits,), seat), "N-TRN-01")
    else:
        draft.enter(Over(seat), "N-END-01")


def standings(state: State) -> tuple[Standing, ...]:
    winner = getattr(state.phase, "winner", "")
    won = {place.colour: int(place.colour == winner) for place in state.setup.places}
    order = sorted(won, key=lambda seat: -won[seat])
    return tuple(Standing(seat, 2 if winner and not won[seat] else 1, won[seat], {"last": won[seat]}) for seat in order)


NIM = Game(
    "heaps",
    range(2, 3),
    box,
    {
        Unopened: (Action(LayOut, lambda _state, _seat: [LayOut("")], lambda *_: iter(()), lay_out),),
        Turn: (Action(Take, offers_take, needs_take, take),),
        Over: (),
    },
    standings,
    waits={Turn: "N-TRN-01", Over: "N-END-01"},
)
