"""What a game tells of itself after it was played: figures by round, where points came from, what was sold to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from engine.event import Event, Moved, State
from engine.table import Piece, Zone

Seat = str
Points = tuple[Seat, str, int]
"""A seat, the category its points come under, and how many: fewer than none where it lost some."""
OTHER = "other"
"""The category of points that no rule of the game gave, such as a correction."""


class Sold(Struct, frozen=True):
    """A lot of an auction, who has it now, and what was paid; None where it was kept for nothing."""

    lot: str
    seat: Seat
    paid: int | None


def no_points(_state: State, _events: Sequence[Event]) -> Iterable[Points]:
    """A game in which nothing is scored before its end."""
    return ()


def no_sales(_state: State, _events: Sequence[Event]) -> Iterable[Sold]:
    """A game without auctions."""
    return ()


def same(key: str) -> str:
    """A game that has no words for its keys."""
    return key.replace("_", " ").capitalize()


class Chronicle(Struct, frozen=True, kw_only=True):
    """What a report of a game may show beside places and totals; whatever is left out it does without.

    `figures` are drawn round by round: name → what a seat has of it. `categories` are where points come from, in the
    order in which they are shown; `points` says what events brought whom under which of them, and `sales` what they
    sold, both for the state *before* the events. `words` gives every such key in the language in force.
    """

    figures: Mapping[str, Callable[[State, Seat], int]] = {}
    open: str = ""
    """The figure that everybody may see while the game goes on; none where what counts lies covered."""
    categories: tuple[str, ...] = ()
    points: Callable[[State, Sequence[Event]], Iterable[Points]] = no_points
    sales: Callable[[State, Sequence[Event]], Iterable[Sold]] = no_sales
    words: Callable[[str], str] = same


def marked(
    events: Sequence[Event], piece: Piece, owners: Mapping[Zone, Seat], reasons: Mapping[str, str]
) -> Iterable[Points]:
    """The points of a game that moves a marker: `piece` into a zone of `owners`, by the category of the rule."""
    for event in events:
        if isinstance(event, Moved) and event.piece == piece:
            for zone, sign in ((event.target, 1), (event.source, -1)):
                if zone in owners:
                    yield owners[zone], reasons.get(event.why, OTHER), sign * event.count
