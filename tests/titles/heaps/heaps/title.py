"""What the companion may ask of the game."""

from msgspec import Struct

from companion.notation.case import Case, converted
from companion.titles.title import Title
from engine.event import State
from heaps.rules import BOX, MATCH, NIM, Over, Place, Setup, Turn


class Lying(Struct, forbid_unknown_fields=True):
    """The body of a case: how many matches the heaps have, and whose turn it is."""

    heaps: tuple[int, int, int]
    turn: str


def lay_out(case: Case, setup: Setup) -> State:
    lies, state = converted(case.body, Lying, ()), NIM.box(setup)
    for number, size in enumerate(lies.heaps, 1):
        state.table.shift(MATCH, size, BOX, f"heap/{number}")
    (other,) = (place.colour for place in setup.places if place.colour != lies.turn)
    state.phase = Turn((lies.turn,), other)
    return state


TITLE = Title(
    game=NIM,
    setup=Setup,
    colours=("red", "blue"),
    home="heaps",
    rules="heaps",
    agree=lambda setting, _chance, _copy: Setup(tuple(Place(place.seat, place.name) for place in setting.places)),
    over=lambda state: isinstance(state.phase, Over),
    setup_of=lambda case, _file: Setup(tuple(Place(colour) for colour in case.seats)),
    lay_out=lay_out,
)
