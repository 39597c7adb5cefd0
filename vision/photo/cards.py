"""Cards on any photo: outlines from a finder and from plain light, judged one by one; edges give the corners."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo.blobs import Seen, blobs_of, partly_hidden, single_cards, unknown
from vision.photo.edge_lines import settled
from vision.photo.found import FoundCard, Image, Points
from vision.photo.frames import outer
from vision.photo.judge import Reduced, reduced, shares
from vision.photo.net import Net, dense, shipped, sigmoid
from vision.photo.proposals import outlines
from vision.photo.quads import area, clockwise
from vision.photo.recover import recovered
from vision.photo.regions import Region, alike, chosen, judged, on_its_edges, regions_of, shortest, sure_of
from vision.photo.remains import under_neighbours
from vision.photo.white_balance import balanced

FOCAL = 0.875
"""Focal length in parts of the longer side of a photo of which nothing else is known."""

SCALES = (640, 384)
"""Long sides in px at which the finder looks, for small and for large cards."""

SMALL = 18
"""Where all cards have a shorter short side than this, in cells of the finer scale, the other one is not looked at."""

TINY, LARGER = 15, 1.4
"""Where the usual card's short side is below so many cells, cards up to so many times as large or as small are sought
enlarged."""

ENLARGED, LEAST_SIDE = 1280, 1000
"""The long side of the picture then, in px, and what it must have by itself."""

DEPTHS = (0.4, 0.7)
"""Shares of card without border from which on a cell lies inside a card there: what runs together at one may part at
the other."""

SLENDER = (1.2, 2.0)
"""Long side to short side of a card. Tiles, dice, tags and envelopes are squarer or longer; of 163 cards of the photos
that were found one has less than 1.35 and two have more than 1.7, which are cards of which only a part is seen."""

LINED = 0.75
"""Outlines made of lines alone, of which the judge is less sure, are no cards: boards and sheets are full of such."""

FAR, DOUBT = 0.04, 2.2
"""An outline that its edges move by more than the first, in roots of its area, is judged again: it may be on a printed
frame or a neighbour's edge now if it is so many times likelier to be no card."""


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
    size = (image.shape[1], image.shape[0])
    return [
        FoundCard(one, round(sure, 3), round(hidden, 2))
        for (one, hidden), sure in zip(full, shares, strict=True)
        if card_shaped(one, size)
    ]


def card_shaped(corners: Points, size: tuple[int, int]) -> bool:
    """Whether an outline in a picture of `size` may be a card's, as it is seen or as it lies."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    wide, high = float(sides[0] + sides[2]), float(sides[1] + sides[3])
    forms = max(wide, high) / max(min(wide, high), 1e-9), slenderness(corners, size)
    return any(SLENDER[0] < form < SLENDER[1] for form in forms)


def slenderness(corners: Points, size: tuple[int, int]) -> float:
    """Long side to short side of the rectangle that is seen as an outline in a picture of `size`, as it lies.

    The picture is taken to be whole and to come from a usual camera: what is seen obliquely is set straight.
    """
    middle, focal = np.array(size) / 2, FOCAL * max(size)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    onto = cv2.getPerspectiveTransform(square, np.asarray((corners - middle) / focal, np.float32))
    across, along = (float(np.linalg.norm(side)) for side in onto.T[:2])
    return max(across, along) / max(min(across, along), 1e-9)


def look(image: Image, finder: Net, long_side: int) -> Seen:
    """What the finder sees at one scale."""
    maps, cell = dense(finder, image, long_side)
    return Seen(sigmoid(maps), cell)


def candidates(image: Image, lab: Image, small: Reduced, finder: Net, judge: Net) -> tuple[list[Region], list[Seen]]:
    """Outlines that may be cards, as sure as the judge is of each, and what was seen at the scales looked at.

    First the regions of the finder's maps, at both scales unless small cards explain all that is card at the first;
    where a blob is left unexplained, outlines of plain light and colour; then straight lines within the blob; last,
    what all these missed by little.
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
        found += recovered(small, lab, found, blobs, judge)
    return found + judged(small, seen_enlarged(image, lab, found, seen[0].cell, finder), judge), seen


def seen_enlarged(image: Image, lab: Image, found: list[Region], cell: float, finder: Net) -> list[Region]:
    """Regions seen enlarged: of about the size of the known cards where these are tiny, of any where none is known.

    On a busy ground that is seen obliquely the finder may see no card at the scales before.
    """
    sides = [shortest(one.corners) for one in chosen(found)]
    usual = float(np.median(sides)) if sides else 0.0
    if usual > TINY * cell or max(image.shape[:2]) < LEAST_SIDE:
        return []
    sight = look(image, finder, ENLARGED)
    regions = [one for inside in DEPTHS for one in regions_of(sight, False, inside)]
    fitting = [one for one in regions if not sides or usual / LARGER < shortest(one.corners) < LARGER * usual]
    return [on_its_edges(lab, one) for one in fitting]


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
