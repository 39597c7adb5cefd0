"""Sheets beside the mat: which of them lie in view, with an eye on each.

A sheet has markers of its own, so it lies anywhere, and may be read in a picture that shows nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

import cv2

from engine.sighting import Pieces, Seen, Sighting
from vision.camera.gate import Gate
from vision.mat.mat import Mat
from vision.mat.optics import Optics
from vision.mat.pose import markers_in
from vision.picture import Picture

STILL = 2  # still pictures before sheets are looked for
ANEW, AGAIN = 2, 1  # markers of a sheet that tell that it lies there, and that it lies there still
LOOKS = 3  # still pictures after each motion in which markers are looked for
OUT_OF_SIGHT = Pieces((Seen(()),))
"""What is told of each field of a sheet that was taken away or covered: an object of which nothing is known."""


class OnSheet(Protocol):
    """What an eye on a sheet can do (`vision.eye.Eye`)."""

    source: str

    def look(self, frame: Picture, at: float) -> None: ...
    def read_still(self, picture: Picture, at: float) -> None: ...
    def forget(self, zone: str = "") -> None: ...
    def look_through(self, optics: Optics | None) -> None: ...


E = TypeVar("E", bound=OnSheet)


class SheetEyes(Generic[E]):
    """Eyes on `sheets`, by whose they are, each `made` when its sheet is seen; `put` hears of those that are gone."""

    def __init__(
        self,
        sheets: Mapping[str, Mat],
        put: Callable[[Sighting], None],
        made: Callable[[Mat], E],
        optics: Optics | None = None,
    ) -> None:
        self._sheets, self._put, self._made, self._optics = dict(sheets), put, made, optics
        self._eyes: dict[str, E] = {}
        self._gate = Gate()
        self._in_view: tuple[str, ...] = ()
        self._found: dict[str, set[int]] = {}
        self._looks = 0

    @property
    def eyes(self) -> tuple[E, ...]:
        """The eyes on the sheets that lie in view."""
        return tuple(self._eyes[owner] for owner in self._in_view)

    def look(self, frame: Picture, at: float) -> None:
        """Take a frame (BGR) and the time in seconds it was made; reports what has settled on the sheets in view."""
        if not self._sheets:
            return
        if not self._gate.watch(frame):
            self._found, self._looks = {}, 0
            return
        if self._gate.still < STILL:
            return
        if self._looks < LOOKS:
            self._seek(frame, at)
        for eye in self.eyes:
            eye.look(frame, at)

    def read_still(self, picture: Picture, at: float) -> None:
        """Read one picture (BGR) that nothing comes after, on whichever sheets it shows."""
        self._found, self._looks, self._in_view = {}, LOOKS - 1, ()
        self._seek(picture, at)
        for eye in self.eyes:
            eye.read_still(picture, at)

    def forget(self, zone: str = "") -> None:
        """Read a zone again and report it even if nothing changed; all of them by default."""
        for eye in self._eyes.values():
            eye.forget(zone)

    def look_through(self, optics: Optics | None) -> None:
        """Use this calibration of the lens from now on; None to estimate the lens from each sheet."""
        self._optics = optics
        for eye in self._eyes.values():
            eye.look_through(optics)

    def _seek(self, picture: Picture, at: float) -> None:
        """Look which sheets lie in view; after the last look those are gone of which no marker was seen."""
        self._looks += 1
        numbers = markers_in(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) if self._sheets else set[int]()
        for owner, sheet in self._sheets.items():
            own = numbers & set(range(sheet.first, sheet.first + len(sheet.corners)))
            self._found[owner] = self._found.get(owner, set()) | own
        gone = self._looks == LOOKS
        there = tuple(owner for owner in self._sheets if self._lies(owner) or (owner in self._in_view and not gone))
        for owner in set(self._in_view) - set(there):
            self._lose(owner, at)
        for owner in there:
            if owner not in self._eyes:
                self._eyes[owner] = self._made(self._sheets[owner])
                self._eyes[owner].look_through(self._optics)
        self._in_view = there

    def _lies(self, owner: str) -> bool:
        return len(self._found[owner]) >= (AGAIN if owner in self._in_view else ANEW)

    def _lose(self, owner: str, at: float) -> None:
        """What was told of a sheet counts no more; should it come back, it is read anew."""
        eye = self._eyes.pop(owner)
        for zone in _read(self._sheets[owner]):
            self._put(Sighting(eye.source, zone, at, OUT_OF_SIGHT))


def _read(mat: Mat) -> Iterator[str]:
    """The zones that sightings of a mat name."""
    return (zone.sighted_as for zone in mat.zones.values() if zone.kind != "open")
