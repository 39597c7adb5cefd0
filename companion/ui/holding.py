"""Something is held rather than tapped: known after a while, and never because a picture was slow."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

FRAMES = 2
"""Pictures after that in which a finger that came up while one was slow to be drawn is still heard."""


class Holding:
    """Calls `then` when so many seconds have passed since something went down, unless it is cancelled before."""

    def __init__(self, then: Callable[[], None], seconds: float) -> None:
        self._then, self._frames = then, FRAMES
        self._event = Clock.schedule_once(self._due, seconds)

    def _due(self, _seconds: float) -> None:
        if self._frames:
            self._frames -= 1
            self._event = Clock.schedule_once(self._due, 0)
        else:
            self._then()

    def cancel(self) -> None:
        """It has come up."""
        self._event.cancel()
