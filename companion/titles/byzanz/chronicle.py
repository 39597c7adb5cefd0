"""What a report tells of a game of Byzanz: profit and hand by round, which goods it came from, the lots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.titles.chronicle import Chronicle, Points, Seat, Sold
from companion.wording import _
from engine.byzanz.auction import top_offer
from engine.byzanz.cards import GOODS, KEPT_MERCHANT, MERCHANT, kind, value
from engine.byzanz.scoring import lines
from engine.event import Entered, Event, Moved, State
from engine.table import total

_MERCHANTS = kind(MERCHANT)
_FOR_NOTHING = ("B-ALL-03", "B-LST-03")
"""The rules by which a lot goes to a player without a bid."""


def words(key: str) -> str:
    """A figure or a category in words; a lot is the number of its cards."""
    return {
        "profit": _("Profit"),
        "hand": _("Cards in hand"),
        "CL": _("Cloth"),
        "SP": _("Spice"),
        "WI": _("Wine"),
        "WO": _("Wood"),
        "GR": _("Grain"),
        "OL": _("Olives"),
        _MERCHANTS: _("Merchants"),
        "other": _("Otherwise"),
    }.get(key, key)


def _points(state: State, events: Sequence[Event]) -> Iterable[Points]:
    owners = {me.profit: colour for colour, me in state.seats.items() if colour}
    for event in events:
        if isinstance(event, Moved):
            worth = event.count * (KEPT_MERCHANT if event.piece == MERCHANT else value(event.piece))
            for zone, sign in ((event.target, 1), (event.source, -1)):
                if zone in owners:
                    yield owners[zone], kind(event.piece), sign * worth


def _sales(state: State, events: Sequence[Event]) -> Iterable[Sold]:
    """What the winner lays down is paid; a lot that goes without a bid costs nothing."""
    bids = {me.bid: colour for colour, me in state.seats.items() if colour}
    paid = [event for event in events if isinstance(event, Moved) and event.why == "B-WIN-01"]
    if paid:
        yield Sold(_lot(state), bids[paid[0].source], sum(value(card.piece) * card.count for card in paid))
    for event in events:
        if isinstance(event, Entered) and event.why == "B-LST-02":
            yield Sold(_lot(state), event.phase.due, None)
        if isinstance(event, Moved) and event.why in _FOR_NOTHING and event.piece.startswith("offer-"):
            yield Sold(event.piece.removeprefix("offer-"), event.target.rpartition("/")[2], None)


def _lot(state: State) -> str:
    return str(top_offer(state.table))


def _profit(state: State, seat: Seat) -> int:
    return sum(lines(state, seat).values())


def _hand(state: State, seat: Seat) -> int:
    return total(state.table[state.seats[seat].hand])


CHRONICLE = Chronicle(
    figures={"profit": _profit, "hand": _hand},
    categories=(*GOODS, _MERCHANTS),
    points=_points,
    sales=_sales,
    words=words,
)
