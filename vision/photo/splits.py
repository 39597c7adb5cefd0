"""Separates cards that touch or overlap: finds four lines in a blob that may be one card's sides."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.net import Maps
from vision.photo.quads import area

Floats = NDArray[np.float32]

FAINT, STRONG = 2.0, 16.0
"""Steps in LAB a px below the first are noise; above the second they count no more."""

WAYS = 120
"""Directions over half a turn that lines are looked for in."""

STRIDE = np.pi / WAYS
SWAY = 5
"""A step votes for lines in its own direction and so many beside it."""

MOST_LINES = 26
"""The clearest lines of a blob that take part."""

PARALLEL, SQUARE = np.deg2rad(13.0), np.deg2rad(35.0)
"""How far two opposite sides may be from parallel, and two neighbouring ones from square (seen obliquely)."""

RATIO = (1.12, 2.4)
"""Long side to short side of a card as it may be seen, half under another too."""

EVEN = 0.36
"""How much two opposite sides may differ, of their mean: another card may lie askew over one end."""

SUPPORT = 0.55
"""The least share of border along the worst side of a card, and along the whole of it `1.3` times that."""

WITHIN = 0.8
"""The least share of a card's outline that is card."""

ALIKE = 0.07
"""Outlines whose corners are nearer than this, of the root of their area, are one."""

MOST = 150
"""The best outlines of a blob that are handed on."""


class Line(NamedTuple):
    """A straight line: a point on it and its direction of unit length."""

    point: Points
    course: Points


class Rise(NamedTuple):
    """Where a picture changes: height × width of the steps across and down, and their height; 0 where it is even."""

    across: Floats
    down: Floats
    height: Floats


def split(lab: Image, blob: Image, border: Maps) -> list[Points]:
    """Outlines (4 × 2 px, clockwise) in a blob of cards; `lab`, `blob` and the share of border are of one size."""
    rise = rises(lab, blob)
    quads = crossings(straight(rise))
    if not len(quads):
        return []
    quads = quads[inside(quads, blob)]
    fits = supported(quads, border, rise)
    order = np.argsort(-fits)[: int((fits > 0).sum())]
    return apart(quads[order])


def apart(quads: Floats) -> list[Points]:
    """The first `MOST` that differ from all before by more than a few px in some corner."""
    kept: list[Points] = []
    while len(quads) and len(kept) < MOST:
        kept.append(quads[0])
        away = np.abs(quads - quads[0]).max(axis=(1, 2))
        quads = quads[away > ALIKE * np.sqrt(area(quads[0]))]
    return kept


def rises(lab: Image, blob: Image) -> Rise:
    """The steps in light and colour on and about the blob."""
    soft = cv2.GaussianBlur(lab, (3, 3), 0).astype(np.float32)
    down, across = (np.asarray(cv2.Sobel(soft, cv2.CV_32F, *way, scale=0.25), np.float32) for way in ((0, 1), (1, 0)))
    strongest = np.argmax(across**2 + down**2, axis=2)[..., None]
    across, down = (np.take_along_axis(one, strongest, axis=2)[..., 0] for one in (across, down))
    height = np.hypot(across, down)
    near = cv2.dilate(blob, np.ones((5, 5), np.uint8))
    height[(near == 0) | (height < FAINT)] = 0
    return Rise(across, down, height)


def straight(rise: Rise) -> list[Line]:
    """The lines along which most steps lie, whether faint or strong; each step counts for the first of them only."""
    y, x = np.nonzero(rise.height)
    if not len(x):
        return []
    h, w = rise.height.shape
    weight = np.sqrt(np.minimum(rise.height[y, x], STRONG) / STRONG)
    cells = ballots(np.arctan2(rise.down[y, x], rise.across[y, x]), x - w / 2, y - h / 2, reach := int(np.hypot(h, w)))
    shape = (WAYS, 2 * reach)
    votes = np.bincount(cells.ravel(), np.tile(weight, len(cells)), WAYS * 2 * reach)
    lines = []
    for _ in range(MOST_LINES):
        best = int(np.argmax(cv2.blur(votes.reshape(shape), (3, 1)).ravel()))
        way, place = divmod(best, 2 * reach)
        lines.append(line(way, place - reach, w, h))
        theirs = (np.abs(cells - best) <= 1).any(axis=0) & (weight > 0)
        votes -= np.bincount(cells[:, theirs].ravel(), np.tile(weight[theirs], len(cells)), len(votes))
        weight[theirs] = 0
    return lines


