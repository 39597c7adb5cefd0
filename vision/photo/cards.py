"""Cards on any photo: outlines from a finder and from plain light, judged one by one; edges give the corners."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.blobs import Seen, blobs_of, partly_hidden, single_cards, unknown
from vision.photo.edges import refined
from vision.photo.found import FoundCard, Image, Points
from vision.photo.frames import outer
from vision.photo.judge import Reduced, reduced, shares
from vision.photo.lamp import balanced
from vision.photo.net import Net, dense, shipped, sigmoid
from vision.photo.proposals import LARGEST, outlines
from vision.photo.quads import area, clockwise, fitted, hull, overlap, widened
from vision.photo.remains import under_neighbours
from vision.photo.rims import settled

SCALES = (640, 384)
"""Long sides in px at which the finder looks, for small and for large cards."""

INSIDE = 0.4
"""From this share of card without border on, a cell lies inside a card."""

LEAST_CELLS = 14
"""Smaller regions of the map, in cells, are no cards."""

LARGE = 58
"""Cards with a longer short side than this, in cells, are left to the smaller scale; a quarter of it is its least."""

SMALL = 18
"""Where all cards have a shorter short side than this, in cells of the finer scale, the other one is not looked at."""

TINY, LARGER = 11, 1.4
"""Where the usual card's short side is below so many cells, cards up to so many times as large are sought enlarged."""

ENLARGED, LEAST_SIDE = 1280, 1000
"""The long side of the picture then, in px, and what it must have by itself."""

LINED = 0.75
"""The same for outlines made of lines alone: boards and sheets are full of such."""

SURE = 0.96
"""What is less sure may be several cards in one, and is looked at again for lines."""

SLENDER = 3.0
"""The greatest ratio of two sides: a card half under another may look long."""

ALIKE = 0.06
"""Outlines whose corners are nearer than this, of the root of their area, are one."""

SAME = 0.3
"""Two outlines that share this much are one card."""

LEAST = 0.65
"""Outlines of which the judge is less sure are no cards; on damaged photos hardly one from 0.55 to this was."""

FAR, DOUBT = 0.04, 2.2
"""An outline that its edges move by more than the first, in roots of its area, is judged again: it may be on a printed
frame or a neighbour's edge now if it is so many times likelier to be no card."""

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


def find(image: Image, finder: Net | None = None, judge: Net | None = None) -> list[FoundCard]:
    """All cards of a picture, best first, whole or as far as they can be seen.

    Other networks than the shipped ones are for measurements.
    """
    image = balanced(image)
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    small, judge = reduced(image), judge or shipped("judge")
    found, seen = candidates(image, lab, small, finder or shipped("cards"), judge)
    kept = alike(chosen(found))
    placed = [clockwise(one.corners) for one in kept]
    placed = trusted(small, placed, [on_its_edges(lab, one).corners for one in kept], judge)
    placed = trusted(small, placed, [outer(lab, settled(lab, one)) for one in placed], judge)
    rests = [Region(corners, sure, seen[0].cell) for corners, sure in partly_hidden(blobs_of(seen), placed)]
    full = under_neighbours(placed, [on_its_edges(lab, one).corners for one in rests])
    shares = [one.confidence for one in kept + rests]
    return [FoundCard(one, round(sure, 3), round(hidden, 2)) for (one, hidden), sure in zip(full, shares, strict=True)]


def look(image: Image, finder: Net, long_side: int) -> Seen:
    """What the finder sees at one scale."""
    maps, cell = dense(finder, image, long_side)
    return Seen(sigmoid(maps), cell)


def candidates(image: Image, lab: Image, small: Reduced, finder: Net, judge: Net) -> tuple[list[Region], list[Seen]]:
    """Outlines that may be cards, as sure as the judge is of each, and what was seen at the scales looked at.

    First the regions of the finder's maps, at both scales unless small cards explain all that is card at the first;
    where a blob is left unexplained, outlines of plain light and colour; last, straight lines within the blob.
    """
    found: list[Region] = []
    seen: list[Seen] = []
    for large, long_side in enumerate(SCALES):
        seen.append(look(image, finder, long_side))
        regions = [on_its_edges(lab, one) for one in regions_of(seen[-1], bool(large))]
        found += judged(small, regions, judge)
        blobs = blobs_of(seen)
        left = any(True for _ in unknown(blobs, sure_of(found)))
        if not left and all_small(found, seen[0].cell):
            break
    reach = 0.5 * seen[0].cell
    if left:
        found += judged(small, [Region(one, 0.0, reach) for one in plain_outlines(small)], judge)
        lines = single_cards(image, blobs, sure_of(found))
        split = judged(small, [Region(one, 0.0, reach) for one in lines], judge)
        found += [one for one in split if one.confidence > LINED]
    return found + judged(small, tiny_ones(image, lab, found, seen[0].cell, finder), judge), seen


def tiny_ones(image: Image, lab: Image, found: list[Region], cell: float, finder: Net) -> list[Region]:
    """Regions of about the size of the cards that are known, seen enlarged, where these are tiny."""
    sides = [shortest(one) for one in sure_of(found)]
    if not sides or np.median(sides) > TINY * cell or max(image.shape[:2]) < LEAST_SIDE:
        return []
    regions = regions_of(look(image, finder, ENLARGED), False)
    fitting = [one for one in regions if shortest(one.corners) < LARGER * np.median(sides)]
    return [on_its_edges(lab, one) for one in fitting]


def shortest(corners: Points) -> float:
    """The shortest side of an outline."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())


def plain_outlines(small: Reduced) -> list[Points]:
    """Outlines of plain light and colour in px of the whole picture."""
    return [np.asarray((one + 0.5) / small.scale - 0.5, np.float32) for one in outlines(small.image)]


def trusted(small: Reduced, before: list[Points], after: list[Points], judge: Net) -> list[Points]:
    """Outlines where they were moved to, clockwise; where they were if the judge is less sure of one moved far."""
    moved = [clockwise(one) for one in after]
    far = [index for index, one in enumerate(before) if shift(one, moved[index]) > FAR]
    unsure = 1 - shares(small, [one[index] for one in (before, moved) for index in far], judge).reshape(2, -1)
    doubted = {index for index, (was, now) in zip(far, unsure.T, strict=True) if now > DOUBT * was}
    return [before[index] if index in doubted else one for index, one in enumerate(moved)]


def shift(before: Points, after: Points) -> float:
    """How far the corner that moved most did so, in roots of the area."""
    away = np.linalg.norm(before - after, axis=1).max()
    return float(away / np.sqrt(area(before) + 1))


def all_small(found: list[Region], cell: float) -> bool:
    """Whether there are cards and the finer scale suits all of them best."""
    sides = [shortest(one) for one in sure_of(found)]
    return bool(sides) and max(sides) < SMALL * cell


def on_its_edges(lab: Image, region: Region) -> Region:
    """A region with its sides on the edges nearby; one without reach lies there already."""
    if not region.reach:
        return region
    return region._replace(corners=refined(lab, region.corners, region.reach), reach=0.0)


def sure_of(found: list[Region]) -> list[Points]:
    return [one.corners for one in chosen(found) if one.confidence > SURE]


def judged(small: Reduced, found: list[Region], judge: Net) -> list[Region]:
    verdicts = shares(small, [one.corners for one in found], judge)
    pairs = zip(found, verdicts, strict=True)
    return [one._replace(confidence=float(said), size=area(one.corners)) for one, said in pairs]


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
