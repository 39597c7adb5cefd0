"""Keeps clips while a game is played: what a field showed, and what the book had there once it was settled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

from msgspec import Struct

from companion.tasks.clips import PICTURES, Clip, Consent, keep
from engine.sighting import Count, Sighting
from engine.table import Tally, Zone

log = logging.getLogger("companion")


class Taken(Struct, frozen=True):
    """A field that settled: what was read, and the pictures (JPEG) it was read in."""

    zone: str
    read: Count
    pictures: tuple[bytes, ...]


class Book(Struct, frozen=True, kw_only=True):
    """What a clip's truth is taken from: the table by its zones, the newest entry, and the zones that are disputed."""

    tallies: Callable[[Zone], Tally]
    last: Callable[[], int]
    disputed: Callable[[], Sequence[Zone]]


class ClipKeeper:
    """Takes what a camera saw, from any thread, and keeps it once its truth is known; `poll` in the game's thread.

    The truth of a field is what the book has there when the field is next seen to change, or when the game is closed:
    by then the reading was believed, or a person corrected it. While a field is disputed nothing of it is kept.
    """

    def __init__(self, folder: Path, agreed: Consent, game: str, camera: str, places: Mapping[Zone, Zone]) -> None:
        self._folder, self._agreed, self._game, self._camera = folder, agreed, game, camera
        self._places = places
        self._new: SimpleQueue[Taken] = SimpleQueue()
        self._open: dict[str, Taken] = {}

    def take(self, sighting: Sighting, pictures: Sequence[bytes]) -> None:
        """A field settled on something new; only counted fields are kept."""
        if isinstance(sighting.reading, Count) and pictures:
            self._new.put(Taken(sighting.zone, sighting.reading, tuple(pictures[-PICTURES:])))

    def poll(self, book: Book) -> None:
        """Keep the fields that were seen to change: what the book has there still is what lay there before."""
        try:
            while True:
                taken = self._new.get_nowait()
                self._settle(taken.zone, book)
                self._open[taken.zone] = taken
        except Empty:
            return

    def close(self, book: Book) -> None:
        """Keep all that is still open."""
        self.poll(book)
        for zone in list(self._open):
            self._settle(zone, book)

    def _settle(self, zone: str, book: Book) -> None:
        taken, place = self._open.pop(zone, None), self._places.get(zone, zone)
        if taken is None or place in book.disputed():
            return
        clip = Clip(
            game=self._game,
            zone=zone,
            place=place,
            camera=self._camera,
            entry=book.last(),
            read={good: number for good, number in taken.read.tally.items() if number},
            doubts={good: float(doubt) for good, doubt in taken.read.doubts.items() if doubt},
            truth={good: number for good, number in book.tallies(place).items() if number},
        )
        try:
            keep(self._folder, clip, taken.pictures, self._agreed.most_mb)
        except OSError as error:
            log.warning("a clip is not kept: %s", error)
