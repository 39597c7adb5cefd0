"""Recovers cards that were nearly found: moves an outline until the judge is sure of it, or gives it up."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.blobs import Blobs, unexplained
from vision.photo.found import Image, Points
from vision.photo.judge import Reduced
from vision.photo.net import Net
from vision.photo.quads import area, overlap
from vision.photo.refine import climbed
from vision.photo.regions import SAME, Region, chosen, judged, on_its_edges

STARTS, APART = 6, 0.55
"""The most outlines that are moved; no two of them overlap by more than the second number."""

LEAST = 48.0
"""The least root of an outline's area, in px of what the judge sees: for smaller ones its logit alone is not enough."""

ON = 0.6
"""The least share of an outline that is unexplained."""

TOP = 2.0
"""The least logit, from both ends, at which a moved outline is a card."""

SIZES = 0.75, 1.5
"""The least and the greatest area, as shares of the nearest known card's."""

NUDGE = 0.02
"""How far from a moved outline's sides edges may lie, in roots of its area."""


def recovered(small: Reduced, lab: Image, found: list[Region], blobs: Blobs, judge: Net) -> list[Region]:
    """Outlines of what `found` leaves unexplained, each as the judge likes it best and on the edges beside that."""
    known = [one.corners for one in chosen(found)]
    tops = [climbed(small, one, judge) for one in starts(small, found, known, blobs)]
    moved = [corners for corners, height in tops if height > TOP and of_size(corners, known)]
    regions = [Region(one, 0.0, reach) for one in moved for reach in (NUDGE * float(np.sqrt(area(one))), 0.0)]
    return judged(small, [on_its_edges(lab, one) for one in regions], judge)


def starts(small: Reduced, found: list[Region], known: list[Points], blobs: Blobs) -> list[Points]:
    """The likeliest outlines of different places on what no known card explains."""
    left = unexplained(blobs, known)
    kept: list[Points] = []
    for one in sorted(found, key=lambda one: -one.confidence):
        fit = np.sqrt(one.size) * small.scale > LEAST and cv2.isContourConvex(one.corners)
        if not fit or any(overlap(one.corners, other) > SAME for other in known):
            continue
        if on(left, blobs.cells(one.corners)) and all(overlap(one.corners, other) < APART for other in kept):
            kept.append(one.corners)
        if len(kept) == STARTS:
            break
    return kept


def on(left: NDArray[np.uint8], corners: Points) -> bool:
    """Whether most of an outline in cells lies where `left` is 1."""
    inside = cv2.fillPoly(np.zeros_like(left), [np.round(corners).astype(np.int32)], 1) > 0
    return bool(inside.any() and left[inside].mean() > ON)


def of_size(corners: Points, known: list[Points]) -> bool:
    """Whether an outline is about as large as the known card nearest to it."""
    if not known:
        return True
    middle = corners.mean(axis=0)
    nearest = min(known, key=lambda one: float(np.linalg.norm(one.mean(axis=0) - middle)))
    return SIZES[0] < area(corners) / area(nearest) < SIZES[1]
