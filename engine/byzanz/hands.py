"""Hands: what is known of them, and how many cards they may hold."""

from __future__ import annotations

from engine.byzanz.cards import UNKNOWN, may_come_from
from engine.byzanz.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.table import Tally, total


def lie_in(state: State, who: Seat, zone: str, cards: Tally) -> bool:
    """Are there such cards only if some are taken out of a zone of this seat, such as its profit (B-SEL-09)?"""
    hand, there = state.zones[who.hand], state.zones[zone]
    both = {card: hand.get(card, 0) + there.get(card, 0) for card in (hand | there)}
    return may_come_from(both, cards, state.zones) and not may_come_from(hand, cards, state.zones)


def excess(state: State, who: Seat) -> int:
    """How many cards above the limit (B-HND-01) a seat holds; a standing bid counts with the hand."""
    held = total(state.zones[who.hand]) + total(state.zones[who.bid])
    return held - int(state.setup.edition.hand_limit)


def cover(draft: Draft, who: Seat, why: str) -> None:
    """Only the number of cards of a hand is known from now on (B-INV-04)."""
    for card, count in sorted(draft.zones[who.hand].items()):
        draft.turn(card, UNKNOWN, who.hand, why, count)


def show(draft: Draft, who: Seat, cards: Tally, why: str) -> None:
    """Turn over unknown cards of a hand for those in `cards` that were not known to be there."""
    for card, count in sorted(cards.items()):
        lacking = count - draft.zones[who.hand].get(card, 0)
        if lacking > 0:
            draft.turn(UNKNOWN, card, who.hand, why, lacking)
