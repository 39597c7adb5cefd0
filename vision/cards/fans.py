"""Finds fans: cards turned about a common point, each over a part of the one before.

Of a lower card a wedge is seen with one end of its short side away from that point. In the outline of a fan these sides
are straight pieces, and each begins at a corner that stands out beyond the card below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.patch import REACH, Side, outline, sides, within
from vision.picture import Picture, Points

LARGER = 1.12  # times a card's area above which paper is a heap of cards
ROUGH = 1.3  # px by which a straight piece may miss the outline
LEAST = 0.06  # part of a card's short side that must be seen of it, to be found
LONG = 0.25  # part of a short side from which a piece of it shows how the card is turned
LONGER = 1.06  # times a card's short side that a straight piece of it may be long
SLANTED = np.radians(62)  # by how much a fan's card may be turned at most
ONE_LINE, ONE_TURN = 0.025, np.radians(3)  # part of a short side, and angle, within which two pieces are one side
INSIDE = 0.95  # part of a card that lies in the heap, but for RIM px about it
RIM = 3.0  # px about a card that may lie outside its heap
DEEP, ABOUT = 0.3, 0.1  # parts of the corner's radius below a side in which its round corner is sought
ONE_CARD = np.radians(3.5)  # angle up to which two cards are one
NEAREST, FARTHEST = 0.8, 2.0  # card heights between a card's upper side and the point it is turned about
AT_CORNER = 0.6  # radii of a round corner by which it may lie beside its circle about that point
ROUGHLY = np.radians(8)  # angle by which a short edge may be misread
ASIDE = 0.05  # part of the short side by which a card may lie beside its place about that point
LOOSE = 2  # px by which cards may miss the outline of their heap
SPOT = 0.0013  # part of a card's area that they may miss in one place
LEAST_FAN = 3  # cards: fewer are found by their outlines alone
CHORD = 0.4  # parts of the radius by which a straight piece seems to begin beside its round corner


class Fan(NamedTuple):
    """The cards of a fan from left to right as seen from their point: corners (4, 2) in px, the top left one first.

    `missed` is the largest place in which the heap and these cards differ, as a part of a card's area.
    """

    cards: tuple[Points, ...]
    missed: float

    @property
    def whole(self) -> bool:
        """Do these cards explain the heap?"""
        return self.missed <= SPOT


class Edge(NamedTuple):
    """A straight piece of a heap's outline: its ends from left to right as seen from inside, and the way outward."""

    left: Points
    right: Points
    out: Points

    @property
    def along(self) -> Points:
        """The direction from its left to its right end."""
        return np.array([-self.out[1], self.out[0]])

    @property
    def length(self) -> float:
        return float((self.right - self.left) @ self.along)


def heaps(mask: Picture, size: tuple[float, float]) -> list[Picture]:
    """The patches of a mask, 255 where paper is, that are larger than one card of `size` px, without holes."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [each for each in contours if cv2.contourArea(each) > LARGER * size[0] * size[1]]
    return [cv2.fillPoly(np.zeros_like(mask), [np.asarray(each)], (255,)) for each in large]


def fanned(patch: Picture, size: tuple[float, float], rounded: float) -> Fan | None:
    """The fan that explains a heap of cards of `size` px best, their corners `rounded` by so many px; None without."""
    edges = list(_merged(_edges(patch, size[0]), size[0]))
    ways = [
        _fan(patch, [edge for edge in edges if edge.out[1] * up > np.cos(SLANTED)], size, rounded, up) for up in (-1, 1)
    ]
    return min((way for way in ways if len(way.cards) >= LEAST_FAN), key=lambda way: way.missed, default=None)


def _edges(patch: Picture, short: float) -> Iterator[Edge]:
    """The straight pieces of a heap's outline that may be short sides of cards."""
    for side in sides(patch, LEAST * short, ROUGH):
        middle, normal = (side.start + side.end) / 2, np.array([side.way[1], -side.way[0]])
        out = normal if _bare(patch, middle + REACH * normal) else -normal
        left, right = _in_order(side, np.array([-out[1], out[0]]))
        yield Edge(left + out / 2, right + out / 2, out)  # the outline goes through its outermost pixels' middles


