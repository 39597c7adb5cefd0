"""Coins as players handle them: which coins make up a sum, and a bank that changes them."""

from __future__ import annotations

from collections.abc import Sequence

from devices.protocol import COINS

Coins = tuple[int, ...]
"""How many of each coin, in the order of COINS."""
PLENTY: Coins = (10_000,) * len(COINS)
"""More coins than any game pays out."""


def worth(coins: Sequence[int]) -> int:
    """Gold of some coins."""
    return sum(value * count for value, count in zip(COINS, coins, strict=True))


def plus(some: Sequence[int], more: Sequence[int], sign: int = 1) -> Coins:
    """Coins of both heaps, or with `sign` −1 what is left of the first."""
    return tuple(a + sign * b for a, b in zip(some, more, strict=True))


def paid(gold: int, available: Sequence[int]) -> Coins | None:
    """The fewest large coins first that make exactly `gold`, or None when those available cannot."""
    return _paid(gold, tuple(available), 0)


def _paid(gold: int, available: Coins, column: int) -> Coins | None:
    if column == len(COINS):
        return () if gold == 0 else None
    value = COINS[column]
    for count in range(min(gold // value, available[column]), -1, -1):
        rest = _paid(gold - count * value, available, column + 1)
        if rest is not None:
            return (count, *rest)
    return None


class Bank:
    """The coins no player owns, shared by the trays of one table; when it runs out it pays in substitutes."""

    def __init__(self, coins: Coins = PLENTY) -> None:
        self.coins = coins

    def exchange(self, held: Coins, gold: int) -> Coins:
        """The coins worth `gold` after a player gave `held` to the bank and took as few as possible."""
        pool = plus(self.coins, held)
        taken = paid(gold, tuple(max(0, count) for count in pool)) or paid(gold, (gold,) * len(COINS)) or (0,) * 5
        self.coins = plus(pool, taken, -1)
        return taken

    def give(self, gold: int) -> Coins:
        """Coins worth `gold` out of the bank."""
        return self.exchange((0,) * len(COINS), gold)
