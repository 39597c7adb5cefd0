"""Showing one's own city tiles to the camera, right way up: which lie there, and what their owner calls them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.play.reports import Crop
from companion.tasks.albums import enrolled_tiles, tiles_folder
from companion.tasks.base import Eyes, Task
from companion.tasks.borrowed_camera import BorrowedCamera
from companion.tasks.faces import crop_of
from companion.tasks.same_place import Middle, lies_at, middle
from engine.sighting import Seen
from vision.cards.enrol import laid_out
from vision.flat.tiles import TileAlbum, keep
from vision.picture import Picture

PREFIX = "tile:"
SIDE = 40.0
"""mm a tile is straightened to; its true side does not matter, only what is on it."""
Trouble = Literal["", "disk"]


class LaidTile(Struct, frozen=True):
    """A tile on the mat: as what it was recognised and how surely, under which name it was kept, as it was seen."""

    place: int
    name: str
    share: float
    filed: str
    crop: Crop


class _Kept(Struct):
    """A tile that was kept and still lies there, its middle in px of the picture."""

    middle: Middle
    name: str
    path: Path


class TileEnrolment(Task):
    """Keeps the tiles that are shown under their names.

    Everything is kept in the data folder `folder` and goes on another day; `EnrolError` if what is kept is damaged.
    """

    def __init__(self, folder: Path, eyes: Eyes) -> None:
        album = enrolled_tiles(folder) or TileAlbum()
        self.cards: tuple[LaidTile, ...] = ()
        self.trouble: Trouble = ""
        self._data, self._folder, self._eyes = folder, tiles_folder(folder), eyes
        self._album, self._before = album, list(album.names)
        self._pictures: list[Picture] = []
        self._objects: list[Seen] = []
        self._there: list[_Kept] = []
        self._order: list[_Kept] = []
        eyes.know(tiles=album)
        self._camera = BorrowedCamera(eyes)

    @property
    def known(self) -> frozenset[str]:
        """The names of all tiles that are kept."""
        return frozenset((*self._before, *(kept.name for kept in self._order)))

    @property
    def all_filed(self) -> bool:
        """Has everything that lies there a name?"""
        return bool(self.cards) and all(tile.filed or tile.name for tile in self.cards)

    @property
    def fresh(self) -> int:
        """How many pictures were kept since it began."""
        return len(self._order)

    def poll(self) -> None:
        """Take in what was seen since the last time."""
        for picture, objects in self._camera.seen():
            self._look(picture, objects)

    def again(self) -> None:
        """Look at what lies there as if for the first time."""
        self._camera.again()

    def keep(self) -> bool:
        """Every tile is kept as soon as it is named; false if the last one could not be."""
        return not self.trouble

    def name(self, place: int, name: str) -> bool:
        """Keep the tile at a place under a name; false with a `trouble` if it cannot be kept."""
        seen, picture = self._objects[place], self._pictures[place]
        self.trouble = ""
        try:
            path = keep(self._folder, name, picture)
        except OSError:
            self.trouble = "disk"
            return False
        album = self._album
        self._eyes.ask(lambda _eye: album.enrol(name, picture))  # the camera reads the album in a thread of its own
        made = _Kept(middle(seen), name, path)
        self._there = [*(kept for kept in self._there if not lies_at(kept.middle, seen)), made]
        self._order.append(made)
        self._show()
        return True

    def take_back(self) -> None:
        """The last tile was not kept after all."""
        if not self._order:
            return
        last = self._order.pop()
        last.path.unlink(missing_ok=True)
        self._there = [kept for kept in self._there if kept is not last]
        self._album = enrolled_tiles(self._data) or TileAlbum()
        self._eyes.know(tiles=self._album)
        self._show()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()

    def _look(self, picture: Picture, objects: Sequence[Seen]) -> None:
        self._objects = [seen for seen in objects if seen.best.startswith(PREFIX)]
        self._pictures = [still for still, _name, _share in laid_out(picture, self._objects, (SIDE, SIDE))]
        self._there = [kept for kept in self._there if any(lies_at(kept.middle, seen) for seen in self._objects)]
        self._show()

    def _show(self) -> None:
        pairs = zip(self._objects, self._pictures, strict=True)
        self.cards = tuple(self._tile(place, seen, picture) for place, (seen, picture) in enumerate(pairs))

    def _tile(self, place: int, seen: Seen, picture: Picture) -> LaidTile:
        kept = next((kept.name for kept in self._there if lies_at(kept.middle, seen)), "")
        read = seen.best.removeprefix(PREFIX)
        return LaidTile(place, "" if read == "?" else read, seen.share, kept, crop_of(picture))