def _bare(patch: Picture, place: Points) -> bool:
    x, y = np.round(place).astype(int)
    inside = 0 <= y < patch.shape[0] and 0 <= x < patch.shape[1]
    return not (inside and patch[y, x])


def _in_order(side: Side, along: Points) -> tuple[Points, Points]:
    return (side.start, side.end) if (side.end - side.start) @ along > 0 else (side.end, side.start)


def _merged(edges: Iterable[Edge], short: float) -> Iterator[Edge]:
    """The edges, pieces of one line that are no longer than a card together as one, the longest first."""
    left = sorted(edges, key=lambda edge: -edge.length)
    while left:
        edge = left.pop(0)
        for other in [other for other in left if _one_line(edge, other, ONE_LINE * short)]:
            ends = sorted((edge.left, edge.right, other.left, other.right), key=lambda end: float(end @ edge.along))
            if float((ends[-1] - ends[0]) @ edge.along) <= LONGER * short:
                edge = Edge(ends[0], ends[-1], edge.out)
                left = [each for each in left if each is not other]
        if edge.length <= LONGER * short:
            yield edge


def _one_line(edge: Edge, other: Edge, near: float) -> bool:
    off = [abs(float((end - edge.left) @ edge.out)) for end in (other.left, other.right)]
    return bool(edge.out @ other.out > np.cos(ONE_TURN)) and max(off) < near


def _fan(patch: Picture, edges: Sequence[Edge], size: tuple[float, float], rounded: float, up: int) -> Fan:
    """The cards about a common point of which these edges may be the upper sides; `up` is −1 or 1, as y is."""
    ways = _about_one_point(list(_ways(patch, edges, size, rounded)), size)
    cards = list[_Way]()
    short = _by_their_corners(patch, edges, ways, size, rounded) if len(ways) > 1 else ()
    ways.sort(key=lambda way: -way.edge.length)
    long = [way for way in ways if way.edge.length > LONG * size[0]]
    for way in [*long, *short, *ways]:
        if all(abs(_turn(way, up) - _turn(other, up)) > ONE_CARD for other in cards):
            cards.append(way)
    quads = [way.quad(size) for way in sorted(cards, key=lambda way: _turn(way, up))]
    return Fan(tuple(quads), missed(patch, quads, rounded) / (size[0] * size[1]))


class _Way(NamedTuple):
    """A card that may lie with its upper side on an edge: the number of the edge, and the side's middle."""

    number: int
    edge: Edge
    middle: Points

    def quad(self, size: tuple[float, float]) -> Points:
        """Its corners, clockwise from the top left one, (4, 2)."""
        aside, down = self.edge.along * size[0] / 2, -self.edge.out * size[1]
        left, right = self.middle - aside, self.middle + aside
        return np.array([left, right, right + down, left + down], np.float32)


def _ways(patch: Picture, edges: Sequence[Edge], size: tuple[float, float], rounded: float) -> Iterator[_Way]:
    """The cards within a heap that show an edge from their left corner or from their right one."""
    points = outline(patch).astype(float)
    for number, edge in enumerate(edges):
        for end, inward in ((edge.left, edge.along), (edge.right, -edge.along)):
            corner = end + inward * _corner(points - end, edge.out, inward, rounded)
            way = _Way(number, edge, corner + inward * size[0] / 2)
            if within(patch, way.quad(size), RIM, INSIDE):
                yield way


def _about_one_point(ways: Sequence[_Way], size: tuple[float, float]) -> list[_Way]:
    """Of each edge the likelier card, where most of the edges are sides of cards about one point."""
    best, most = list[_Way](), 0.0
    for one, other in combinations(ways, 2):
        at = _meeting(one, other)
        if at is None or not all(
            NEAREST < -float((at - way.middle) @ way.edge.out) / size[1] < FARTHEST for way in (one, other)
        ):
            continue
        off = {n: _off(way, one, at) for n, way in enumerate(ways)}
        found = dict[int, int]()
        for n in sorted((n for n in off if off[n] < ASIDE * size[0]), key=off.__getitem__):
            found.setdefault(ways[n].number, n)
        seen = sum(ways[n].edge.length for n in found.values()) - 0.1 * sum(off[n] for n in found.values())
        if seen > most:
            best, most = [ways[n] for n in found.values()], seen
    return best


