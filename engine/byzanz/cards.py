"""The deck of Byzanz: 96 goods and 16 merchants, and what can be said of cards not seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.table import Tally, Zones

UNKNOWN = "card:?"
MERCHANT = "card:ME"
GOODS = ("CL", "SP", "WI", "WO", "GR", "OL")
KEPT_MERCHANT = 5

_COPIES = {1: 6, 2: 5, 3: 3, 4: 2}
PRINTED: dict[str, int] = {f"card:{good}{value}": copies for good in GOODS for value, copies in _COPIES.items()}
PRINTED[MERCHANT] = 16
DECK_SIZE = sum(PRINTED.values())
_VALUES = {card: int(card[7:]) for card in PRINTED if card != MERCHANT}
BEST_FIRST = tuple(sorted(_VALUES, key=lambda card: _VALUES[card], reverse=True))
"""All goods by their value, the best first."""
BEST = _VALUES[BEST_FIRST[0]]


@cache
def kind(card: str) -> str:
    """The good on a card, or ``ME`` for a merchant."""
    return card[5:7]


def value(card: str) -> int:
    """What a card is worth in a bid or as profit; merchants and unknown cards are worth nothing."""
    return _VALUES.get(card, 0)


def worth(cards: Mapping[str, int]) -> int:
    """The sum of the values of some cards."""
    found, values = 0, _VALUES
    for card, count in cards.items():
        if card in values:
            found += values[card] * count
    return found


def are_cards(cards: Mapping[str, int]) -> bool:
    """Are these cards of the game, each at least once?"""
    for card, count in cards.items():  # noqa: SIM110 – asked for every command about cards
        if count < 1 or card not in PRINTED:
            return False
    return True


def unseen(zones: Zones) -> Tally:
    """How many cards of each face nobody has seen yet."""
    left = PRINTED.copy()
    for tally in zones.values():
        for card, count in tally.items():
            if card in left:
                left[card] -= count
    return left


def unseen_of(zones: Zones, card: str) -> int:
    """How many cards of one face nobody has seen yet: all of them counted are far more than a command asks for."""
    left = PRINTED[card]
    for tally in zones.values():
        if card in tally:
            left -= tally[card]
    return left


def reachable(hand: Tally, zones: Zones) -> Tally:
    """The cards that may come from a hand: those known, and for its unknown ones any face nobody has seen."""
    unknown = hand.get(UNKNOWN, 0)
    if not unknown:
        return hand
    found = {card: count for card, count in hand.items() if card != UNKNOWN}
    for card, left in unseen(zones).items():
        if left > 0:
            found[card] = found.get(card, 0) + min(left, unknown)
    return found


def may_come_from(hand: Mapping[str, int], wanted: Mapping[str, int], zones: Zones) -> bool:
    """Can `wanted` lie in a hand, known cards first, the rest among its unknown ones and the faces nobody has seen?"""
    lacking = [(card, count - hand.get(card, 0)) for card, count in wanted.items() if count > hand.get(card, 0)]
    if not lacking:
        return True
    if sum(count for _, count in lacking) > hand.get(UNKNOWN, 0):
        return False
    return all(card in PRINTED and count <= unseen_of(zones, card) for card, count in lacking)
