"""Which frames are worth reading: nothing moves, and what changed since the last reading."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np

from vision.picture import Picture, Points

SMALL = (320, 180)
STIR = 14  # grey levels a small pixel changes by when something moves; camera noise stays below
FEW = 6  # small pixels that may stir without anything moving
SKEW = 0.35  # part of the usual sharpness below which a frame counts as blurred
HAND = 0.008  # part of the frame a thing reaching in from its edge covers at least
MEMORY = 31  # sharpness values remembered


class Gate:
    """Watches small copies of the frames; `still` counts the frames without motion."""

    def __init__(self) -> None:
        self.still = 0
        self.small: Picture = np.zeros((SMALL[1], SMALL[0]), np.uint8)
        self._sharp: list[float] = []

    def watch(self, frame: Picture) -> bool:
        """Take the next frame; True when nothing moved since the one before."""
        small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), SMALL, interpolation=cv2.INTER_AREA)
        quiet = stirred(small, self.small) <= FEW
        self.small = small
        self.still = self.still + 1 if quiet else 0
        return quiet

    def blurred(self, sharp: float) -> bool:
        """Whether a still frame's sharpness is far below the usual; remembers it as usual if it is not."""
        if len(self._sharp) >= 5 and sharp < SKEW * median(self._sharp):
            return True
        self._sharp = [*self._sharp[-MEMORY:], sharp]
        return False


def sharpness(grey: Picture, outlines: Sequence[Points]) -> float:
    """How crisp the printed markers are, whatever else lies on the mat: the median over their outlines (4, 2) in px.

    It is the variance of the Laplacian over the grey levels' own, so that the light does not count.
    """
    found = []
    for outline in outlines:
        x0, y0 = np.maximum(outline.min(axis=0).astype(int), 0)
        x1, y1 = outline.max(axis=0).astype(int)
        part = grey[y0:y1, x0:x1]
        if part.size:
            found.append(float(cv2.Laplacian(part, cv2.CV_16S).var()) / (float(part.var()) + 1))
    return median(found) if found else 0.0


def stirred(small: Picture, before: Picture, mask: Picture | None = None) -> int:
    """How many pixels of two small pictures differ."""
    moved = cv2.threshold(cv2.absdiff(small, before), STIR, 255, cv2.THRESH_BINARY)[1]
    return cv2.countNonZero(moved if mask is None else cv2.bitwise_and(moved, mask))


def reaching_in(small: Picture, before: Picture) -> Picture:
    """A mask of what is new against `before` and reaches in from the frame's edge: a hand, an arm, a sleeve."""
    moved = cv2.threshold(cv2.absdiff(small, before), STIR, 255, cv2.THRESH_BINARY)[1]
    solid = cv2.morphologyEx(moved, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    _, spots, stats, _ = cv2.connectedComponentsWithStats(solid)
    mask = np.zeros_like(solid)
    for n, (x, y, wide, high, area) in enumerate(stats):
        at_edge = x == 0 or y == 0 or x + wide == SMALL[0] or y + high == SMALL[1]
        if n and at_edge and area > HAND * SMALL[0] * SMALL[1]:
            mask[spots == n] = 255
    return mask


def small_mask(outline: Points, size: tuple[int, int]) -> Picture:
    """An outline (n, 2) in px of a frame of `size` as a mask for small pictures."""
    mask = np.zeros((SMALL[1], SMALL[0]), np.uint8)
    scaled = outline * np.array([SMALL[0] / size[0], SMALL[1] / size[1]])
    cv2.fillConvexPoly(mask, np.round(scaled).astype(np.int32), (255,))
    return mask