def _by_their_corners(
    patch: Picture, edges: Sequence[Edge], known: Sequence[_Way], size: tuple[float, float], rounded: float
) -> Iterator[_Way]:
    """The cards about the point of the `known` ones with corners at ends of edges: short ones hardly tell the turn."""
    points, point = outline(patch).astype(float), _point(known)
    deep = float(np.median([(way.middle - point) @ way.edge.out for way in known]))
    for number, edge in enumerate(edges):
        for end, inward, side in ((edge.left, edge.along, 1), (edge.right, -edge.along, -1)):
            away = end + inward * _corner(points - end, edge.out, inward, rounded) - point
            out = _turned(away / np.linalg.norm(away), side * np.arctan2(size[0] / 2, deep))
            way = _Way(number, Edge(edge.left, edge.right, out), point + deep * out)
            near = abs(float(np.linalg.norm(away)) - np.hypot(deep, size[0] / 2)) < AT_CORNER * rounded
            if near and edge.out @ out > np.cos(ROUGHLY) and within(patch, way.quad(size), RIM, INSIDE):
                yield way


def _point(ways: Sequence[_Way]) -> Points:
    """The point about which cards are turned: where their axes meet, the longer its edge the more an axis counts."""
    rows = np.array([way.edge.along * way.edge.length for way in ways])
    due = np.array([way.edge.along @ way.middle * way.edge.length for way in ways])
    return np.asarray(np.linalg.lstsq(rows, due, rcond=None)[0])


def _turned(way: Points, by: float) -> Points:
    """A direction turned clockwise by an angle."""
    c, s = np.cos(by), np.sin(by)
    return np.array([c * way[0] - s * way[1], s * way[0] + c * way[1]])


def _meeting(one: _Way, other: _Way) -> Points | None:
    """Where the axes of two cards meet; None if they are turned alike."""
    if float(one.edge.out @ other.edge.out) > np.cos(ONE_CARD):
        return None
    matrix = np.stack([-one.edge.out, other.edge.out], axis=1)
    return np.asarray(one.middle - one.edge.out * np.linalg.solve(matrix, other.middle - one.middle)[0])


def _off(way: _Way, one: _Way, at: Points) -> float:
    """How far, px, a card lies from where it would be if it were another one, turned about a point."""
    (x, y), (_, due) = (
        (float((at - each.middle) @ each.edge.along), float((at - each.middle) @ each.edge.out)) for each in (way, one)
    )
    return max(abs(x), abs(y - due))


def _corner(points: Points, out: Points, inward: Points, rounded: float) -> float:
    """How far inward of an edge's end, px, its corner would be if it were not round; by where that is some px deep."""
    deep, along = -(points @ out), points @ inward
    near = (np.abs(deep - DEEP * rounded) < ABOUT * rounded) & (np.abs(along) < 2 * rounded)
    cut = rounded * (1 - np.sqrt(1 - (1 - DEEP) ** 2))
    return float(np.median(along[near]) - cut) if near.any() else -CHORD * rounded


def _turn(way: _Way, up: int) -> float:
    """How far a card is turned clockwise against the upright of its fan, radians."""
    x, y = way.edge.out
    return float(np.arctan2(-up * x, up * y))


def missed(patch: Picture, cards: Sequence[Points], rounded: float) -> float:
    """The largest place in px² in which a heap and the cards that are to explain it differ by more than their rims."""
    union = np.zeros_like(patch)
    for quad in cards:
        cv2.fillPoly(union, [np.round(_cut(quad, rounded) * 16).astype(np.int32)], (255,), cv2.LINE_8, 4)
    rim = np.ones((2 * LOOSE + 1,) * 2, np.uint8)
    more, less = cv2.dilate(union, rim), cv2.erode(union, rim)
    off = ((patch > 0) & (more == 0) | (patch == 0) & (less > 0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(off)
    return float(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _cut(quad: Points, rounded: float) -> Points:
    """A card's outline, its round corners cut off as a chord does, (8, 2)."""
    by = 0.59 * rounded
    ends = []
    for before, at, after in zip(np.roll(quad, 1, axis=0), quad, np.roll(quad, -1, axis=0), strict=True):
        ends += [at + by * (end - at) / np.linalg.norm(end - at) for end in (before, after)]
    return np.array(ends, np.float32)
