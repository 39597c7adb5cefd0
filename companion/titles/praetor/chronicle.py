"""What a report tells of a game of Praetor: favor and gold by round, and where favor came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.titles.chronicle import Chronicle, Points, Seat, marked
from companion.wording import _
from engine.event import Event, State
from engine.praetor.expert import EXPERT_WHY
from engine.praetor.tiles import WHY

CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "start": ("P-SET-10",),
    "building": ("P-BLD-06",),
    "plazas": ("P-BLD-07",),
    "benefits": tuple(sorted({*WHY.values()} - {"P-TIL-17"})),
    "sections": ("P-TIL-17",),
    "retired": ("P-UPD-07",),
    "unpaid": ("P-UPD-11", "P-UPD-12"),
    "workers": ("P-SCO-01",),
    "apprentices": ("P-SCO-02",),
    "morale": ("P-SCO-03",),
    "gold": ("P-SCO-05",),
    "expert": tuple(EXPERT_WHY.values()),
}
"""Category → the rules under which favor moves for it."""
_REASONS = {rule: category for category, rules in CATEGORIES.items() for rule in rules}


def words(key: str) -> str:
    """A figure or a category in words."""
    return {
        "favor": _("Favor"),
        "gold": _("Gold"),
        "start": _("At the start"),
        "building": _("Tiles built"),
        "plazas": _("Plazas"),
        "benefits": _("Tiles used"),
        "sections": _("Wall sections"),
        "retired": _("Retired workers"),
        "unpaid": _("Workers not paid"),
        "workers": _("Active workers"),
        "apprentices": _("Apprentices"),
        "morale": _("Morale"),
        "expert": _("Rankings"),
        "tiles": _("Tiles"),
        "youngest": _("Youngest"),
        "other": _("Otherwise"),
    }.get(key, key)


def _points(state: State, events: Sequence[Event]) -> Iterable[Points]:
    owners = {me.favor: colour for colour, me in state.seats.items() if colour}
    return marked(events, "favor", owners, _REASONS)


def _favor(state: State, seat: Seat) -> int:
    return int(state.zones[state.seats[seat].favor].get("favor", 0))


def _gold(state: State, seat: Seat) -> int:
    return int(state.zones[state.seats[seat].treasury].get("gold", 0))


CHRONICLE = Chronicle(
    figures={"favor": _favor, "gold": _gold},
    open="favor",
    categories=tuple(CATEGORIES),
    points=_points,
    words=words,
)