def ballots(normal: NDArray[Any], x: NDArray[Any], y: NDArray[Any], reach: int) -> NDArray[np.intp]:
    """The cells, direction × 2 · reach + offset, for which each step votes: its own direction and those beside it."""
    way = np.rint(normal / STRIDE).astype(int) + np.arange(-SWAY, SWAY + 1)[:, None]
    offset = np.rint(x * np.cos(way * STRIDE) + y * np.sin(way * STRIDE)).astype(int)
    turned = (way // WAYS) % 2 == 1
    return np.asarray((way % WAYS) * 2 * reach + np.where(turned, -offset, offset) + reach, np.intp)


def line(way: int, offset: int, w: int, h: int) -> Line:
    normal = np.array([np.cos(way * STRIDE), np.sin(way * STRIDE)], np.float32)
    return Line(np.array([w / 2, h / 2], np.float32) + offset * normal, np.array([-normal[1], normal[0]], np.float32))


def crossings(lines: list[Line]) -> Floats:
    """All outlines n × 4 × 2, clockwise, of two pairs of nearly parallel lines with a card's ratio of sides."""
    pairs = [(a, b) for a, b in combinations(range(len(lines)), 2) if turn(lines[a], lines[b]) < PARALLEL]
    if len(pairs) < 2:
        return np.zeros((0, 4, 2), np.float32)
    ways = np.array([bearing(lines[a]) for a, _ in pairs])
    away = np.abs((ways[:, None] - ways) % np.pi - np.pi / 2)
    first, second = np.nonzero(np.triu(away < SQUARE, 1))
    (a, b), (c, d) = np.array(pairs)[first].T, np.array(pairs)[second].T
    points, courses = (np.array([getattr(line, name) for line in lines], np.float32) for name in ("point", "course"))
    corners = [meeting(points, courses, *ends) for ends in ((a, c), (c, b), (b, d), (d, a))]
    return shaped(np.stack(corners, axis=1))


def bearing(line: Line) -> float:
    return float(np.arctan2(line.course[1], line.course[0]) % np.pi)


def turn(a: Line, b: Line) -> float:
    return float(abs((bearing(a) - bearing(b) + np.pi / 2) % np.pi - np.pi / 2))


def meeting(points: Floats, courses: Floats, a: NDArray[np.intp], b: NDArray[np.intp]) -> Floats:
    """Where lines `a` and `b` meet, n × 2."""
    gap, one, other = points[b] - points[a], courses[a], courses[b]
    across = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    share = (gap[:, 0] * other[:, 1] - gap[:, 1] * other[:, 0]) / across
    return np.asarray(points[a] + share[:, None] * one, np.float32)


def shaped(quads: Floats) -> Floats:
    """Those with a card's ratio of sides, opposite ones about equal; all clockwise."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    wide, high = sides[:, [0, 2]].mean(axis=1), sides[:, [1, 3]].mean(axis=1)
    ratio = np.maximum(wide, high) / np.maximum(np.minimum(wide, high), 1e-3)
    even = (np.abs(sides[:, 0] - sides[:, 2]) < EVEN * wide) & (np.abs(sides[:, 1] - sides[:, 3]) < EVEN * high)
    kept = quads[even & (ratio > RATIO[0]) & (ratio < RATIO[1]) & (np.minimum(wide, high) > 10)]
    first, second = kept[:, 1] - kept[:, 0], kept[:, 2] - kept[:, 1]
    left = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] < 0
    kept[left] = kept[left][:, ::-1]
    return np.asarray(kept, np.float32)


def supported(quads: Floats, border: Maps, rise: Rise) -> Floats:
    """How much border or step lies along each outline, 0 where a side has too little."""
    places = np.linspace(0.08, 0.92, 16, dtype=np.float32)[:, None]
    ahead = np.roll(quads, -1, axis=1)
    at = quads[:, :, None] * (1 - places) + ahead[:, :, None] * places
    along = (ahead - quads) / (np.linalg.norm(ahead - quads, axis=2, keepdims=True) + 1e-6)
    normal = np.stack([along[..., 1], -along[..., 0]], axis=2)[:, :, None]
    learnt = values(np.asarray(cv2.dilate(border, np.ones((3, 3), np.uint8)), np.float32), at)
    seen = learnt
    for off in (-1.0, 0.0, 1.0):
        place = np.asarray(at + off * normal, np.float32)
        step = np.abs(values(rise.across, place) * normal[..., 0] + values(rise.down, place) * normal[..., 1])
        height = values(rise.height, place)
        seen = np.maximum(seen, (height > 0) & (step > 0.94 * height))
    share = seen.mean(axis=2)
    enough = (share.min(axis=1) > SUPPORT) & (share.mean(axis=1) > 1.3 * SUPPORT)
    fits = share.min(axis=1) + learnt.mean(axis=2).min(axis=1) + learnt.mean(axis=(1, 2)) - across(quads, border)
    return np.asarray(np.where(enough, np.maximum(fits, 0.01), 0), np.float32)


def across(quads: Floats, border: Maps) -> Floats:
    """The strongest border that runs through an outline from side to side."""
    grid = values(border, within(quads, 14))
    return np.asarray(np.maximum(grid.mean(axis=1).max(axis=1), grid.mean(axis=2).max(axis=1)), np.float32)


def inside(quads: Floats, blob: Image) -> NDArray[np.bool_]:
    """Whether each outline lies on the blob."""
    return np.asarray(values(blob, within(quads, 6)).mean(axis=(1, 2)) > WITHIN, np.bool_)


def within(quads: Floats, many: int) -> Floats:
    """A grid of places in each outline: n × many × many × 2."""
    share = np.linspace(0.12, 0.88, many, dtype=np.float32)
    u, v = share[:, None, None], share[:, None]
    a, b, c, d = (quads[:, index, None, None] for index in range(4))
    return np.asarray(a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v, np.float32)


def values(shares: Maps | Image, at: Floats) -> Floats:
    """The values of a map at the cells nearest to places … × 2; 0 outside it."""
    h, w = shares.shape
    x, y = np.rint(at[..., 0]).astype(int), np.rint(at[..., 1]).astype(int)
    known = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    return np.asarray(np.where(known, shares[y.clip(0, h - 1), x.clip(0, w - 1)], 0), np.float32)
