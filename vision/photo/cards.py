"""Cards on any photo: the network says where card is and where one ends, the picture's own edges give the corners."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.edges import refined
from vision.photo.found import FoundCard, Image, Points
from vision.photo.judge import shares
from vision.photo.net import Maps, Net, dense, shipped, sigmoid
from vision.photo.proposals import outlines
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

LEAST, JUDGED = 0.5, 0.6
"""Outlines below this confidence are no cards; the judge's part in it, the rest being the finder's."""


class Seen(NamedTuple):
    """Maps of a scale, 2 × h × w, and the px of the picture per cell."""

    maps: Maps
    cell: float


class Region(NamedTuple):
    """A candidate outline in px of the picture, before its edges are looked at."""

    corners: Points
    confidence: float
    reach: float


def find(image: Image, finder: Net | None = None, judge: Net | None = None) -> list[FoundCard]:
    """All cards of a picture, best first, whole or as far as they can be seen.

    Other networks than the shipped ones are for measurements.
    """
    kept: list[Region] = []
    for region in sorted(candidates(image, finder or shipped("cards"), judge), key=lambda one: -one.confidence):
        if all(overlap(region.corners, other.corners) < SAME for other in kept):
            kept.append(region)
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    return [FoundCard(clockwise(refined(lab, one.corners, one.reach)), round(one.confidence, 3)) for one in alike(kept)]


def candidates(image: Image, finder: Net, judge: Net | None) -> list[Region]:
    """Regions of the finder's maps and outlines of plain light and colour, each as far as finder and judge agree."""
    seen = [Seen(*dense(finder, image, long_side)) for long_side in SCALES]
    seen = [one._replace(maps=sigmoid(one.maps)) for one in seen]
    found = [one for large, sight in zip((False, True), seen, strict=True) for one in regions_of(sight, large)]
    found += [confirmed(corners, seen) for corners in outlines(image)]
    verdicts = shares(image, [one.corners for one in found], judge or shipped("judge"))
    agreed = [
        one._replace(confidence=agreement(one.confidence, float(said)))
        for one, said in zip(found, verdicts, strict=True)
    ]
    return [one for one in agreed if one.confidence >= LEAST]


def agreement(seen: float, judged: float) -> float:
    """What the finder and the judge say together; the judge sees more of the one card."""
    return (1 - JUDGED) * seen + JUDGED * judged


def confirmed(corners: Points, seen: list[Seen]) -> Region:
    """An outline with the confidence that the maps of the suiting scale give it: card inside, a border along it."""
    fine, coarse = seen
    sight = fine if short_side(corners) < LARGE * fine.cell else coarse
    points = (corners + 0.5) / sight.cell - 0.5
    inside = np.zeros(sight.maps.shape[1:], np.uint8)
    cv2.fillConvexPoly(inside, np.round(points).astype(np.int32), 1)
    rim = np.zeros_like(inside)
    cv2.polylines(rim, [np.round(points).astype(np.int32)], True, 1)
    core = (inside > 0) & (rim == 0)
    if not core.any():
        return Region(corners, 0.0, sight.cell)
    card, border = float(sight.maps[0][core].mean()), float(sight.maps[1][rim > 0].mean())
    crossed = float(sight.maps[1][core].mean())
    return Region(corners, card * (1 - crossed) ** 0.5 * min(1.0, 0.3 + border), 0.5 * sight.cell)


def short_side(corners: Points) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())


def alike(regions: list[Region]) -> list[Region]:
    """Without the scraps that are far smaller than the picture's cards."""
    if not regions:
        return []
    usual = float(np.median([area(one.corners) for one in regions]))
    return [one for one in regions if area(one.corners) > 0.1 * usual]


def regions_of(sight: Seen, large: bool) -> list[Region]:
    """The connected regions inside cards whose size suits the scale."""
    card, border = sight.maps[:2]
    inside = (card * (1 - border) > INSIDE).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=4)
    big = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= LEAST_CELLS]
    found = (region(labels, number, stats[number], card, sight.cell) for number in big)
    return [one for one in found if one and suits(one, sight.cell, large)]


def suits(region: Region, cell: float, large: bool) -> bool:
    short = short_side(region.corners) / cell
    return short > LARGE / 4 if large else short < LARGE


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
