"""A camera lent to a task: what it sees in a field of the mat comes to the task, not to the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue

from companion.tasks.base import Lender
from engine.sighting import Pieces, Seen, Sighting
from vision.picture import Picture

ZONE = "mat/draw"


class BorrowedCamera:
    """The camera looks in a thread of its own; the task that borrowed it takes what was seen when it polls.

    `zone` names the field as sightings do, the drawing field by default.
    """

    def __init__(self, lender: Lender, zone: str = ZONE) -> None:
        self._lender, self._zone = lender, zone
        self._seen: SimpleQueue[tuple[Picture, Sighting]] = SimpleQueue()
        lender.divert(lambda picture, sighting: self._seen.put((picture, sighting)))

    def seen(self) -> Iterator[tuple[Picture, Sequence[Seen]]]:
        """What was seen since the last time: each picture (BGR) and the objects in the field."""
        try:
            while True:
                picture, sighting = self._seen.get_nowait()
                if sighting.zone == self._zone and isinstance(sighting.reading, Pieces):
                    yield picture, sighting.reading.objects
        except Empty:
            return

    def again(self) -> None:
        """Let what lies there be read anew."""
        self._lender.forget(self._zone)

    def close(self) -> None:
        """Give the camera back."""
        self._lender.divert(None)
