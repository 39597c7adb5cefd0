"""Cards that lie partly under others: what is left of a blob of card beside the cards that are known."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.quads import area, clockwise, fitted, widened

LEAST = 0.12
"""The least part of a card that is seen, as a share of the cards beside it."""

THICK = 0.16
"""The least short side of a remainder, as a share of its neighbour's."""

MOST = 1.25
"""What is larger than so many cards is no card's remainder."""

FULL = 0.72
"""The least share of its four-sided outline that a remainder fills."""

EVEN = 0.14
"""How far the side of a remainder may differ from that of the cards beside it for it to be a card's whole side."""

NEIGHBOUR = (0.06, 0.2)
"""The same for a card that was found by itself, and the least share hidden: far rows look shorter than near ones."""

FAN = 3
"""A card may be carried on under one that was carried on itself, so many deep."""

HIDDEN = 0.38
"""Of a card that is hidden by no more than this, the whole outline is given, else what can be seen."""


def remains(blobs: Image, cards: list[Points]) -> Iterator[tuple[Points, float]]:
    """Outlines in cells of `blobs`, and the share of the card that they add unseen; `cards` are cells too."""
    left = blobs.copy()
    for card in cards:
        cv2.fillPoly(left, [np.round(widened(card, 1.5)).astype(np.int32)], 0)
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    for number in range(1, count):
        x, y, w, h = (int(value) for value in stats[number, :4])
        own = np.asarray(labels[y : y + h, x : x + w] == number, np.uint8)
        beside = nearest(cards, own, (x, y))
        size = stats[number, cv2.CC_STAT_AREA]
        if beside is not None and LEAST * area(beside) < size < MOST * area(beside):
            corners = outline(own, (x, y))
            if corners is not None and size > FULL * area(corners) and thick(corners, beside):
                yield completed(corners, beside)


def thick(corners: Points, beside: Points) -> bool:
    """Whether a remainder is more than a rim or a shadow along its neighbour."""
    seen, whole = (np.linalg.norm(one - np.roll(one, -1, axis=0), axis=1).min() for one in (corners, beside))
    return bool(seen > THICK * whole)


def nearest(cards: list[Points], own: NDArray[np.uint8], at: tuple[int, int]) -> Points | None:
    """The known card that touches a remainder, the one along most of its rim."""
    wide = cv2.dilate(cv2.copyMakeBorder(own, 4, 4, 4, 4, cv2.BORDER_CONSTANT), np.ones((7, 7), np.uint8))
    shares = []
    for card in cards:
        under = np.zeros_like(wide)
        cv2.fillPoly(under, [np.round(card - at + 4).astype(np.int32)], 1)
        shares.append(int(np.logical_and(under, wide).sum()))
    return cards[int(np.argmax(shares))] if shares and max(shares) > 12 else None


def outline(own: NDArray[np.uint8], at: tuple[int, int]) -> Points | None:
    contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    corners = fitted(max(contours, key=len).reshape(-1, 2).astype(np.float32) + np.array(at, np.float32))
    return None if corners is None else clockwise(corners)


def under_neighbours(cards: list[Points]) -> list[tuple[Points, float]]:
    """Each outline, carried on where it ends at a larger neighbour under which the rest may lie; the share hidden."""
    full = [(card, 0.0) for card in cards]
    for index in list(range(len(cards))) * FAN:
        others = [corners for place, (corners, _) in enumerate(full) if place != index]
        longer = (under(cards[index], other) for other in others if not full[index][1])
        full[index] = next((one for one in longer if one is not None), full[index])
    return full


def under(card: Points, beside: Points) -> tuple[Points, float] | None:
    """A card carried on under a larger one that begins where it ends; `None` where there is none."""
    if not 1.0 < area(beside) / max(area(card), 1.0) < 2.0:
        return None
    full, hidden = completed(card, beside, *NEIGHBOUR)
    if not hidden:
        return None
    added = area(full) - area(card)
    covered, _ = cv2.intersectConvexConvex(full, beside)
    before, _ = cv2.intersectConvexConvex(card, beside)
    return (full, hidden) if covered - before > 0.7 * added else None


def completed(corners: Points, beside: Points, even: float = EVEN, least: float = 0.05) -> tuple[Points, float]:
    """A remainder with one whole side, carried on under its neighbour to the full card; and the share hidden."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    short, long = sorted(np.linalg.norm(beside - np.roll(beside, -1, axis=0), axis=1).reshape(2, 2).mean(axis=0))
    across, along = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    for first, whole, seen in ((0, along, across), (1, across, along)):
        for full, other in ((long, short), (short, long)):
            hidden = 1 - seen / other
            if abs(whole / full - 1) < even and least < hidden < HIDDEN:
                return extended(corners, first, seen, other, beside), float(hidden)
    return corners, 0.0


def extended(corners: Points, first: int, seen: float, full: float, beside: Points) -> Points:
    """Corners with the side nearer to the neighbour moved until the sides from `first` have their full length."""
    points = np.roll(corners, -first, axis=0)
    ends = (points[[0, 3]].mean(axis=0), points[[1, 2]].mean(axis=0))
    middle = beside.mean(axis=0)
    if np.linalg.norm(ends[0] - middle) < np.linalg.norm(ends[1] - middle):
        points[[0, 3]] += (points[[0, 3]] - points[[1, 2]]) * (full / seen - 1)
    else:
        points[[1, 2]] += (points[[1, 2]] - points[[0, 3]]) * (full / seen - 1)
    return clockwise(points)
