"""Ways in which a card of a known size may lie in a patch: a connected region of paper in a zone.

A patch is a grey picture, 0 or 255 without holes; cards are four corners in its px, clockwise from any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.outline import moved, places
from vision.picture import Picture, Points

ROUGH = 1.8  # px by which a patch's outline may miss the straight sides it is made of
LEAST_SIDE = 0.12  # part of a card's short side that a straight piece must have to be one
RIGHT = 0.1  # cosine up to which two sides are at a right angle
NEAR = 0.14  # part of the short side that a corner may be away from what is left of its two sides: it is round
INSET, INSIDE = 2.0, 0.97  # px from its sides within which a card lies in the patch with so large a part
NEARLY = 0.9  # the same for a card that is still to be moved by a few px
BESIDE = 2.5  # px to either side of an edge where there is ground and paper
REACH = 4  # px from a side within which the patch's outline is taken for that of the card
STIFF = 0.25  # edges that it takes to move a card half the way to them
PLACES = 40  # along a side where it is asked whether ground lies beside it


class Side(NamedTuple):
    """A straight piece of a patch's outline: its ends, (2,) each."""

    start: Points
    end: Points

    @property
    def way(self) -> Points:
        return np.asarray((self.end - self.start) / np.linalg.norm(self.end - self.start))


def at_corners(patch: Picture, wide: float, high: float) -> Iterator[Points]:
    """Every way in which a card may lie with one of its corners where two sides of a patch meet."""
    short = min(wide, high)
    for one, other in combinations(list(_sides(patch, LEAST_SIDE * short)), 2):
        corner = _corner(one, other, NEAR * short)
        if corner is not None:
            yield _from_corner(*corner, wide, high)
            yield _from_corner(*corner, high, wide)


def at_ends(patch: Picture, wide: float, high: float) -> Iterator[Points]:
    """Every way in which a card may lie with one of its corners at the end of a side of the patch."""
    for side in _sides(patch, LEAST_SIDE * min(wide, high)):
        inward = np.array([-side.way[1], side.way[0]])
        for at, along in ((side.start, side.way), (side.end, -side.way)):
            for across in (inward, -inward):
                yield _from_corner(at, along, across, wide, high)
                yield _from_corner(at, along, across, high, wide)


def _sides(patch: Picture, least: float) -> Iterator[Side]:
    """The straight pieces of the outline of a patch that have a least length."""
    points = outline(patch)
    if not len(points):
        return
    bends = cv2.approxPolyDP(points, ROUGH, closed=True).reshape(-1, 2)
    marks = sorted(int(np.flatnonzero((points == bend).all(axis=1))[0]) for bend in bends)
    for mark, after in zip(marks, [*marks[1:], marks[0] + len(points)], strict=True):
        piece = np.take(points, range(mark, after + 1), axis=0, mode="wrap")
        if np.linalg.norm(piece[-1] - piece[0]) >= least:
            yield _straight(piece.astype(np.float32))


def outline(patch: Picture) -> Points:
    """The contour of the largest part of a patch, (n, 2) in px."""
    contours, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max((np.asarray(one).reshape(-1, 2) for one in contours), key=len, default=np.empty((0, 2), np.int32))


def _straight(piece: Points) -> Side:
    """The line fitted to a piece of an outline without its ends."""
    rim = len(piece) // 8
    vx, vy, x, y = (float(v) for v in cv2.fitLine(piece[rim : len(piece) - rim], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    way, at = np.array([vx, vy]), np.array([x, y])
    start, end = (at + way * float((point - at) @ way) for point in (piece[0], piece[-1]))
    return Side(start, end)


def _corner(one: Side, other: Side, near: float) -> tuple[Points, Points, Points] | None:
    """Where two sides meet at a right angle, and the directions from there along them; None if they do not."""
    if abs(float(one.way @ other.way)) > RIGHT:
        return None
    matrix = np.stack([one.way, -other.way], axis=1)
    at = one.start + one.way * float(np.linalg.solve(matrix, other.start - one.start)[0])
    along, across = (_away(side, at, near) for side in (one, other))
    return None if along is None or across is None else (at, along, across)


def _away(side: Side, at: Points, near: float) -> Points | None:
    """The direction along a side from its end near a place; None if neither end is near."""
    to_start, to_end = (float(np.linalg.norm(at - point)) for point in side)
    if min(to_start, to_end) > near:
        return None
    return side.way if to_start < to_end else -side.way


def _from_corner(at: Points, along: Points, across: Points, wide: float, high: float) -> Points:
    """A card with one corner at a place: clockwise, `wide` in the one direction and `high` in the other."""
    square = np.array([-along[1], along[0]])
    across = square if float(square @ across) > 0 else -square
    quad = np.array([at, at + wide * along, at + wide * along + high * across, at + high * across], np.float32)
    return quad if cv2.contourArea(quad, oriented=True) > 0 else quad[::-1].copy()


def settled(patch: Picture, quad: Points) -> Points:
    """A card moved and turned so that its sides lie on the patch's outline where that is near."""
    reach = np.arange(-REACH, REACH + 1)
    for _ in range(2):
        feet, outward = places(quad, PLACES)
        paper = _at(patch, feet[:, :, None] + reach[:, None] * outward[:, None, None]) > 0
        quad = moved(quad, paper.sum(axis=2) - REACH - 0.5, paper[..., 0] & ~paper[..., -1], STIFF)
    return quad


def exposed(patch: Picture, quad: Points) -> float:
    """The part of a card's outline beside which ground lies."""
    return float(bare(patch, quad, PLACES).mean())


def bare(patch: Picture, quad: Points, many: int) -> Picture:
    """Whether `many` places along every side (4, many) have ground outside and paper inside."""
    feet, outward = places(quad, many)
    out, into = (_at(patch, feet + reach * outward[:, None]) for reach in (BESIDE, -BESIDE))
    return np.asarray((out == 0) & (into > 0))


def _at(patch: Picture, places: Points) -> Picture:
    """The patch at places (…, 2); 0 beyond it."""
    high, wide = patch.shape
    x, y = (np.round(places[..., n]).astype(int) for n in (0, 1))
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    return np.where(inside, patch[y.clip(0, high - 1), x.clip(0, wide - 1)], 0)


def within(patch: Picture, quad: Points, rim: float = INSET, least: float = INSIDE) -> bool:
    """Whether a card lies in the patch, but for its rim."""
    middle = quad.mean(axis=0)
    mask = filled(patch, middle + (quad - middle) * (1 - 2 * rim / np.linalg.norm(quad[0] - quad[2])))
    inner = cv2.countNonZero(mask)
    return inner > 0 and cv2.countNonZero(cv2.bitwise_and(mask, patch)) >= least * inner


def nearly_within(patch: Picture, quad: Points) -> bool:
    """Whether a card is near enough to lying in the patch to be settled there."""
    return within(patch, quad, INSET + REACH, NEARLY)


def filled(patch: Picture, quad: Points) -> Picture:
    """1 where a card lies and 0 elsewhere, of the patch's shape."""
    return np.asarray(cv2.fillPoly(np.zeros_like(patch), [np.round(quad).astype(np.int32)], 1))


def without(patch: Picture, quad: Points) -> Picture:
    """What is left of a patch beside a card, the largest piece of it."""
    corners = [np.round(quad).astype(np.int32)]
    rest = cv2.polylines(cv2.fillPoly(patch.copy(), corners, 0), corners, True, 0, 2)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    sizes = stats[1:, cv2.CC_STAT_AREA]
    return np.where(labels == 1 + sizes.argmax(), rest, 0) if len(sizes) else rest
