"""The garbage collector kept out of taps: it runs when nobody touches the screen."""

from __future__ import annotations

import gc

from kivy.clock import Clock, ClockEvent

QUIET = 0.4
"""Seconds after the last touch in which nothing is collected: somebody who taps often taps again."""
LOOK = 0.2
"""Seconds between two looks whether it is time."""
LITTLE = 20_000
"""So many new objects are not worth collecting."""
MUCH = 3_000_000
"""So many new objects are collected whoever is tapping: memory would run out."""
WHOLE = 64
"""After so many small collections a whole one finds what has died of that which was old already."""


class Tidy:
    """Collects garbage while nobody touches; what has survived a collection is not looked through again until much did.

    `touched` is called at every touch.
    """

    def __init__(self) -> None:
        self._quiet_since = 0.0
        self._collected = 0
        self._watch: ClockEvent | None = None

    def start(self) -> None:
        """From now on Python collects nothing by itself; what there is stays."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._watch = Clock.schedule_interval(self._look, LOOK)

    def stop(self) -> None:
        """Python collects by itself again."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
            gc.unfreeze()
            gc.enable()

    def touched(self) -> None:
        """A finger was laid down, moved or lifted."""
        self._quiet_since = Clock.get_time()

    def whole(self) -> None:
        """Much has died that was old: look through everything the next time."""
        self._collected = WHOLE

    def _look(self, _seconds: float) -> None:
        made = gc.get_count()[0]
        idle = Clock.get_time() - self._quiet_since >= QUIET
        if made > MUCH or (idle and (made > LITTLE or self._collected >= WHOLE)):
            self._collect()

    def _collect(self) -> None:
        if self._collected >= WHOLE:
            gc.unfreeze()
            self._collected = 0
        gc.collect()
        gc.freeze()
        self._collected += 1
