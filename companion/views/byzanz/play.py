"""The screens of a round: the auction, the market, a hand that is too large, the last sales."""

from __future__ import annotations

from msgspec import Struct

from companion.views.byzanz.cards import Edge, Faces, Notice, Players, Ware
from companion.views.common.distance_view import Headline
from companion.views.common.parts import Button, Person


class ByzBidder(Struct, frozen=True, kw_only=True):
    """One player of this auction: the worth of their bid (nothing yet: none), the cards of it.

    Who passed is `out`, and their cards are `back`.
    """

    person: Person
    word: str
    worth: str
    leads: bool
    due: bool
    out: bool
    back: str
    cards: tuple[Ware, ...]


class ByzAuction(Struct, frozen=True, kw_only=True):
    """The auction as one screen: the lot under its offer card, who bids what, and the faces to lay."""

    players: Players
    offer: int
    title: str
    opened: str
    about: str
    lot: tuple[Ware, ...]
    bidders: tuple[ByzBidder, ...]
    faces: Faces | None = None
    notice: Notice | None = None
    edge: Edge | None = None

    @property
    def headline(self) -> Headline | None:
        """The bid that leads, read from afar."""
        leader = next((one for one in self.bidders if one.leads), None)
        return Headline(leader.worth, leader.person, self.offer, "bid") if leader else None


class ByzGroup(Struct, frozen=True, kw_only=True):
    """All cards of one good on the market, or who took them: one tap chooses the good."""

    icon: str
    name: str
    count: str
    worth: str
    cards: tuple[Ware, ...]
    taker: Person | None
    taken: str
    button: Button


class ByzMarket(Struct, frozen=True, kw_only=True):
    """The market as one screen; below it what the chosen good does to the hand, and who picks afterwards."""

    players: Players
    groups: tuple[ByzGroup, ...]
    chosen: str
    before: str
    after: str
    over: str
    limit: str
    then: str
    later: tuple[Person, ...]
    later_words: str
    why: Button
    edge: Edge | None = None


class ByzPart(Struct, frozen=True, kw_only=True):
    """One way out of a hand that is too large: its cards, the hand afterwards, and the button that does it."""

    icon: str
    title: str
    note: str
    cards: tuple[Ware, ...]
    before: str
    after: str
    words: str
    chosen: bool
    button: Button


class ByzLimit(Struct, frozen=True, kw_only=True):
    """A hand above the limit: how many cards it holds, as backs, and the two ways down."""

    players: Players
    title: str
    held: str
    limit: str
    backs: tuple[Ware, ...]
    because: str
    waits: str
    parts: tuple[ByzPart, ...]
    faces: Faces
    edge: Edge | None = None


class ByzFarewell(Struct, frozen=True, kw_only=True):
    """One player after the last round: what is still held, and the two things to do."""

    person: Person
    word: str
    hand: int
    profit: int
    done: bool
    sell: Button | None
    finish: Button | None
    show: Button | None = None


class ByzLastSales(Struct, frozen=True, kw_only=True):
    """After the last round everybody may sell once more, in any order."""

    title: str
    note: str
    seats: tuple[ByzFarewell, ...]
    edge: Edge | None = None
