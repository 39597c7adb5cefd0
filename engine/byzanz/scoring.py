"""The end of Byzanz: profit counts, then cards left in hand."""

from __future__ import annotations

from engine.byzanz.cards import KEPT_MERCHANT, MERCHANT, worth
from engine.event import State
from engine.game import Standing
from engine.table import total


def lines(state: State, colour: str) -> dict[str, int]:
    """A seat's profit: goods by their value, merchants from three of a kind at five each (B-END-03)."""
    profit = state.table[state.seats[colour].profit]
    return {"goods": worth(profit), "merchants": KEPT_MERCHANT * profit.get(MERCHANT, 0)}


def standings(state: State) -> tuple[Standing, ...]:
    """The seats by profit, ties by cards in hand (B-END-05), then a shared place (B-END-06)."""
    results = []
    for colour in state.setup.seats:
        found = lines(state, colour)
        results.append((sum(found.values()), total(state.table[state.seats[colour].hand]), colour, found))
    ranked = sorted(results, key=lambda one: (-one[0], -one[1]))
    places = [1 + sum(other[:2] > one[:2] for other in results) for one in ranked]
    return tuple(
        Standing(colour, place, score, found, (held,))
        for place, (score, held, colour, found) in zip(places, ranked, strict=True)
    )
