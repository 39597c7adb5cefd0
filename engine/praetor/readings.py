"""What can be read off the table: owners, workers, tiles, morale, whether a price can be paid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.event import State
from engine.praetor.city import city
from engine.praetor.values import RED, Book
from engine.praetor.zones import LAST_LEVEL, LEVEL, MASTER, OWNER, Seat
from engine.rule import Sentence
from engine.table import Tally, Zones, total


def owner(table: Zones, book: Book, tile: str) -> str:
    """The colour whose marker lies on a tile, or nothing."""
    for marker in table[book.mark[tile]]:
        return OWNER[marker]
    return ""


def own_tiles(state: State, me: Seat) -> list[str]:
    """The tiles a seat controls, its Gold Mine and tiles without activation included."""
    zones, mark = state.zones, state.book.mark
    return [tile for tile in city(zones).spots if me.marker in zones[mark[tile]]]


def affords(table: Zones, me: Seat, cost: Tally) -> bool:
    """Does a seat own all of a price (P-ACT-06)?"""
    store = me.store
    for piece, count in cost.items():  # noqa: SIM110 – asked for every tile of every list
        if table[store[piece]].get(piece, 0) < count:
            return False
    return True


def purse(table: Zones, me: Seat) -> Tally:
    """All resources of a seat in one tally, to hold many prices against."""
    return {**table[me.goods], "gold": table[me.treasury].get("gold", 0)}


def covered(held: Tally, cost: Tally) -> bool:
    """Is all of a price in a purse?"""
    for piece, count in cost.items():  # noqa: SIM110 – asked for every tile of every list
        if held.get(piece, 0) < count:
            return False
    return True


def needs_price(table: Zones, me: Seat, cost: Tally, rule: str) -> Iterator[Sentence]:
    """Every resource of a price is there: what is needed, and what is held (P-ACT-06)."""
    for piece, count in sorted(cost.items()) if len(cost) > 1 else cost.items():
        held = table[me.store[piece]].get(piece, 0)
        yield held >= count, rule, piece, count, held


def levels(table: Zones, me: Seat) -> tuple[int, ...]:
    """The levels of the Active Workers not placed yet, the lowest first."""
    return _levels(tuple(table[me.active]))


@lru_cache(4096)
def _levels(workers: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(LEVEL[worker] for worker in workers))


def out(state: State, me: Seat) -> Iterator[tuple[str, str, bool]]:
    """The workers of a seat on tiles: zone, die, and whether it rises by what it does there (P-UPD-06)."""
    zones, colour = state.zones, me.colour
    standing = city(zones).standing
    for zone in filter(zones.__getitem__, standing):
        for die in zones[zone]:
            if MASTER[die] == colour:
                tile, builds = standing[zone]
                yield zone, die, builds or (LEVEL[die] != LAST_LEVEL and state.book.area[tile] == RED)


def placed_workers(state: State, me: Seat) -> tuple[int, int]:
    """How many workers of a seat are on tiles: Active Workers, and retired ones lent by Labor Camps."""
    zones, active, lent = state.zones, 0, 0
    for zone in filter(zones.__getitem__, city(zones).standing):
        for die in zones[zone]:
            if MASTER[die] == me.colour:
                lent += LEVEL[die] == LAST_LEVEL
                active += LEVEL[die] != LAST_LEVEL
    return active, lent


def active_workers(state: State, me: Seat) -> int:
    """The Active Workers a seat controls, placed ones included; apprentices and retired ones not (P-AMB-08, P-AMB-07).

    Two options change what counts: only those not placed, and those lent by a Labor Camp too.
    """
    edition = state.setup.edition
    placed, lent = placed_workers(state, me)
    counted = total(state.zones[me.active]) + (placed if edition.count_active == "all" else 0)
    return counted + (lent if edition.labor_counts_active == "yes" else 0)


def retired_workers(state: State, me: Seat) -> int:
    """The retired workers of a seat, those lent out too (P-SPC-06)."""
    return total(state.zones[me.retired]) + placed_workers(state, me)[1]


def space(table: Zones, me: Seat) -> int:
    """The space of the morale marker, counted from 0 at the left."""
    return table[me.morale].get("morale", 0)


def morale(state: State, me: Seat) -> int:
    """The printed value at the morale marker (P-MOR-01)."""
    track: tuple[int, ...] = state.book.morale[state.setup.side[me.colour]]
    return track[min(space(state.zones, me), len(track) - 1)]


def favor(table: Zones, me: Seat) -> int:
    """The favor of a seat: the total, not the printed space of a track that has been lapped (P-ORD-06)."""
    return table[me.favor].get("favor", 0)


def players(state: State) -> list[Seat]:
    """The seats clockwise."""
    return [state.seats[colour] for colour in state.setup.colours]
