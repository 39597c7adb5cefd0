"""Cards on any photo: the network says where card is and where one ends, the picture's own edges give the corners."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.edges import refined
from vision.photo.found import FoundCard, Image, Points
from vision.photo.net import Maps, Net, dense, shipped, sigmoid
from vision.photo.quads import area, clockwise, fitted, overlap, widened

SCALES = (896, 384)
"""Long sides in px at which the finder looks, for small and for large cards."""

INSIDE = 0.4
"""From this share of card without border on, a cell lies inside a card."""

LEAST_CELLS = 14
"""Smaller regions of the map, in cells, are no cards."""

LARGE = 58
"""Cards with a longer short side than this, in cells, are left to the smaller scale; a quarter of it is its least."""

SAME = 0.3
"""Two outlines that share this much are one card."""

LEAST = 0.45
"""Outlines below this confidence are no cards."""


class Region(NamedTuple):
    """A candidate outline in px of the picture, before its edges are looked at."""

    corners: Points
    confidence: float
    reach: float


def find(image: Image, finder: Net | None = None) -> list[FoundCard]:
    """All cards of a picture, best first, whole or as far as they can be seen.

    Another network than the shipped one is for measurements.
    """
    net = finder or shipped("cards")
    regions = [one for long_side in SCALES for one in at_scale(image, net, long_side)]
    kept: list[Region] = []
    for region in sorted(regions, key=lambda one: -one.confidence):
        if all(overlap(region.corners, other.corners) < SAME for other in kept):
            kept.append(region)
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    return [FoundCard(clockwise(refined(lab, one.corners, one.reach)), round(one.confidence, 3)) for one in alike(kept)]


def alike(regions: list[Region]) -> list[Region]:
    """Without the scraps that are far smaller than the picture's cards."""
    if not regions:
        return []
    usual = float(np.median([area(one.corners) for one in regions]))
    return [one for one in regions if area(one.corners) > 0.1 * usual]


def at_scale(image: Image, net: Net, long_side: int) -> list[Region]:
    """The regions of one scale whose size suits it."""
    maps, cell = dense(net, image, long_side)
    card, border = sigmoid(maps[0]), sigmoid(maps[1])
    inside = (card * (1 - border) > INSIDE).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=4)
    large = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= LEAST_CELLS]
    found = (region(labels, number, stats[number], card, cell) for number in large)
    return [one for one in found if one is not None and one.confidence >= LEAST and suits(one, cell, long_side)]


def suits(region: Region, cell: float, long_side: int) -> bool:
    sides = np.linalg.norm(region.corners - np.roll(region.corners, 1, axis=0), axis=1)
    short = float(min(sides)) / cell
    if long_side == max(SCALES):
        return short < LARGE
    return short > LARGE / 4


def region(labels: NDArray[Any], number: int, stats: NDArray[Any], card: Maps, cell: float) -> Region | None:
    """The outline of one connected region, widened over the border that the region leaves out."""
    x, y, w, h = (int(value) for value in stats[:4])
    own = (labels[y : y + h, x : x + w] == number).astype(np.uint8)
    contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=len).reshape(-1, 2).astype(np.float32) + np.array([x, y], np.float32)
    corners = fitted(outline)
    if corners is None:
        return None
    corners = widened(corners, 1.25)
    share = float(card[y : y + h, x : x + w][own > 0].mean())
    filled = min(1.0, float(own.sum()) / max(1.0, area(widened(corners, -0.75))))
    return Region((corners + 0.5) * cell - 0.5, share * filled**0.5, cell)
