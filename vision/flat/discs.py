"""Finds the discs of owners that lie on printed tiles: even paint where the print shows signs.

Pictures are aligned to the tile as those of `vision.flat.dice`.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.flat.dice import MARGIN, PAINTED, SCALE, STANDS, spread_of, unlike
from vision.picture import Colour, Field, Picture, Points, bgr

REACH = 8.8  # mm from the middle of a disc to its rim at most, and to what its side and its shadow hide
SMOOTH, DRAWN = 0.03, 0.06  # spread of the light on a disc at most, where that of the print is so large at least
WITHIN = (0.6, 50.0)  # mm² about its middle that are even: 14 to 18 mm wide, on a ground as light as its paint
LEANS = 1.5  # mm beyond its place on a tile at which the upper side of a disc is seen at most


def discs_in(seen: Field, printed: Field, paints: Mapping[str, Colour]) -> Points:
    """The middles (n, 2) of discs in mm from the tile's middle: as even as no face of a die is, and of a paint."""
    edge = round(MARGIN * SCALE)
    print_ = cv2.copyMakeBorder(printed.mean(axis=2), edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    even = (spread_of(seen.mean(axis=2)) < SMOOTH) & (spread_of(print_) > DRAWN) & _lies(len(seen))
    many, _, boxes, middles = cv2.connectedComponentsWithStats(np.asarray(even * np.uint8(255)))
    found = [middles[n] for n in range(1, many) if WITHIN[0] <= boxes[n, cv2.CC_STAT_AREA] / SCALE**2 <= WITHIN[1]]
    painted = [at for at in found if _is_painted(seen, at, paints)]
    return np.asarray((np.array(painted).reshape(-1, 2) - (len(seen) - 1) / 2) / SCALE)


def hidden_by(discs: Points, printed: Field) -> Picture:
    """Where discs cover a tile: a mask as large as its print."""
    mask = np.zeros(printed.shape[:2], np.uint8)
    for x, y in np.round(discs * SCALE + (printed.shape[0] - 1) / 2).astype(int):
        cv2.circle(mask, (int(x), int(y)), round(REACH * SCALE), (255,), -1)
    return mask


def _lies(size: int) -> Field:
    """Where in a picture of so many px the middle of a disc may be: a dark one would else go on in a dark mat."""
    inside = np.abs(np.arange(size) - (size - 1) / 2) / SCALE < size / SCALE / 2 - MARGIN - STANDS + LEANS
    return np.outer(inside, inside)


def _is_painted(seen: Field, at: Points, paints: Mapping[str, Colour]) -> bool:
    """Is what lies at a place, in px, of one of the paints?"""
    body = cv2.getRectSubPix(seen, (3, 3), (float(at[0]), float(at[1]))).mean(axis=(0, 1))
    return min(unlike(body, np.array(bgr(paint)) / 255) for paint in paints.values()) < PAINTED
