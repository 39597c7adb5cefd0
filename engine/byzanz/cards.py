"""The deck of Byzanz: 96 goods and 16 merchants, and what can be said of cards not seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.table import Tally

UNKNOWN = "card:?"
MERCHANT = "card:ME"
GOODS = ("CL", "SP", "WI", "WO", "GR", "OL")
KEPT_MERCHANT = 5

_COPIES = {1: 6, 2: 5, 3: 3, 4: 2}
PRINTED: dict[str, int] = {f"card:{good}{value}": copies for good in GOODS for value, copies in _COPIES.items()}
PRINTED[MERCHANT] = 16
DECK_SIZE = sum(PRINTED.values())


@cache
def kind(card: str) -> str:
    """The good on a card, or ``ME`` for a merchant."""
    return card[5:7]


@cache
def value(card: str) -> int:
    """What a card is worth in a bid or as profit; merchants and unknown cards are worth nothing."""
    return int(card[7:]) if card in PRINTED and card != MERCHANT else 0


def worth(cards: Mapping[str, int]) -> int:
    """The sum of the values of some cards."""
    return sum(value(card) * count for card, count in cards.items())


def are_cards(cards: Mapping[str, int]) -> bool:
    """Are these cards of the game, each at least once?"""
    return all(card in PRINTED and count > 0 for card, count in cards.items())


def unseen(table: Mapping[str, Tally]) -> Tally:
    """How many cards of each face nobody has seen yet."""
    left = PRINTED.copy()
    for tally in table.values():
        for card, count in tally.items():
            if card in left:
                left[card] -= count
    return left


def hidden_in(table: Mapping[str, Tally], hand: Mapping[str, int]) -> Tally:
    """What the unknown cards of a hand may be: the cards nobody has seen; nothing where every card of it is known."""
    return unseen(table) if hand.get(UNKNOWN) else {}


def reachable(hand: Tally, hidden: Mapping[str, int]) -> Tally:
    """The cards that may come from a hand: those known, and for its unknown ones any face still `hidden`."""
    unknown = hand.get(UNKNOWN, 0)
    if not unknown:
        return hand
    found = {card: count for card, count in hand.items() if card != UNKNOWN}
    for card, left in hidden.items():
        if left > 0:
            found[card] = found.get(card, 0) + min(left, unknown)
    return found


def may_come_from(hand: Mapping[str, int], wanted: Mapping[str, int], hidden: Mapping[str, int]) -> bool:
    """Can `wanted` lie in a hand, known cards first, the rest among its unknown ones and the faces still `hidden`?"""
    lacking = {card: count - hand.get(card, 0) for card, count in wanted.items() if count > hand.get(card, 0)}
    if sum(lacking.values()) > hand.get(UNKNOWN, 0):
        return False
    return all(count <= hidden.get(card, 0) for card, count in lacking.items())
