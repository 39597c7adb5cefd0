"""What open facts add up to: the lawful builds by the favor they bring now, and the wages of the coming update.

Nothing is chosen for anybody: these are sums a player could do at the table.
"""

from __future__ import annotations

from msgspec import Struct

from engine.event import State
from engine.praetor.building import affordable, has_marker, worth
from engine.praetor.city import Spot, free
from engine.praetor.readings import favor, out, retired_workers, space
from engine.praetor.turns import able
from engine.praetor.values import wages
from engine.praetor.zones import LAST_LEVEL, LEVEL, Seat
from engine.table import total


class Built(Struct, frozen=True):
    """A tile at a spot: the favor printed on it, and that of its plazas there."""

    tile: str
    spot: Spot
    printed: int
    plazas: int

    @property
    def favor(self) -> int:
        return self.printed + self.plazas


class Wages(Struct, frozen=True, kw_only=True):
    """The wages a seat will owe if nothing changes: whom for, what it has now, and what missing gold will cost.

    `active` and `retired` count workers as they will be then, `retiring` those who retire first; `morale` is the space
    after it, `lost` the favor.
    """

    active: int
    retired: int
    retiring: int
    for_active: int
    for_retired: int
    gold: int
    morale: int
    lost: int

    @property
    def due(self) -> int:
        return self.for_active + self.for_retired

    @property
    def missing(self) -> int:
        return max(0, self.due - self.gold)


def builds(state: State, me: Seat) -> list[Built]:
    """Every tile a seat may build now with the best of its spots, the most favor first; equal spots in map order."""
    if not able(state, me) or not has_marker(state, me):
        return []
    spots = free(state.zones, state.setup.edition.adjacency).values
    found = [best(state, tile, spots) for tile in affordable(state, me)]
    return sorted(found, key=lambda one: (-one.favor, one.tile))


def best(state: State, tile: str, spots: tuple[Spot, ...]) -> Built:
    """The first spot that gives a tile the most plazas."""
    found = [Built(tile, spot, *worth(state, tile, spot)) for spot in spots]
    return max(found, key=lambda one: one.plazas)


def coming_wages(state: State, me: Seat) -> Wages:
    """The wages of the coming update as workers and gold are now (P-UPD-02, P-UPD-06 to P-UPD-11)."""
    zones, book, side = state.zones, state.book, state.setup.side[me.colour]
    back = [LEVEL[die] + rises for _, die, rises in out(state, me) if LEVEL[die] != LAST_LEVEL]
    retiring = sum(level == LAST_LEVEL for level in back)
    active = total(zones[me.active]) + total(zones[me.second]) + len(back) - retiring
    retired = retired_workers(state, me) + retiring
    for_active, for_retired = wages(book.wage_active[side], active), wages(book.wage_retired[side], retired)
    gold = zones[me.treasury].get("gold", 0)
    missing = max(0, for_active + for_retired - gold)
    here, step = space(zones, me), book.update.unpaid_morale
    falls = min(here, missing * step)
    lost = min(favor(zones, me), (missing - falls // step) * book.update.unpaid_favor)
    return Wages(
        active=active,
        retired=retired,
        retiring=retiring,
        for_active=for_active,
        for_retired=for_retired,
        gold=gold,
        morale=here - falls,
        lost=lost,
    )
