"""The counts book: what lies open, and what each unseen hand could hold (B-INV-05, B-PRV-01).

By default it counts only what everybody can see on the table at this moment. A table that has switched on the memory
aid (option `memory_aid`) is also told what became visible before, and by whom it is held.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.byzanz.cards import PRINTED, UNKNOWN, unseen
from engine.byzanz.zones import DECK, LOT, MARKET, REMOVED
from engine.event import State
from engine.table import Tally, total


class Hidden(Struct, frozen=True):
    """One hand: how many cards, which of them are remembered, and of each face how many the others could be."""

    cards: int
    known: Tally
    could: Tally

    @property
    def unknown(self) -> int:
        """How many of its cards are not known."""
        return self.cards - total(self.known)


class Book(Struct, frozen=True, kw_only=True):
    """What is counted: cards lying open, of each face those still hidden, each hand, and the cards face down."""

    remembers: bool
    seen: Tally
    hidden: Tally
    hands: Mapping[str, Hidden]
    deck: int
    removed: int


def remembers(state: State) -> bool:
    """Has the table switched on the memory aid?"""
    return bool(state.setup.edition.memory_aid == "yes")


def book(state: State) -> Book:
    """What the table is told now; with the memory aid what became visible before counts too."""
    aid = remembers(state)
    hidden = unseen(state.table) if aid else _not_in_sight(state)
    hands = {colour: _hand(state, colour, hidden, aid) for colour in state.setup.seats}
    seen = {card: copies - hidden[card] for card, copies in PRINTED.items()}
    table = state.table
    return Book(
        remembers=aid,
        seen=seen,
        hidden=hidden,
        hands=hands,
        deck=total(table[DECK]),
        removed=total(table[REMOVED]),
    )


def in_sight(state: State) -> Tally:
    """The cards that lie open on the table at this moment: the lot, the market, the bids."""
    found: Tally = {}
    for zone in (LOT, MARKET, *(state.seats[colour].bid for colour in state.setup.seats)):
        for card, count in state.table[zone].items():
            found[card] = found.get(card, 0) + count
    return found


def _not_in_sight(state: State) -> Tally:
    open_ = in_sight(state)
    return {card: copies - open_.get(card, 0) for card, copies in PRINTED.items()}


def _hand(state: State, colour: str, hidden: Tally, aid: bool) -> Hidden:
    """A hand: its cards that are not known may be any that are hidden, but no more of them than there are."""
    tally = state.table[state.seats[colour].hand]
    known = {card: count for card, count in tally.items() if card != UNKNOWN} if aid else {}
    free = total(tally) - total(known)
    could = {card: min(free, count) for card, count in hidden.items() if free and count > 0}
    return Hidden(total(tally), known, could)
