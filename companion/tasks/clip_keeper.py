"""Keeps clips while a game is played: what a field showed, and what the book had there once it was settled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from msgspec import Struct

from companion.tasks.clips import PICTURES, Clip, Consent, keep
from engine.sighting import Count, Sighting
from engine.table import Tally, Zone
from vision.cubes.cubes import GOODS

WITHIN = 3.0
"""Standard deviations of a reading within which the book fits it."""
log = logging.getLogger("companion")


class Taken(Struct, frozen=True):
    """A field that settled: what was read, and the pictures (JPEG) it was read in."""

    zone: str
    read: Count
    pictures: tuple[bytes, ...]


class Book(Struct, frozen=True, kw_only=True):
    """What a clip's truth is taken from: the table by its zones, the newest entry, and the zones that are disputed.

    `upheld` are the zones of which a person decided that the book is right and not the reading, one after the other.
    """

    tallies: Callable[[Zone], Tally]
    last: Callable[[], int]
    disputed: Callable[[], Sequence[Zone]]
    upheld: Callable[[], Sequence[Zone]]


@dataclass
class Open:
    """A field whose truth is not settled: what was taken, and how often the book had been upheld by then."""

    taken: Taken
    upheld: int
    truth: dict[str, int] | None = None
    entry: int = 0


class ClipKeeper:
    """Takes what a camera saw, from any thread, and keeps it once its truth is known; `poll` in the game's thread.

    The truth of a field is what the book has there once that fits all that was surely read, or once a person said that
    the book is right and not the reading. A field of which neither comes about before it changes is not kept: pieces
    are on their way then.
    """

    def __init__(self, folder: Path, agreed: Consent, game: str, camera: str, places: Mapping[Zone, Zone]) -> None:
        self._folder, self._agreed, self._game, self._camera = folder, agreed, game, camera
        self._places = places
        self._new: SimpleQueue[Taken] = SimpleQueue()
        self._open: dict[str, Open] = {}

    def take(self, sighting: Sighting, pictures: Sequence[bytes]) -> None:
        """A field settled on something new; only counted fields are kept."""
        if isinstance(sighting.reading, Count) and pictures:
            self._new.put(Taken(sighting.zone, sighting.reading, tuple(pictures[-PICTURES:])))

    def poll(self, book: Book) -> None:
        """Look what the book has in the fields that are open, and keep those that were seen to change."""
        for field in self._open.values():
            self._look(field, book)
        try:
            while True:
                taken = self._new.get_nowait()
                self._settle(taken.zone)
                self._open[taken.zone] = Open(taken, len(book.upheld()))
        except Empty:
            return

    def close(self, book: Book) -> None:
        """Keep all that is still open."""
        self.poll(book)
        for field in self._open.values():
            self._look(field, book)
        for zone in list(self._open):
            self._settle(zone)

    def _look(self, field: Open, book: Book) -> None:
        place = self._places.get(field.taken.zone, field.taken.zone)
        has = {good: number for good in GOODS if (number := book.tallies(place).get(good, 0))}
        upheld = place in book.upheld()[field.upheld :]
        if place not in book.disputed() and (upheld or fits(field.taken.read, has)):
            field.truth, field.entry = has, book.last()

    def _settle(self, zone: str) -> None:
        """Keep a field whose truth is known, and let it go."""
        field = self._open.pop(zone, None)
        if field is None or field.truth is None:
            return
        read = field.taken.read
        clip = Clip(
            game=self._game,
            zone=zone,
            place=self._places.get(zone, zone),
            camera=self._camera,
            entry=field.entry,
            read={good: number for good, number in read.tally.items() if number},
            doubts={good: float(doubt) for good, doubt in read.doubts.items() if doubt},
            truth=field.truth,
        )
        try:
            keep(self._folder, clip, field.taken.pictures, self._agreed.most_mb)
        except OSError as error:
            log.warning("a clip is not kept: %s", error)


def fits(read: Count, has: Mapping[str, int]) -> bool:
    """Whether the book has of every colour what was surely read of it, and is not far from what was read in doubt."""
    return all(abs(read.tally.get(good, 0) - has.get(good, 0)) <= WITHIN * read.doubts.get(good, 0.0) for good in GOODS)
