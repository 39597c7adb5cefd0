"""What Byzanz shows of the table at a glance: seats with the numbers of their cards, lot, bids and market."""

from __future__ import annotations

from msgspec import Struct

from companion.views.byzanz.cards import Ware
from companion.views.common.overview import SeatCard
from companion.views.common.parts import Person


class ByzSeat(SeatCard, frozen=True, kw_only=True):
    """One seat: worth of its bid (none: empty), cards in hand and profits by number, its offer card (0 for none)."""

    bid: str
    hand: int
    profit: int
    offer: int


class ByzBidLine(Struct, frozen=True):
    """A bidder and what they bid, in figures or words."""

    person: Person
    bid: str
    strong: bool


class ByzStock(Struct, frozen=True):
    """A good on the market: how many cards, worth how much."""

    icon: str
    name: str
    cards: str
    worth: str


class ByzTable(Struct, frozen=True, kw_only=True):
    """The lot, the bids of this auction, and the market so far."""

    lot_title: str
    lot: tuple[Ware, ...]
    lot_note: str
    bids: tuple[ByzBidLine, ...]
    market: tuple[ByzStock, ...]
    market_note: str
