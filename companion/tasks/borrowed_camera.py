"""Eyes lent to somebody who shows things in the draw field: what they see there comes to him, not to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from engine.sighting import Pieces, Seen, Sighting

ZONE = "mat/draw"


class Seer(Protocol):
    """Eyes that can be lent."""

    def divert(self, listener: Callable[[Any, Sighting], None] | None) -> None: ...

    def forget(self, zone: str) -> None: ...


class BorrowedCamera:
    """The eyes look in a thread of their own; who borrowed them takes what they saw when it suits him."""

    def __init__(self, seer: Seer) -> None:
        self._seer = seer
        self._seen: SimpleQueue[tuple[Any, Sighting]] = SimpleQueue()
        seer.divert(lambda picture, sighting: self._seen.put((picture, sighting)))

    def seen(self) -> Iterator[tuple[Any, Sequence[Seen]]]:
        """What was seen since the last time: each picture (BGR) and the objects in the draw field."""
        try:
            while True:
                picture, sighting = self._seen.get_nowait()
                if sighting.zone == ZONE and isinstance(sighting.reading, Pieces):
                    yield picture, sighting.reading.objects
        except Empty:
            return

    def again(self) -> None:
        """Let what lies there be read anew."""
        self._seer.forget(ZONE)

    def close(self) -> None:
        """Give the eyes back."""
        self._seer.divert(None)
