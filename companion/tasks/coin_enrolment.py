"""Showing one's own coins to the camera: some of one value at a time, kept with their faces and widths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal

import numpy as np

from companion.tasks.albums import coins_folder, enrolled_coins
from companion.tasks.base import Eyes, Task
from companion.tasks.borrowed_camera import ZONE
from companion.tasks.gold_count import PREFIX
from devices.protocol import COINS
from engine.sighting import Pieces, Seen, Sighting
from vision.cards.enrol import EnrolError
from vision.cards.find import straightened
from vision.flat.coins import CoinAlbum, Sample
from vision.mat.pose import Pose
from vision.picture import Picture

FACE = 1.0, 120.0
"""A coin's picture: its side, and px to it."""
Trouble = Literal["", "uneven", "disk"]
"""Why coins were not kept: they are not all of one size, the disk."""


class CoinEnrolment(Task):
    """Keeps the coins that are shown by their value; those worth `value` are due.

    Everything is kept in the data folder `folder` and goes on another day; `EnrolError` if what is kept is damaged.
    """

    def __init__(self, folder: Path, eyes: Eyes) -> None:
        self._folder, self._eyes = coins_folder(folder), eyes
        self._data = folder
        self._album = enrolled_coins(folder) or CoinAlbum()
        self.kept = _kept(self._album)
        self.value = next((value for value in reversed(COINS) if value not in self.kept), min(COINS))
        self.pile: tuple[Sample, ...] = ()
        self.foreign = False
        self.trouble: Trouble = ""
        self.size = (1, 1)
        self._seen: SimpleQueue[tuple[Picture, Sighting, Pose | None]] = SimpleQueue()
        eyes.know(coins=self._album)
        eyes.divert(lambda picture, sighting: self._seen.put((picture, sighting, eyes.eye.pose)))

    @property
    def ready(self) -> bool:
        """Do coins lie there, and nothing else? The camera reports what it has read twice."""
        return bool(self.pile) and not self.foreign

    @property
    def complete(self) -> bool:
        """Have coins of every value been kept?"""
        return self.kept.keys() >= set(COINS)

    def choose(self, value: int) -> None:
        """The coins shown next are worth so much."""
        self.value, self.trouble = value, ""

    def poll(self) -> None:
        """Take in what was seen since the last time."""
        try:
            while True:
                picture, sighting, pose = self._seen.get_nowait()
                if sighting.zone == ZONE and isinstance(sighting.reading, Pieces) and pose is not None:
                    self._look(picture, sighting.reading.objects, pose)
        except Empty:
            return

    def again(self) -> None:
        """Look at what lies there as if for the first time."""
        self.pile, self.trouble = (), ""
        self._eyes.forget(ZONE)

    def keep(self) -> bool:
        """Keep what lies there as coins of the value chosen, in place of those kept before; false with a `trouble`."""
        album = enrolled_coins(self._data) or CoinAlbum()
        self.trouble = ""
        try:
            album.learn(self.value, self.pile)
            album.keep(self._folder)
        except EnrolError:
            self.trouble = "uneven"
        except OSError:
            self.trouble = "disk"
        else:
            self._follow(album)
        return not self.trouble

    def drop(self) -> None:
        """Nothing is known of the coins of the value chosen any more."""
        album = enrolled_coins(self._data) or CoinAlbum()
        album.forget(self.value)
        album.keep(self._folder)
        self._follow(album)

    def close(self) -> None:
        """Give the camera back."""
        self._eyes.divert(None)

    def _follow(self, album: CoinAlbum) -> None:
        """From now on the camera knows these coins; it looks anew."""
        self._album, self.kept, self.pile = album, _kept(album), ()
        self._eyes.know(coins=album)
        self.value = next((value for value in reversed(COINS) if value not in self.kept), self.value)

    def _look(self, picture: Picture, objects: Sequence[Seen], pose: Pose) -> None:
        coins = [seen for seen in objects if seen.best.startswith(PREFIX)]
        self.pile = tuple(_sample(picture, seen, pose) for seen in coins)
        self.foreign = len(coins) < len(objects)
        self.size = (picture.shape[1], picture.shape[0])


def _sample(picture: Picture, seen: Seen, pose: Pose) -> Sample:
    corners = np.array(seen.corners)
    side, scale = FACE
    places = pose.to_mat(corners)
    width = float(np.linalg.norm(places - np.roll(places, -1, axis=0), axis=1).mean())
    return Sample(straightened(picture, corners, (side, side), scale), width, seen.corners)


def _kept(album: CoinAlbum) -> dict[int, int]:
    """How many pictures there are of each value."""
    return dict(Counter(value for value, _picture in album.pictures))
