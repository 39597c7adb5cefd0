"""Finds what lies in a card zone, is as large as a card, and is explained by no outline: it is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.cards.outline import upright
from vision.cards.prints import COARSE, contrast, edges, length, small
from vision.picture import Picture, Points

AROUND = 4.0  # mm about an outline that was found, within which edges are its own or its shadow's
JOINED = 6.0  # mm between two edges of one piece at most: cards are printed more densely
NARROW, SHORT = 0.5, 0.7  # parts of a card's short and long side that a lump has at least: a city tile is smaller
EDGED = 0.35  # part of a card's outline that the edges of a light lump are long at least
PRINTED = 1.2  # the same of a lump that is no lighter than a reflection beside it: a card is printed, a shadow is not
LIGHTER = 0.12  # part of the zone's contrast by which a lump is lighter than what is about it, as paper is
RING = 5.0  # mm about a lump that it is compared with


def lumps(zone: Picture, known: Sequence[Points], size: tuple[float, float], scale: float) -> list[Points]:
    """Upright boxes (4, 2) in px about what may be cards in a grey picture of a zone at `scale` px per mm.

    `known` are the outlines (n, 2) in px of what was found there, `size` a card's in mm. A pencil is too narrow, a
    lamp's reflection has no edges, and a shadow has few and is no lighter than what is about it.
    """
    coarse, mm = small(zone), scale * COARSE
    found = edges(coarse, scale)
    _clear_known(found, [np.asarray(quad) * COARSE for quad in known], mm)
    joined = cv2.morphologyEx(found, cv2.MORPH_CLOSE, _brush(JOINED * mm))
    boxes = []
    for contour in cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        box = cv2.minAreaRect(contour)
        if not _large(box[1], size, mm):
            continue
        drawn = length(found, contour) / (2 * sum(size) * mm)
        if drawn > PRINTED or (drawn > EDGED and _lighter(coarse, contour, mm)):
            boxes.append((upright(cv2.boxPoints(box), size[0] < size[1]) + 0.5) / COARSE - 0.5)
    return boxes


def _clear_known(found: Picture, known: Sequence[Points], mm: float) -> None:
    """Wipe out the edges of what was found."""
    for quad in known:
        outline = [np.round(quad).astype(np.int32)]
        cv2.fillPoly(found, outline, (0,))
        cv2.polylines(found, outline, True, (0,), round(2 * AROUND * mm))


def _large(sides: Sequence[float], size: tuple[float, float], mm: float) -> bool:
    (short, long), (narrow, tall) = sorted(sides), sorted(size)
    return short > NARROW * narrow * mm and long > SHORT * tall * mm


def _lighter(coarse: Picture, contour: Points, mm: float) -> bool:
    """Whether most of a lump is lighter than most of what is about it."""
    inside = np.zeros_like(coarse)
    cv2.fillPoly(inside, [cv2.convexHull(contour)], (255,))
    ring = cv2.dilate(inside, _brush(2 * RING * mm)) > inside
    if not ring.any():
        return False
    lift = float(np.median(coarse[inside > 0])) - float(np.median(coarse[ring]))
    return lift > LIGHTER * contrast(coarse)


@lru_cache
def _brush(wide: float) -> Picture:
    side = round(wide) | 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
