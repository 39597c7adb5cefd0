"""The garbage collector kept out of taps: it runs while the screen is not touched."""

from __future__ import annotations

import gc
from time import monotonic

from kivy.clock import Clock, ClockEvent

QUIET = 0.4
"""Seconds after the last touch, or the screen it led to, in which nothing is collected: who taps often taps again."""
PAUSED = 0.15
"""Seconds after the last touch from which work is done in pieces so small that a tap does not wait for one."""
LOOK = 0.2
"""Seconds between two looks whether it is time."""
LITTLE = 20_000
"""So many new objects are not worth collecting."""
MUCH = 3_000_000
"""So many new objects are collected even during taps: memory would run out."""
ASLEEP = 15
"""Seconds after the last touch from which everything may be looked through, which takes about a second."""
GROWN = 200_000
"""So many objects more than after the last look through everything are worth another one, if no touch comes."""
SWOLLEN = 2_000_000
"""So many more are looked through as soon as somebody thinks."""
THINKING = 3.0
"""Seconds after the last touch from which somebody seems to think: a second is not missed then."""


class Tidy:
    """Collects garbage while no touch comes; what has survived a collection is not looked through again until much did.

    `touched` is called at every touch, and when a changed screen is seen first.
    """

    def __init__(self) -> None:
        self._quiet_since = 0.0
        self._held = self._grown = 0
        self._watch: ClockEvent | None = None

    def start(self) -> None:
        """From now on Python collects nothing by itself; what there is stays."""
        self._whole()
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
        """A finger was laid down, moved or lifted, or what that changed is seen: the window may be late with both."""
        self._quiet_since = monotonic()

    @property
    def quiet(self) -> bool:
        """Has the screen not been touched for a moment?"""
        return self._since >= QUIET

    @property
    def paused(self) -> bool:
        """Has the screen not been touched for as long as a finger needs from tap to tap?"""
        return self._since >= PAUSED

    @property
    def _since(self) -> float:
        return monotonic() - self._quiet_since

    def whole(self) -> None:
        """Much has died that was old: look through everything as soon as somebody thinks."""
        self._held = -SWOLLEN
        self._grown = SWOLLEN + 1

    def _look(self, _seconds: float) -> None:
        quiet, made = self._since, gc.get_count()[0]
        if made > MUCH or (quiet >= QUIET and made > LITTLE):
            self._keep()
        most = GROWN if quiet >= ASLEEP else SWOLLEN
        if quiet >= THINKING and self._grown > most:
            self._count()
            if self._grown > most:
                self._whole()

    def _keep(self) -> None:
        """Collect what died young; what survived is not looked through again."""
        gc.collect()
        self._grown += len(gc.get_objects())
        gc.freeze()

    def _count(self) -> None:
        """Of what was kept since, some has died: how much is left is counted, which takes a tenth of a second."""
        self._grown = gc.get_freeze_count() - self._held

    def _whole(self) -> None:
        """Look through everything there is."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._held, self._grown = gc.get_freeze_count(), 0
