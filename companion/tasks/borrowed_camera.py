"""A camera lent to a task: what it sees in the drawing field comes to the task, not to the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue

from companion.tasks.base import Lender
from engine.sighting import Pieces, Seen, Sighting
from vision.picture import Picture

ZONE = "mat/draw"


class BorrowedCamera:
    """The camera looks in a thread of its own; the task that borrowed it takes what was seen when it polls."""

    def __init__(self, lender: Lender) -> None:
        self._lender = lender
        self._seen: SimpleQueue[tuple[Picture, Sighting]] = SimpleQueue()
        lender.divert(lambda picture, sighting: self._seen.put((picture, sighting)))

    def seen(self) -> Iterator[tuple[Picture, Sequence[Seen]]]:
        """What was seen since the last time: each picture (BGR) and the objects in the drawing field."""
        try:
            while True:
                picture, sighting = self._seen.get_nowait()
                if sighting.zone == ZONE and isinstance(sighting.reading, Pieces):
                    yield picture, sighting.reading.objects
        except Empty:
            return

    def again(self) -> None:
        """Let what lies there be read anew."""
        self._lender.forget(ZONE)

    def close(self) -> None:
        """Give the camera back."""
        self._lender.divert(None)
