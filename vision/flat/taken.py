"""Takes looks of a city while a camera is moved over it, or stands above it, where there is no mat."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from statistics import median

import cv2
import numpy as np

from engine.sighting import Seen
from vision.camera.gate import stirred
from vision.flat.grid import GridReader
from vision.flat.looks import LookReader
from vision.flat.patches import Looks, parts_of
from vision.mat.optics import Optics
from vision.picture import Picture

SMALL = (320, 180)  # px in which it is told whether a picture shows anything new, and how sharp it is
NEWS = 3  # small pixels by which a picture differs from the one read last
RECENT = 8  # pictures of which the usual sharpness is known
SHARP = 0.8  # part of that from which a picture is read: a hand that moves the camera blurs it


class LookTaker:
    """Reads what of the pictures is worth it and puts it together; `marks` is what the last one read shows, in px."""

    def __init__(self, reader: GridReader, optics: Optics | None = None) -> None:
        self.marks: tuple[Seen, ...] = ()
        self._reader = LookReader(reader, optics)
        self._looks = Looks()
        self._sharp: deque[float] = deque(maxlen=RECENT)
        self._last: Picture | None = None
        self._said: tuple[Seen, ...] = ()

    @property
    def parts(self) -> int:
        """How many parts of the city were seen that no tile joins."""
        return sum(1 for _ in parts_of(self._said))

    def look_through(self, optics: Optics | None) -> None:
        """Read with this calibration of the lens from now on; None to estimate the lens from the tiles."""
        self._reader.optics = optics

    def begin(self) -> None:
        """Forget what was seen: the table may have changed."""
        self._looks, self._said, self._last, self.marks = Looks(), (), None, ()

    def watch(self, frame: Picture, at: float) -> tuple[Seen, ...] | None:
        """Take a picture (BGR) and when it was made, in seconds; all that was seen, where that is news."""
        if not self._worth_reading(frame):
            return None
        look = self._reader.read(frame)
        self.marks = () if look is None else tuple(seen for cell in look.cells.values() for seen in cell)
        if look is None:
            return None
        self._looks.take(look, at)
        said, before = self._looks.reading(), self._said
        self._said = said
        return said if _values(said) != _values(before) else None

    def _worth_reading(self, frame: Picture) -> bool:
        """Is a picture about as sharp as those before it, and does it show anything else than the last one read?"""
        small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), SMALL, interpolation=cv2.INTER_AREA)
        self._sharp.append(float(np.abs(cv2.Laplacian(small, cv2.CV_32F)).mean()))
        if self._sharp[-1] < SHARP * median(self._sharp):
            return False
        if self._last is not None and stirred(small, self._last) <= NEWS:
            return False
        self._last = small
        return True


def _values(objects: tuple[Seen, ...]) -> Mapping[str, int]:
    """What was seen, as far as it makes a difference."""
    return {seen.best: round(seen.share) for seen in objects}
