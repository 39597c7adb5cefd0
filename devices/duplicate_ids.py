"""Two devices with one id behind one broker: they look like one that restarts, but return to an earlier power-up."""

from __future__ import annotations

from collections import deque

from devices.protocol import HOST


class PowerUps:
    """The power-ups a device has named. A restart never returns to an earlier one; two devices that take turns do."""

    def __init__(self) -> None:
        self._earlier: deque[int] = deque(maxlen=8)
        self._latest = -1
        self._doubtful_until = self._stale_at = float("-inf")

    def double(self, boot: int, at: float) -> bool:
        """Whether this power-up, named at `at` (s), means that there are two; for a while after the last sign of it."""
        if boot != self._latest:
            if boot in self._earlier:
                self.both(at)
            if self._latest >= 0:
                self._earlier.append(self._latest)
            self._latest = boot
        return at < self._doubtful_until

    def returned(self, boot: int, at: float) -> bool:
        """Whether something of an earlier power-up is still said; once may be a message that was late."""
        if boot == self._latest or boot not in self._earlier:
            return False
        again = at - self._stale_at < HOST["quiet"]
        self._stale_at = at
        if again:
            self.both(at)
        return again

    def both(self, at: float) -> None:
        """Two have answered one question."""
        self._doubtful_until = at + HOST["quiet"]
