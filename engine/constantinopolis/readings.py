"""What can be read off the table: gold, offices, buildings, what a seat is able to produce."""

from __future__ import annotations

from functools import lru_cache

from engine.constantinopolis.book import Book, Stall
from engine.constantinopolis.phases import Declared
from engine.constantinopolis.zones import CURRENT, GOODS, HOLDER, OFFICE, Seat
from engine.errors import NotFound
from engine.event import State
from engine.table import Tally, Zones


def gold(table: Zones, me: Seat) -> int:
    """The gold in a seat's treasury."""
    return table[me.treasury].get("gold", 0)


def holder(table: Zones, office: int) -> str:
    """The colour on an office, I to V by the names of C-CMP-11, or nothing; of several put there by hand the first by
    name."""
    markers = table[OFFICE[office]]
    for piece in markers:
        return HOLDER[piece if len(markers) == 1 else min(markers)]
    return ""


def office_of(table: Zones, colour: str) -> int:
    """The office a colour stands on, or 0."""
    for office, zone in OFFICE.items():
        for piece in table[zone]:
            if HOLDER[piece] == colour:
                return office
    return 0


def unspent(table: Zones, me: Seat, office: int) -> bool:
    """Does the seat hold this office, with its ability still unused?"""
    return me.marker in table[OFFICE[office]]


def players(state: State) -> list[Seat]:
    """The seats still in the game, clockwise."""
    seats, able = state.seats, state.phase.round.able
    return [seats[colour] for colour in state.setup.colours if colour in able]


def stays(state: State, me: Seat) -> bool:
    """Is the seat in the game, and not about to leave it (C-LEV-04)?"""
    now = state.phase.round
    return me.colour in now.able and me.colour not in now.leavers


def answers_consul(state: State, me: Seat) -> bool:
    """Is this the Consul, asked about a declared purchase? No money is raised before the answer (C-CON-04)."""
    phase = state.phase
    return type(phase) is Declared and me.colour in phase.actors and me.colour != phase.turn.actors[0]


def able(state: State, me: Seat) -> str:
    """The goods a seat is able to produce (C-ABL-01, A-10); wherever its cubes come from (C-ABL-02, C-ABL-03)."""
    if state.setup.edition.able_to_produce == "round_start":
        return state.phase.round.able[me.colour]  # type: ignore[no-any-return]
    return producible(state.book, state.zones[me.sheet])


def able_at_market(state: State, me: Seat) -> str:
    """The goods a seat may not buy because it is able to produce them (C-MKT-06, A-10)."""
    if state.setup.edition.able_to_produce == "owned_now":
        return producible(state.book, state.zones[me.sheet])
    return state.phase.round.able[me.colour]  # type: ignore[no-any-return]


def producible(book: Book, sheet: Tally) -> str:
    """The goods the production buildings on a sheet print, in the order of the goods."""
    printed = ""
    for tile in sheet:
        if tile in book.licence:
            printed += book.output[tile]
    return in_order(printed)


@lru_cache(4096)
def in_order(printed: str) -> str:
    """Each good of a string once, in the order of the goods."""
    return "".join(good for good in GOODS if good in printed)


def working(state: State, me: Seat, utility: str) -> bool:
    """Does the seat own a utility building that already works (C-BLD-07, A-13)?"""
    if utility not in state.zones[me.sheet]:
        return False
    if state.setup.edition.utility_at_once == "yes":
        return True
    return f"{me.colour}/{utility}" not in state.phase.round.fresh


def stall(state: State) -> Stall:
    """The current market, the only one that counts (C-MKT-02); of several put there by hand the first by name."""
    cards = state.zones[CURRENT]
    for card in cards:
        return state.book.stalls[card if len(cards) == 1 else min(cards)]  # type: ignore[no-any-return]
    raise NotFound("no market card lies in 'market/current'")


def has(hand: Tally, goods: Tally) -> bool:
    """Does a hand cover these goods?"""
    for good, count in goods.items():  # noqa: SIM110 – asked for every contract and every list, thrice as fast
        if hand.get(good, 0) < count:
            return False
    return True


def knows(known: str, goods: Tally) -> bool:
    """Are all these goods among those a seat is able to produce?"""
    for good in goods:  # noqa: SIM110 – as above
        if good not in known:
            return False
    return True


def part_of(goods: Tally, hand: Tally) -> bool:
    """Are these goods some of a hand, each named with at least one?"""
    return all(0 < count <= hand.get(good, 0) for good, count in goods.items())


def contracts(zone: Tally) -> list[str]:
    """The contracts of a zone that have been read."""
    return [piece for piece in zone if piece.startswith("contract:") and piece != "contract:?"]
