"""Takes regions that may be cards from the finder's maps, judges them, and chooses one for each place."""

from __future__ import annotations

from statistics import median_high
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.blobs import Seen
from vision.photo.edges import refined
from vision.photo.found import Image, Points
from vision.photo.judge import Reduced, shares
from vision.photo.net import Net
from vision.photo.proposals import LARGEST
from vision.photo.quads import area, fitted, hull, overlap, widened

INSIDE = 0.4
"""From this share of card without border on, a cell lies inside a card."""

LEAST_CELLS = 14
"""Smaller regions of the map, in cells, are no cards."""

LARGE = 58
"""Cards with a longer short side than this, in cells, are left to the smaller scale; a quarter of it is its least."""

SURE = 0.96
"""What is less sure may be several cards in one, and is looked at again for lines."""

SLENDER = 3.0
"""The greatest ratio of two sides: a card half under another may look long."""

SCRAP = 0.1
"""An outline of no more than this part of the usual card's area is none; of two cards in one photo 0.3 is the least."""

ALIKE = 0.06
"""Outlines whose corners are nearer than this, of the root of their area, are one."""

SAME = 0.3
"""Two outlines that share this much are one card."""

LEAST = 0.65
"""Outlines of which the judge is less sure are no cards; on damaged photos hardly one from 0.55 to this was."""

LEAD, PART, FULL, MUCH = 0.3, 0.52, 0.75, 0.55
"""What lies in a card's outline, has less than `PART` of its area and is not surer by `LEAD`, is part of that card;
but an outline of which several such fill `FULL`, or `MUCH` and are all surer, is no card."""


class Region(NamedTuple):
    """A candidate outline in px of the picture and its area, before its edges are looked at."""

    corners: Points
    confidence: float
    reach: float
    """How far from its sides, in px, the edges may lie."""
    size: float = 0.0


def regions_of(sight: Seen, large: bool, least: float = INSIDE) -> list[Region]:
    """The connected regions inside cards whose size suits the scale."""
    card, border = sight.maps[:2]
    inside = (card * (1 - border) > least).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=4)
    big = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= LEAST_CELLS]
    found = (region(labels, number, stats[number], sight.cell) for number in big)
    return [one for one in found if one and suits(one, sight, large)]


def suits(region: Region, sight: Seen, large: bool) -> bool:
    """Whether an outline has the size for its scale and a card's shape, and is not the picture itself."""
    sides = np.linalg.norm(region.corners - np.roll(region.corners, 1, axis=0), axis=1) / sight.cell
    short = float(sides.min())
    fits = short > LARGE / 4 if large else 3 < short < LARGE
    rows, columns = sight.maps.shape[1:]
    inside = area(region.corners) < LARGEST * rows * columns * sight.cell**2
    return fits and inside and float(sides.max()) < SLENDER * short and cv2.isContourConvex(region.corners)


def region(labels: NDArray[Any], number: int, stats: NDArray[Any], cell: float) -> Region | None:
    """The outline of one connected region, widened over the border that the region leaves out."""
    x, y, w, h = (int(value) for value in stats[:4])
    own = (labels[y : y + h, x : x + w] == number).astype(np.uint8)
    contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=len).reshape(-1, 2).astype(np.float32) + np.array([x, y], np.float32)
    corners = fitted(outline)
    if corners is None:
        return None
    corners = widened(corners, 1.25)
    return Region((corners + 0.5) * cell - 0.5, 0.0, cell)


def on_its_edges(lab: Image, region: Region) -> Region:
    """A region with its sides on the edges nearby; one without reach lies there already."""
    if not region.reach:
        return region
    return region._replace(corners=refined(lab, region.corners, region.reach), reach=0.0)


def shortest(corners: Points) -> float:
    """The shortest side of an outline."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())


def judged(small: Reduced, found: list[Region], judge: Net) -> list[Region]:
    verdicts = shares(small, [one.corners for one in found], judge)
    pairs = zip(found, verdicts, strict=True)
    return [one._replace(confidence=float(share), size=area(one.corners)) for one, share in pairs]


def sure_of(found: list[Region]) -> list[Points]:
    return [one.corners for one in chosen(found) if one.confidence > SURE]


def chosen(regions: list[Region]) -> list[Region]:
    """The surest of those in one place; a frame or a box of words within a likely card is part of it."""
    sure = unlike(sorted((one for one in regions if one.confidence >= LEAST), key=lambda one: -one.confidence))
    cards = [one for one in sure if not group(one, sure)]
    return separate([one for one in cards if not any(part_of(one, other) for other in cards)])


def unlike(regions: list[Region]) -> list[Region]:
    """The first of all regions that have nearly the same corners."""
    corners = np.array([one.corners for one in regions], np.float32).reshape(-1, 4, 2)
    left, kept = np.arange(len(regions)), []
    while len(left):
        first = left[0]
        kept.append(regions[first])
        away = np.abs(corners[left] - corners[first]).max(axis=(1, 2))
        left = left[away > ALIKE * np.sqrt(area(corners[first]) + 1)]
    return kept


def separate(regions: list[Region]) -> list[Region]:
    """One region per place, the first of them."""
    kept: list[Region] = []
    for region in regions:
        if all(overlap(region.corners, other.corners) < SAME for other in kept):
            kept.append(region)
    return kept


def group(outer: Region, regions: list[Region]) -> bool:
    """Whether an outline is that of several cards lying side by side: they fill most of it."""
    inside = separate([one for one in regions if within(one, outer)])
    surer = all(one.confidence > outer.confidence for one in inside)
    return len(inside) > 1 and sum(one.size for one in inside) > (MUCH if surer else FULL) * outer.size


def part_of(inner: Region, outer: Region) -> bool:
    """Whether one outline lies within a likely card's and is about half as large or less."""
    return inner.confidence - outer.confidence <= LEAD and within(inner, outer)


def within(inner: Region, outer: Region) -> bool:
    if not 1 < inner.size < PART * outer.size:
        return False
    shared, _ = cv2.intersectConvexConvex(hull(inner.corners), hull(outer.corners))
    return bool(shared > 0.9 * inner.size)


def alike(regions: list[Region]) -> list[Region]:
    """Without the scraps far smaller than the usual card of the picture, which of two is the larger one."""
    areas = [area(one.corners) for one in regions]
    return [one for one, size in zip(regions, areas, strict=True) if size > SCRAP * median_high(areas)]
