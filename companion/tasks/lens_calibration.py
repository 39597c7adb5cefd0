"""Measuring how a camera's lens distorts: the calibration sheet is held up in one place after another."""

from __future__ import annotations

from math import dist, inf
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from companion.tasks.base import Eyes, Task
from vision.mat.calibration import Calibration, NotCalibrated, View, calibrate, find_sheet, store

if TYPE_CHECKING:
    from vision.camera.source import Frame

APART = 0.04
"""How far a corner of the sheet must have moved between two looks that count, as a share of the picture's width."""
LOOKS = 10
"""Looks at the sheet the measurement rests on."""
STILL = 0.003
"""How far a corner of the sheet may move between two pictures while it is held still, as a share of their width."""
GRID = (4, 3)
"""Areas the picture is divided into, across and down, to see where the sheet has been."""
GOOD, FAIR = 0.5, 1.0
"""Errors in px up to which a lens is known well, and well enough."""


class SheetLook(Struct, frozen=True):
    """What one picture shows: when it was taken, its size in px, and the sheet if it is in it."""

    at: float
    size: tuple[int, int]
    sheet: View | None


class LensCalibration(Task):
    """Measures the lens of `eyes`: the sheet is held up, still, elsewhere each time; then `keep`.

    `state` is "looking" until there are enough looks, then "reckoning"; at last "measured", or "failed" where the looks
    do not determine the lens.
    """

    def __init__(self, eyes: Eyes, path: Path, wanted: int = LOOKS) -> None:
        self.state: Literal["looking", "reckoning", "measured", "failed"] = "looking"
        self.wanted = wanted
        self.found: Calibration | None = None
        self.trouble: Literal["", "disk"] = ""
        self.kept = path.exists()
        self._eyes, self._path = eyes, path
        self._seen: SimpleQueue[SheetLook] = SimpleQueue()
        self._reckoned: SimpleQueue[Calibration | None] = SimpleQueue()
        self._views: list[View] = []
        self._last: SheetLook | None = None
        eyes.divert(lambda _picture, _sighting: None)
        self._ask()

    @property
    def count(self) -> int:
        """How many looks there are."""
        return len(self._views)

    @property
    def areas(self) -> tuple[bool, ...]:
        """In which areas of the picture the sheet has been, row by row from the top left."""
        been = {area for view in self._views for area in self._areas(view)}
        return tuple((column, row) in been for row in range(GRID[1]) for column in range(GRID[0]))

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """Where the sheet is in the newest picture: a box round it, its corners as shares of the picture."""
        if self._last is None or self._last.sheet is None:
            return ()
        (wide, high), pixels = self._last.size, self._last.sheet.pixels
        (left, top), (right, bottom) = pixels.min(axis=0) / (wide, high), pixels.max(axis=0) / (wide, high)
        return ((left, top), (right, top), (right, bottom), (left, bottom))

    def again(self) -> None:
        """Begin anew with no look at all."""
        self.trouble = ""
        self.state, self.found, self._views, self._last = "looking", None, [], None
        self._ask()

    def poll(self) -> None:
        """Take in what was seen, or calculated, since the last time."""
        try:
            if self.state == "reckoning":
                self.found = self._reckoned.get_nowait()
                self.state = "measured" if self.found else "failed"
            elif self.state == "looking":
                self._look(self._seen.get_nowait())
        except Empty:
            return

    def keep(self) -> bool:
        """From now on this camera's pictures are straightened so; false if nothing was measured or kept."""
        if self.found is None:
            return False
        try:
            store(self._path, self.found)
        except OSError:
            self.trouble = "disk"
            return False
        self._eyes.look_through(self.found.optics)
        self.kept, self.trouble = True, ""
        return True

    def drop(self) -> None:
        """The lens is guessed again."""
        self._path.unlink(missing_ok=True)
        self._eyes.look_through(None)
        self.kept = False
        self.again()

    def close(self) -> None:
        """Give the camera back."""
        self._eyes.divert(None)

    def _ask(self) -> None:
        self._eyes.ask(lambda _eye: self._seen.put(_seen(self._eyes.shot)))

    def _look(self, seen: SheetLook) -> None:
        before, self._last = self._last, seen
        if before is not None and seen.size != before.size:
            self._views = []
        if seen.sheet is not None and self._tells(seen, seen.sheet, before):
            self._views.append(seen.sheet)
        if self.count < self.wanted:
            self._ask()
        else:
            self._reckon(seen.size)

    def _tells(self, seen: SheetLook, sheet: View, before: SheetLook | None) -> bool:
        """Is the sheet held still, and elsewhere than in every look before?"""
        if before is None or before.sheet is None or before.at == seen.at:
            return False
        wide = seen.size[0]
        still = apart(sheet, before.sheet) <= STILL * wide
        return still and all(apart(sheet, other) > APART * wide for other in self._views)

    def _reckon(self, size: tuple[int, int]) -> None:
        self.state, views = "reckoning", list(self._views)
        self._eyes.ask(lambda _eye: self._reckoned.put(_lens(views, size)))

    def _areas(self, view: View) -> set[tuple[int, int]]:
        assert self._last is not None
        wide, high = self._last.size
        return {(int(x / wide * GRID[0]), int(y / high * GRID[1])) for x, y in view.pixels}


def _seen(shot: Frame | None) -> SheetLook:
    if shot is None:
        return SheetLook(0.0, (1, 1), None)
    high, wide = shot.picture.shape[:2]
    return SheetLook(shot.at, (wide, high), find_sheet(shot.picture))


def _lens(views: list[View], size: tuple[int, int]) -> Calibration | None:
    try:
        return calibrate(views, size)
    except NotCalibrated:
        return None


def apart(view: View, other: View) -> float:
    """How far the sheet has moved, px: the longest way of a corner that both looks show; endless without one."""
    before = {tuple(place): spot for place, spot in zip(other.board.tolist(), other.pixels.tolist(), strict=True)}
    ways = [
        dist(before[tuple(place)], spot)
        for place, spot in zip(view.board.tolist(), view.pixels.tolist(), strict=True)
        if tuple(place) in before
    ]
    return max(ways, default=inf)
