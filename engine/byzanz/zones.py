"""The places of Byzanz.

| zone | holds | open to |
|---|---|---|
| `box` | everything before the deal, and what is not in this game | all |
| `deck` | cards, order unknown | count |
| `removed` | cards taken out unseen | count |
| `lot` | cards being auctioned | all |
| `market` | cards on the market | all |
| `discard` | cards out of the game | count (they were seen) |
| `offers` | offer cards still to be won, `offer-1` … `offer-6` | all |
| `hand/<seat>` | cards in hand; `card:?` is one nobody else has seen | owner |
| `bid/<seat>` | cards of a standing bid | all |
| `profit/<seat>` | goods kept from sales, face down | owner |
| `won/<seat>` | the offer card of this round | all |

Hands may hold `card:?`: only the four cards dealt are ever unknown, all later ones were seen.
"""

from __future__ import annotations

from msgspec import Struct

BOX, DECK, REMOVED, LOT, MARKET, DISCARD, OFFERS = "box", "deck", "removed", "lot", "market", "discard", "offers"
SHARED = (BOX, DECK, REMOVED, LOT, MARKET, DISCARD, OFFERS)
COLOURS = ("black", "blue", "green", "red", "yellow", "white")


class Seat(Struct, frozen=True):
    """A player's zones, named once."""

    colour: str
    hand: str
    bid: str
    profit: str
    won: str

    @property
    def zones(self) -> tuple[str, ...]:
        return self.hand, self.bid, self.profit, self.won


def seat(colour: str) -> Seat:
    return Seat(colour, f"hand/{colour}", f"bid/{colour}", f"profit/{colour}", f"won/{colour}")
