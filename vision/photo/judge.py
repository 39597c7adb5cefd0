"""Judges whether an outline is exactly a card's, from the picture within it and a little around it, upright."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.photo.found import Image, Points
from vision.photo.net import Maps, Net, sigmoid

WIDE, TALL = 56, 72
"""Size in px of what the judge sees."""

MARGIN = 0.16
"""How much of the card's own size is seen beyond each side."""

LONG_SIDE = 800
"""Pictures are reduced to this long side first, as were those on which the judge was trained."""


class Reduced(NamedTuple):
    """A picture as the judge sees it, and its px per px of the whole one."""

    image: Image
    scale: float


def reduced(image: Image) -> Reduced:
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return Reduced(np.asarray(small, np.uint8), scale)


def shares(seen: Reduced, outlines: list[Points], net: Net) -> Maps:
    """The share, 0 to 1, that each outline (4 × 2 px of the whole picture, clockwise) is a card and nothing else."""
    return sigmoid(verdicts(seen, outlines, net))


def verdicts(seen: Reduced, outlines: list[Points], net: Net) -> Maps:
    """The same as logits."""
    if not outlines:
        return np.zeros(0, np.float32)
    crops = np.stack([view(seen.image, (corners + 0.5) * seen.scale - 0.5) for corners in outlines])
    batch = np.asarray(crops.transpose(0, 3, 1, 2) / 255, np.float32)
    return net(np.ascontiguousarray(batch)).reshape(-1)


def view(image: Image, corners: Points) -> Image:
    """The outline's inside and its margin, the long side upright, WIDE × TALL px."""
    points = corners.astype(np.float32)
    sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        points = np.roll(points, -1, axis=0)
    x, y = WIDE * MARGIN / (1 + 2 * MARGIN), TALL * MARGIN / (1 + 2 * MARGIN)
    flat = np.array([[x, y], [WIDE - x, y], [WIDE - x, TALL - y], [x, TALL - y]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(points, flat)
    return np.asarray(cv2.warpPerspective(image, matrix, (WIDE, TALL), borderMode=cv2.BORDER_REPLICATE), np.uint8)
