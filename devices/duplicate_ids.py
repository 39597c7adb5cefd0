"""Detects two devices with one id at a broker: they look like one that restarts, but return to earlier power-ups."""

from __future__ import annotations

from collections import deque

from devices.protocol import HOST


class PowerUps:
    """The power-ups reported under one id. A restart never returns to an earlier one; two devices taking turns do."""

    def __init__(self) -> None:
        self._earlier: deque[int] = deque(maxlen=8)
        self._latest = -1
        self._doubtful_until = self._stale_at = float("-inf")

    def double(self, boot: int, at: float) -> bool:
        """Whether this power-up, reported at `at` (s), means two devices; true for a while after."""
        if boot != self._latest:
            if boot in self._earlier:
                self.both(at)
            if self._latest >= 0:
                self._earlier.append(self._latest)
            self._latest = boot
        return at < self._doubtful_until

    def returned(self, boot: int, at: float) -> bool:
        """Whether messages of an earlier power-up keep arriving; a single one may be late."""
        if boot == self._latest or boot not in self._earlier:
            return False
        again = at - self._stale_at < HOST["quiet"]
        self._stale_at = at
        if again:
            self.both(at)
        return again

    def both(self, at: float) -> None:
        """Two devices have answered one question."""
        self._doubtful_until = at + HOST["quiet"]
