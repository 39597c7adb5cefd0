"""Widens outlines from a printed frame over a card's plain border to the card's own edge."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.edges import INSET, STEP, outward, refined, steps
from vision.photo.found import Image, Points
from vision.photo.quads import area, crossing

Floats = NDArray[np.float32]

NEAREST, FARTHEST = 0.02, 0.1
"""How far the card's edge may lie outside the printed frame, as shares of the root of its area."""

STEEP = 3.0
"""The least mean step in LAB along each side's outer edge."""

WHOLE = 0.7
"""The least share of each side along which the outer edge is seen."""

QUIET = 0.4
"""The border's own steps, as a share of the edge's: a border is plain."""

EVEN = 2.0
"""The widest side of a border may be so many times the narrowest."""

ALIKE = 16.0
"""The LAB distance between the border's four sides."""


def outer(lab: Image, corners: Points) -> Points:
    """`corners` (clockwise) moved out to the card's edge where a plain border surrounds them, else as they are."""
    size = float(np.sqrt(area(corners)))
    offsets = np.arange(NEAREST * size - 2, FARTHEST * size, STEP, dtype=np.float32)
    if size < 60:
        return corners
    ends = np.roll(corners, -1, axis=0)
    normals = outward(corners, ends)
    rise, _ = steps(lab, corners, ends, normals, offsets)
    widths = edge_beyond(rise, offsets)
    if widths is None or widths.max() > EVEN * widths.min():
        return corners
    wider = moved(corners, normals, widths - INSET)
    if wider is None or not is_border(lab, corners, wider):
        return corners
    return refined(lab, wider, 2.0)


def edge_beyond(rise: Floats, offsets: Floats) -> Floats | None:
    """The offset of each side's clearest edge (4), `None` where one has none or the way there is not plain."""
    profile = np.minimum(rise, 40).mean(axis=1)
    best = profile[:, 2:-2].argmax(axis=1) + 2
    height = profile[np.arange(4), best]
    near = np.abs(np.arange(len(offsets)) - best[:, None]) <= 3
    seen = np.where(near[:, None], rise, 0).max(axis=2) > 0.5 * height[:, None]
    between = np.arange(len(offsets)) < (best - 4)[:, None]
    rough = np.where(between, profile, 0).sum(axis=1) / np.maximum(between.sum(axis=1), 1)
    clear = (height > STEEP) & (seen.mean(axis=1) > WHOLE) & (rough < QUIET * height)
    return np.asarray(offsets[best], np.float32) if clear.all() else None


def moved(corners: Points, normals: Points, widths: Floats) -> Points | None:
    """Corners with each side moved outwards by its own width in px."""
    starts = corners + normals * widths[:, None]
    courses = np.stack([-normals[:, 1], normals[:, 0]], axis=1)
    points = [crossing((starts[i - 1], courses[i - 1]), (starts[i], courses[i])) for i in range(4)]
    return None if any(point is None for point in points) else np.array(points, np.float32)


def is_border(lab: Image, inner: Points, wider: Points) -> bool:
    """Whether what lies between two outlines has one colour, which ends at the corners: a gap between cards goes on."""
    strips = np.stack([colours(lab, between(inner, wider, side)).mean(axis=0) for side in range(4)])
    usual = np.median(strips, axis=0)
    if np.linalg.norm(strips - usual, axis=1).max() > ALIKE:
        return False
    beyond = colours(lab, wider + 0.7 * (wider - inner))
    ends = np.linalg.norm(beyond - usual, axis=1) > STEEP
    return bool(ends.sum() >= 3)


def between(inner: Points, wider: Points, side: int) -> Points:
    """Places halfway between two outlines along one side, n × 2."""
    half = (inner + wider) / 2
    share = np.linspace(0.1, 0.9, 24, dtype=np.float32)[:, None]
    return np.asarray(half[side] * (1 - share) + half[(side + 1) % 4] * share, np.float32)


def colours(lab: Image, places: Points) -> Floats:
    """The softened LAB colours at places n × 2."""
    found = cv2.remap(lab, places[None, :, 0], places[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found[0], np.float32)
