"""Set-up of Byzanz: who plays, the deal, and the table of offer cards."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import force_setattr

from engine.byzanz import zones
from engine.byzanz.cards import DECK_SIZE, UNKNOWN
from engine.byzanz.editions import ITALIAN, Edition
from engine.byzanz.phases import Lot, Unopened
from engine.byzanz.zones import BOX, DECK, OFFERS, REMOVED, seat
from engine.draft import Draft
from engine.errors import WrongInput
from engine.event import State
from engine.rule import Sentence
from engine.table import Table

HAND = 4
PLAYERS = range(3, 7)


class Deal(Struct, frozen=True):
    """One row of the set-up table: offer cards in use, cards removed unseen, rounds."""

    offers: tuple[int, ...]
    removed: int
    rounds: int

    @property
    def deck(self) -> int:
        """The cards of the deck: they last for exactly these rounds (B-SET-08)."""
        return self.rounds * sum(self.offers)


DEALS = {
    3: Deal((2, 4, 6), 4, 8),
    4: Deal((2, 3, 4, 5), 12, 6),
    5: Deal((1, 2, 3, 4, 5), 2, 6),
    6: Deal((1, 2, 3, 4, 5, 6), 4, 4),
}


class Place(Struct, frozen=True, array_like=True):
    """One player: the colour of the seat and the person's name."""

    colour: str
    name: str = ""


class Setup(Struct, frozen=True, omit_defaults=True):
    """What is agreed before the game: colours and names clockwise, who deals, and the edition.

    The Italian edition is not written out, so that records made before there were editions stay as they are.
    """

    seats: tuple[str, ...]
    names: tuple[str, ...]
    dealer: str
    edition: Edition = ITALIAN

    def __post_init__(self) -> None:
        """Equal set-ups are written alike: a default is left out where it is the very same struct."""
        if self.edition == ITALIAN:
            force_setattr(self, "edition", ITALIAN)

    @property
    def places(self) -> tuple[Place, ...]:
        """Who sits where, clockwise."""
        return tuple(Place(colour, name) for colour, name in zip(self.seats, self.names, strict=True))


class Open(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Shuffle and deal."""

    seat: str
    setup: Setup


def box(setup: Setup) -> State:
    """The unopened box: 112 cards with one back (B-CMP-01, B-CMP-02) and six offer cards (B-CMP-03); no market yet.

    The market cards are no pieces of the engine, for they only mark a place (B-CMP-04); it begins empty (B-SET-06).
    Raises `WrongInput` naming B-CMP-05 for seats it cannot serve.
    """
    if len(set(setup.seats)) not in PLAYERS or len(setup.seats) != len(set(setup.seats)):
        raise WrongInput(f"B-CMP-05: byzanz is for 3 to 6 different seats, not {setup.seats!r}")
    strange = [colour for colour in setup.seats if colour not in zones.COLOURS]
    if strange or setup.dealer not in setup.seats:
        raise WrongInput(f"no such seat: {(strange or [setup.dealer])[0]!r}")
    seats = {colour: seat(colour) for colour in setup.seats}
    table = Table((*zones.SHARED, *(zone for one in seats.values() for zone in one.zones)))
    table[BOX] = {UNKNOWN: DECK_SIZE} | {f"offer-{number}": 1 for number in range(1, 7)}
    return State(setup, {"": None, **seats}, table, Unopened())


def clockwise(state: State, first: str) -> tuple[str, ...]:
    """All seats clockwise, beginning with `first`."""
    order: tuple[str, ...] = state.setup.seats
    start = order.index(first)
    return order[start:] + order[:start]


def everyone(state: State) -> tuple[str, ...]:
    """The table itself and every seat."""
    return ("", *state.setup.seats)


def offers_open(state: State, _seat: None) -> list[Open]:
    return [Open("", state.setup)]


def needs_open(state: State, _seat: None, command: Open) -> Iterator[Sentence]:
    yield command.setup == state.setup, "B-CMP-05", len(command.setup.seats)


def do_open(draft: Draft, _seat: None, _command: Open) -> None:
    """The deal; cards that have one face are counted and not told apart (B-CMP-06), and none is lost (B-INV-01)."""
    state = draft.state
    deal = DEALS[len(state.setup.seats)]
    for number in deal.offers:
        draft.move(f"offer-{number}", 1, BOX, OFFERS, "B-SET-05")
    for colour in state.setup.seats:
        draft.move(UNKNOWN, HAND, BOX, state.seats[colour].hand, "B-SET-02")
    draft.move(UNKNOWN, deal.removed, BOX, REMOVED, "B-SET-03")
    draft.move(UNKNOWN, draft.table[BOX][UNKNOWN], BOX, DECK, "B-SET-04")
    draft.enter(Lot(everyone(state), clockwise(state, state.setup.dealer)[1]), "B-SET-07")
