"""The expert variant: rankings in area, wall sections and citizens (rulebook: Gioco per esperti)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.event import State
from engine.praetor.city import city, groups
from engine.praetor.readings import own_tiles, players
from engine.praetor.zones import Seat
from engine.table import total


def largest_area(state: State, me: Seat) -> int:
    """The size of a seat's biggest group of tiles that hang together by edges (P-EXP-02)."""
    spots = city(state.zones).spots
    parts = groups({(spots[tile].x, spots[tile].y) for tile in own_tiles(state, me)})
    return len(parts[0]) if parts else 0


def shares(counts: Sequence[int], points: Sequence[int], zero_ranks: bool) -> list[int]:
    """The points of each count by rank; tied ones share the places they cover, rounded down (P-EXP-06).

    Places beyond the printed ones give 0 (P-EXP-05). A count of 0 ranks too, unless the table plays otherwise
    (P-EXP-07, P-AMB-15).
    """
    by_place = [*points, *(0 for _ in counts)]
    found = []
    for count in counts:
        before, tied = sum(other > count for other in counts), counts.count(count)
        ranks = zero_ranks or count > 0
        found.append(sum(by_place[before : before + tied]) // tied if ranks else 0)
    return found


def expert_lines(state: State) -> dict[str, dict[str, int]]:
    """What each seat gains by the rankings of the variant; nothing without it."""
    seats, final = players(state), state.book.final
    if state.setup.edition.expert == "no":
        return {me.colour: {} for me in seats}
    zero = state.setup.edition.expert_zero_ranks == "yes"
    zones = state.zones
    area = shares([largest_area(state, me) for me in seats], final.expert_tiles, zero)
    walls = shares([total(zones[me.sections]) for me in seats], final.expert_walls, zero)
    citizens = shares([total(zones[me.citizens]) for me in seats], final.expert_citizens, zero)
    return {me.colour: {"area": area[n], "walls": walls[n], "citizens": citizens[n]} for n, me in enumerate(seats)}


EXPERT_WHY = {"area": "P-EXP-02", "walls": "P-EXP-03", "citizens": "P-EXP-04"}
"""The rule of each ranking."""
