"""The tiles one by one: what each brings who activates it (rulebook: Le tessere cittadine in dettaglio)."""

from __future__ import annotations

from collections.abc import Callable

from engine.event import State
from engine.praetor.editions import limit
from engine.praetor.readings import active_workers, morale, own_tiles, retired_workers, space
from engine.praetor.zones import Seat

Benefit = tuple[str, int]
"""A resource, ``favor`` or ``morale`` (in spaces), and how much of it."""
Reading = Callable[[State, Seat, int], Benefit]


def _of_level(piece: str) -> Reading:
    """As much of a resource as the worker's level (P-TIL-01 to P-TIL-04)."""
    return lambda _state, _me, level: (piece, level)


def _curia(state: State, me: Seat, _level: int) -> Benefit:
    return "gold", len(own_tiles(state, me))


def _forum(state: State, me: Seat, _level: int) -> Benefit:
    return "gold", 2 * active_workers(state, me)


def _maia(state: State, me: Seat, _level: int) -> Benefit:
    return "favor", 2 * active_workers(state, me)


def _apollo(state: State, me: Seat, _level: int) -> Benefit:
    return "favor", 2 * len(own_tiles(state, me))


def _pluto(state: State, me: Seat, _level: int) -> Benefit:
    held = state.zones[me.goods]
    return "favor", _capped(state, held.get("wood", 0) + held.get("stone", 0))


def _mercury(state: State, me: Seat, _level: int) -> Benefit:
    held = state.zones[me.goods]
    return "favor", _capped(state, 2 * (held.get("marble", 0) + held.get("weapons", 0)))


def _capped(state: State, favor: int) -> int:
    """The errata's limit of one activation, where the table plays with it (P-AMB-20)."""
    most = limit(state.setup.edition.temple_cap)
    return favor if most is None else min(favor, most)


def _venus(state: State, me: Seat, _level: int) -> Benefit:
    """The value at the morale marker; by the ruling a negative one gives nothing (P-AMB-09)."""
    value = morale(state, me)
    return "favor", value if state.setup.edition.venus_negative == "lose" else max(0, value)


def _colosseum(state: State, me: Seat, _level: int) -> Benefit:
    return "morale", min(len(own_tiles(state, me)) // 2, _above(state, me))


def _oracle(state: State, me: Seat, _level: int) -> Benefit:
    return "morale", min(2 * retired_workers(state, me), _above(state, me))


def _above(state: State, me: Seat) -> int:
    """How many spaces of morale are left to the right."""
    return len(state.book.morale[state.setup.side[me.colour]]) - 1 - space(state.zones, me)


READINGS: dict[str, Reading] = {
    "gold-mine": _of_level("gold"),
    "sawmill": _of_level("wood"),
    "stone-quarry": _of_level("stone"),
    "marble-quarry": _of_level("marble"),
    "curia": _curia,
    "forum": _forum,
    "temple-maia": _maia,
    "temple-apollo": _apollo,
    "temple-pluto": _pluto,
    "temple-mercury": _mercury,
    "temple-venus": _venus,
    "colosseum": _colosseum,
    "oracle": _oracle,
}
"""The benefit of each kind that only gives, read on the table once the worker stands and the fee is paid (P-ACV-05)."""

WHY = {
    "gold-mine": "P-TIL-01",
    "sawmill": "P-TIL-02",
    "stone-quarry": "P-TIL-03",
    "marble-quarry": "P-TIL-04",
    "blacksmith": "P-TIL-05",
    "curia": "P-TIL-06",
    "forum": "P-TIL-07",
    "temple-maia": "P-TIL-08",
    "temple-apollo": "P-TIL-09",
    "temple-pluto": "P-TIL-10",
    "temple-mercury": "P-TIL-11",
    "temple-venus": "P-TIL-12",
    "colosseum": "P-TIL-13",
    "oracle": "P-TIL-14",
    "worker-camp": "P-TIL-15",
    "market": "P-TIL-16",
    "imperial-outpost": "P-TIL-17",
    "academy": "P-TIL-18",
    "labor-camp": "P-TIL-19",
    "statue": "P-TIL-20",
    "triumphal-arch": "P-TIL-21",
}
"""The rule of each kind."""
BLACKSMITH, WORKER_CAMP, OUTPOST = "blacksmith", "worker-camp", "imperial-outpost"
