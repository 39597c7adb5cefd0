"""Finds what lies in a card zone, is as large as a card, and is explained by no outline: it is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.picture import Field, Picture, Points, percentiles

COARSE = 0.4  # scale at which lumps are looked for
SOFT = 0.8  # px by which that small picture is blurred
NOISY = 5.0  # times the usual steepness of the ground that an edge has at least
FAINT = 0.05  # part of the zone's contrast by which an edge rises in a px at least
BRIGHT = 99  # per cent of the zone's pixels that are darker than its paper
LINE = 4.0  # mm at the zone's edge left out: its printed line and what blurs it
AROUND = 4.0  # mm about an outline that was found, within which edges are its own or its shadow's
JOINED = 6.0  # mm between two edges of one piece at most: cards are printed more densely
NARROW, SHORT = 0.5, 0.7  # parts of a card's short and long side that a lump has at least: a city tile is smaller
EDGED = 0.35  # part of a card's outline that the edges of a light lump are long at least
PRINTED = 1.2  # the same of a lump that is no lighter than a reflection beside it: a card is printed, a shadow is not
LIGHTER = 0.12  # part of the zone's contrast by which a lump is lighter than what is about it, as paper is
RING = 5.0  # mm about a lump that it is compared with


def lumps(zone: Picture, known: Sequence[Points], size: tuple[float, float], scale: float) -> list[Points]:
    """Boxes (4, 2) in px about what may be cards in a grey picture of a zone at `scale` px per mm.

    `known` are the outlines (n, 2) in px of what was found there, `size` a card's in mm. A pencil is too narrow, a
    lamp's reflection has no edges, and a shadow has few and is no lighter than what is about it.
    """
    small = cv2.GaussianBlur(cv2.resize(zone, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA), (0, 0), SOFT)
    mm = scale * COARSE
    edges = _edges(small)
    _clear_known(edges, [np.asarray(quad) * COARSE for quad in known], mm)
    joined = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, _brush(JOINED * mm))
    found = []
    for contour in cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        box = cv2.minAreaRect(contour)
        if not _large(box[1], size, mm):
            continue
        drawn = _drawn(edges, contour) / (2 * sum(size) * mm)
        if drawn > PRINTED or (drawn > EDGED and _lighter(small, contour, mm)):
            found.append((cv2.boxPoints(box) + 0.5) / COARSE - 0.5)
    return found


def _edges(small: Picture) -> Picture:
    """A mask of the edges that rise above the noise, and by enough of the zone's contrast."""
    across, down = (cv2.Scharr(small, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1)))
    steep = cv2.magnitude(across, down)
    least = FAINT * _contrast(small)
    if not _mostly_below(steep, least / NOISY):
        least = max(NOISY * float(np.median(steep)), least)
    return np.asarray((steep > least) * np.uint8(255))


def _mostly_below(steep: Field, least: float) -> bool:
    """Whether more than half is clearly less steep than that: then the median, which takes longer, is not needed."""
    return 2 * int(np.count_nonzero(steep > 0.999 * least)) < steep.size - 1


def _contrast(small: Picture) -> float:
    """Grey levels between the zone's paper and its ground, which most of it is; of an empty one few."""
    ground, paper = percentiles(small, 25, BRIGHT)
    return paper - ground


def _clear_known(edges: Picture, known: Sequence[Points], mm: float) -> None:
    """Wipe out the zone's own line and the edges of what was found."""
    line = round(LINE * mm)
    for side in (edges[:line], edges[-line:], edges[:, :line], edges[:, -line:]):
        side[:] = 0
    for quad in known:
        outline = [np.round(quad).astype(np.int32)]
        cv2.fillPoly(edges, outline, (0,))
        cv2.polylines(edges, outline, True, (0,), round(2 * AROUND * mm))


def _large(sides: Sequence[float], size: tuple[float, float], mm: float) -> bool:
    (short, long), (narrow, tall) = sorted(sides), sorted(size)
    return short > NARROW * narrow * mm and long > SHORT * tall * mm


def _drawn(edges: Picture, contour: Points) -> float:
    """The length in px of the edges within a contour; an edge is some two px wide."""
    inside = np.zeros_like(edges)
    cv2.drawContours(inside, [contour], -1, (255,), cv2.FILLED)
    return cv2.countNonZero(cv2.bitwise_and(edges, inside)) / 2


def _lighter(small: Picture, contour: Points, mm: float) -> bool:
    """Whether most of a lump is lighter than most of what is about it."""
    inside = np.zeros_like(small)
    cv2.fillPoly(inside, [cv2.convexHull(contour)], (255,))
    ring = cv2.dilate(inside, _brush(2 * RING * mm)) > inside
    if not ring.any():
        return False
    lift = float(np.median(small[inside > 0])) - float(np.median(small[ring]))
    return lift > LIGHTER * _contrast(small)


@lru_cache
def _brush(wide: float) -> Picture:
    side = round(wide) | 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
