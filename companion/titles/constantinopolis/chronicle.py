"""What a report tells of a game of Constantinopolis: fame and gold by round, where fame came from, the offices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.titles.chronicle import Chronicle, Points, Seat, Sold, marked
from companion.wording import _
from engine.constantinopolis.phases import Settling
from engine.constantinopolis.readings import holder
from engine.constantinopolis.zones import COINS, OFFICES
from engine.event import Event, State

CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "deliveries": ("C-SHP-02", "C-SCO-01"),
    "long": ("C-LOD-07",),
    "commercial": ("C-COM-01",),
    "public": ("C-PUB-02",),
    "donations": ("C-DON-01",),
    "walls": ("C-SCO-02",),
    "gold": ("C-SCO-03",),
}
"""Category → the rules under which fame is scored for it."""
_REASONS = {rule: category for category, rules in CATEGORIES.items() for rule in rules}
_ROMAN = ("", "I", "II", "III", "IV", "V")


def words(key: str) -> str:
    """A figure or a category in words; a lot is an office, by its number."""
    return {
        "fame": _("Fame"),
        "gold": _("Gold"),
        "deliveries": _("Deliveries"),
        "long": _("Long voyages"),
        "commercial": _("Commercial"),
        "public": _("Public"),
        "donations": _("Donations"),
        "walls": _("Walls"),
        "goods": _("Goods"),
        "other": _("Otherwise"),
    }.get(key, key)


def _points(state: State, events: Sequence[Event]) -> Iterable[Points]:
    owners = {me.fame: colour for colour, me in state.seats.items() if colour}
    return marked(events, "fame", owners, _REASONS)


def _sales(state: State, _events: Sequence[Event]) -> Iterable[Sold]:
    """When the auction is settled: the coins that lie on each office were bid for it."""
    if isinstance(state.phase, Settling):
        for office in OFFICES:
            if colour := holder(state.zones, office):
                yield Sold(_ROMAN[office], colour, state.zones[COINS[office]].get("gold", 0) or None)


def _fame(state: State, seat: Seat) -> int:
    return int(state.zones[state.seats[seat].fame].get("fame", 0))


def _gold(state: State, seat: Seat) -> int:
    return int(state.zones[state.seats[seat].treasury].get("gold", 0))


CHRONICLE = Chronicle(
    figures={"fame": _fame, "gold": _gold},
    open="fame",
    categories=tuple(CATEGORIES),
    points=_points,
    sales=_sales,
    words=words,
)
