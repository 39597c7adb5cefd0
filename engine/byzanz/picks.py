"""What may be picked where nobody knows every card; what nobody has seen is counted only when it is asked for.

Lists are made far more often than looked into, and counting takes longer than all the rest of a list.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.byzanz.cards import MERCHANT, are_cards, may_come_from, reachable, unseen, unseen_of, worth
from engine.byzanz.zones import LOT
from engine.table import Tally, Zone, Zones, total


class Held(Struct, frozen=True, gc=False):
    """From `least` to `most` cards out of `hand`; its unknown cards may be any that nobody has seen."""

    zones: Zones
    hand: Tally
    least: int
    most: int
    lands: Zone

    @property
    def pool(self) -> Tally:
        return reachable(self.hand, self.zones)

    @property
    def span(self) -> tuple[int, int]:
        return self.least, self.most

    @property
    def values(self) -> tuple[Any, ...]:
        return ()

    def holds(self, value: Tally) -> bool:
        if not are_cards(value) or not self.least <= total(value) <= self.most:
            return False
        return may_come_from(self.hand, value, self.zones)


class Worth(Held, frozen=True, gc=False):
    """Goods out of a hand worth at least `price` together."""

    price: int

    @property
    def pool(self) -> Tally:
        return {card: count for card, count in reachable(self.hand, self.zones).items() if card != MERCHANT}

    def holds(self, value: Tally) -> bool:
        return MERCHANT not in value and Held.holds(self, value) and worth(value) >= self.price


class Next(Struct, frozen=True, gc=False):
    """The `size` cards that come off the deck: any that nobody has seen."""

    zones: Zones
    size: int

    @property
    def pool(self) -> Tally:
        return {card: count for card, count in unseen(self.zones).items() if count > 0}

    @property
    def span(self) -> tuple[int, int]:
        return self.size, self.size

    @property
    def lands(self) -> Zone:
        return LOT

    @property
    def values(self) -> tuple[Any, ...]:
        return ()

    def holds(self, value: Tally) -> bool:
        if not are_cards(value) or total(value) != self.size:
            return False
        return all(count <= unseen_of(self.zones, card) for card, count in value.items())
