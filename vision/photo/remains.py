"""Finds cards partly under others: what is left of a blob of card beside the known cards."""

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

REMAINDER = (0.14, 0.05)
"""How far a remainder's side may differ from that of the card beside it for it to be a card's whole side, and the least
share hidden."""

NEIGHBOUR = (0.06, 0.2)
"""The same for a card that was found by itself: far rows look shorter than near ones."""

MOST_LARGER = 3.0
"""How much larger than what is seen of a card its neighbour may be."""

ASKEW, GLIMPSED = 0.12, 0.08
"""How much the sides that run under a neighbour differ, of their full length, where it lies askew; and the least share
hidden there."""

NEAR = 0.06
"""How far, in roots of a card's area, the box of what covers it may lie from its own."""

FAN = 3
"""A card may be carried on under one that was carried on itself, so many deep."""

HIDDEN = 0.38
"""Of a card that is hidden by no more than this, the whole outline is given, else what can be seen."""


def remains(blobs: Image, cards: list[Points]) -> Iterator[Points]:
    """Outlines in cells of what is left of `blobs` beside `cards`, which are cells too."""
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
                yield corners


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


def under_neighbours(cards: list[Points], rests: list[Points]) -> list[tuple[Points, float]]:
    """Each outline, carried on where it ends at a larger neighbour under which the rest may lie; the share hidden.

    `rests` are what `remains` found beside `cards`: they need not be as even.
    """
    full = [(one, 0.0) for one in cards + rests]
    for index in list(range(len(full))) * FAN:
        if full[index][1]:
            continue
        rule = NEIGHBOUR if index < len(cards) else REMAINDER
        others = near(full[index][0], [corners for place, (corners, _) in enumerate(full) if place != index])
        longer = (under(full[index][0], other, *rule) for other in others)
        full[index] = next((one for one in longer if one is not None), full[index])
    return full


def near(card: Points, others: list[Points]) -> list[Points]:
    """Those whose upright boxes come near an outline's: all that it may lie under."""
    if not others:
        return []
    low, high = np.min(others, axis=1), np.max(others, axis=1)
    reach = NEAR * float(np.sqrt(area(card)))
    close = ((low < card.max(axis=0) + reach) & (high > card.min(axis=0) - reach)).all(axis=1)
    return [one for one, it_is in zip(others, close, strict=True) if it_is]


def under(card: Points, beside: Points, even: float, least: float) -> tuple[Points, float] | None:
    """A card carried on under a larger one that begins where it ends; `None` where there is none."""
    if not 1.0 < area(beside) / max(area(card), 1.0) < MOST_LARGER:
        return None
    carried = completed(card, beside, even, least)
    if carried is None:
        return None
    full, hidden = carried
    added = area(full) - area(card)
    covered, _ = cv2.intersectConvexConvex(full, beside)
    before, _ = cv2.intersectConvexConvex(card, beside)
    return (full, hidden) if covered - before > 0.7 * added else None


def completed(corners: Points, beside: Points, even: float, least: float) -> tuple[Points, float] | None:
    """An outline with one whole side, carried on under its neighbour to the full card; and the share hidden."""
    sides = np.linalg.norm(beside - np.roll(beside, -1, axis=0), axis=1)
    short, long = sorted(sides.reshape(2, 2).mean(axis=0))
    for first in range(4):
        points = np.roll(corners, -first, axis=0)
        if not faces(points, beside):
            continue
        for full, other in ((long, short), (short, long)):
            carried = carried_on(points, full, other, even, least)
            if carried is not None:
                return carried
    return None


def faces(points: Points, beside: Points) -> bool:
    """Whether the side from the third corner to the fourth is nearer to the neighbour than the one opposite."""
    middle = beside.mean(axis=0)
    far, near = (np.linalg.norm(side.mean(axis=0) - middle) for side in (points[:2], points[2:]))
    return bool(near < far)


def carried_on(points: Points, full: float, other: float, even: float, least: float) -> tuple[Points, float] | None:
    """An outline whose first side is a whole one of length `full`, carried on to `other`; `None` where it is not.

    Where its arms differ, its end is another card's edge that lies askew, and little need be hidden.
    """
    arms = points[[3, 2]] - points[:2]
    lengths = np.linalg.norm(arms, axis=1)
    ends = [np.linalg.norm(points[i] - points[i + 1]) for i in (0, 2)]
    scale = float(np.mean(ends)) / full
    hidden = 1 - float(lengths.mean()) / other
    askew = float(np.ptp(lengths)) > ASKEW * other
    if abs(scale - 1) > even or not min(least, GLIMPSED if askew else 1) < hidden < HIDDEN:
        return None
    points[[3, 2]] = points[:2] + arms * (other * scale / lengths)[:, None]
    return clockwise(points), float(hidden)
