"""How much one address may ask for: so many requests at once, and so many a second after that."""

from __future__ import annotations

from collections.abc import Callable

MOST_ADDRESSES = 1000
"""So many addresses are remembered."""


class Limit:
    """A bucket for each address: `burst` requests at once, refilled by `rate` a second."""

    def __init__(self, burst: float, rate: float, seconds: Callable[[], float]) -> None:
        self._burst, self._rate, self._seconds = burst, rate, seconds
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, address: str) -> bool:
        """May this address ask once more? If so it has."""
        now = self._seconds()
        left, since = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        if len(self._left) >= MOST_ADDRESSES:
            self._left.pop(next(iter(self._left)))
        self._left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1
