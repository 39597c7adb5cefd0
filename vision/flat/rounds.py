"""Finds round pieces in a straightened picture: edges vote for circles, also where coins touch or overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Field, Picture, Points, lightest

GRID = 2  # px of the picture to a cell of votes
SOFT = 0.3  # mm of blur before edges are sought
FAINT = 0.05  # of white that an edge rises by in a mm; less is noise or a shadow's rim
VOTED = 0.3  # part of a circle that must vote for its middle
RAYS = 90  # directions in which the rim is sought
REACHES = (1.8, 1.0, 0.8)  # mm to either side of a circle within which its rim is sought, again and again
BESIDE, FINE = 0.9, 0.15  # mm of piece and ground compared across the rim, and between two places on a ray
PAPERY, GROUND = 0.7, 0.4  # part of the ground's light by which a piece is lighter at least, and ground at most
DIM, MOST, STEP = 0.04, 0.14, 0.05  # of white: what noise adds to that, the most of both, the least step of a rim
OUTERMOST = 0.45  # part of the steepest step that makes one farther out the rim
TRIMS, TRIMMED = 3, 0.8  # times a circle is laid anew through the part of its points that fits best
NEAR = 0.45  # mm by which a rim may lie beside its circle
SPREAD = 1.4  # mm within which votes are for one middle
SAME = 0.35  # part of the radius by which the middles of one circle found twice may differ
THIN = 2.5  # mm that a piece is wide at least
SEEN = 0.45  # part of a rim from which a circle is a piece
COVERED = 0.55  # part of a circle within those found before it, from which it is print on them
CALM, COARSE = 0.8, 3  # mm of blur, and px to one, before the darkest ground is sought
BAND = 2.0  # mm along an outline whose edges vote
LUMP = 40.0  # mm² above which what no circle explains is an unknown piece
SLIVER, SLIM = 8.0, 1.0  # mm² and mm of what shows beside a round piece, from which another one lies under it


class Round(NamedTuple):
    """A round piece: its middle and radius in px of the picture, and how much of its rim is seen, 0 to 1."""

    x: float
    y: float
    radius: float
    seen: float


class Ground(NamedTuple):
    """A zone as shares of white: how light each place is, and the dark ground there."""

    light: Field
    ground: Field


def ground_of(picture: Picture, scale: float, widest: float, white: float) -> Ground:
    """The lightness of a picture (BGR) at `scale` px per mm, and of the ground about pieces up to `widest` mm wide."""
    strong = lightest(picture).astype(np.float32) / white
    light = cv2.GaussianBlur(strong, (0, 0), SOFT * scale)
    small = cv2.resize(
        cv2.GaussianBlur(light, (0, 0), CALM * scale), None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA
    )
    block = int(widest * scale / COARSE) | 1
    darkest = cv2.morphologyEx(small, cv2.MORPH_OPEN, np.ones((block, block), np.uint8))
    return Ground(light, cv2.resize(darkest, light.shape[::-1], interpolation=cv2.INTER_LINEAR))


def find_rounds(zone: Ground, scale: float, widths: Sequence[float], other: Picture) -> list[Round]:
    """Round pieces of some of the `widths` (mm) on a dark ground at `scale` px per mm.

    `other` is a mask of what is known to be something else.
    """
    found: list[Round] = []
    candidates = [fit for middle in _middles(zone, scale, widths, other) if (fit := _fitted(zone, scale, *middle))]
    for one in sorted(candidates, key=lambda c: -(round(c.seen, 1) * 1000 + c.radius)):
        if not any(_same(one, before) for before in found) and _covered(one, found) < COVERED:
            found.append(one)
    return found


def lit(zone: Ground) -> Picture:
    """A mask of the pixels that are no ground."""
    over = np.minimum(PAPERY * zone.ground + DIM, MOST)
    return np.asarray((zone.light > zone.ground + over) * np.uint8(255))


def _middles(zone: Ground, scale: float, widths: Sequence[float], other: Picture) -> list[tuple[float, float, float]]:
    """Where circles of these widths may be: x, y, radius in px."""
    band = _outer(lit(zone), scale)
    band[other > 0] = 0
    ys, xs = np.nonzero(band)
    across = cv2.Scharr(zone.light, cv2.CV_32F, 1, 0, scale=scale / 32)[ys, xs]
    down = cv2.Scharr(zone.light, cv2.CV_32F, 0, 1, scale=scale / 32)[ys, xs]
    steep = np.sqrt(across**2 + down**2)
    clear = steep > FAINT
    xs, ys, towards = xs[clear], ys[clear], np.stack([across, down])[:, clear] / steep[clear]
    shape = (band.shape[0] // GRID + 1, band.shape[1] // GRID + 1)
    radii = [width / 2 * scale for width in widths]
    return _distinct([peak for r in radii for peak in _peaks(_votes(xs, ys, towards, r, shape), r)], SPREAD * scale)


def _distinct(peaks: list[tuple[float, float, float, float]], apart: float) -> list[tuple[float, float, float]]:
    """Of the peaks (votes, x, y, radius) about one middle that with the most votes."""
    kept: list[tuple[float, float, float]] = []
    for _, x, y, radius in sorted(peaks, reverse=True):
        if all(abs(x - u) > apart or abs(y - v) > apart for u, v, _ in kept):
            kept.append((x, y, radius))
    return kept


def _outer(mask: Picture, scale: float) -> Picture:
    """A band along the outer edges of what a mask shows: what is printed within does not count."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    band = np.zeros_like(mask)
    cv2.drawContours(band, contours, -1, (255,), round(BAND * scale))
    return band


def _votes(xs: Points, ys: Points, towards: Points, radius: float, shape: tuple[int, int]) -> Field:
    """How much of a circle of `radius` about each cell is edge rising towards it."""
    x, y = (xs + radius * towards[0]) / GRID, (ys + radius * towards[1]) / GRID
    inside = (x >= 0) & (y >= 0) & (x < shape[1]) & (y < shape[0])
    cells = y[inside].astype(int) * shape[1] + x[inside].astype(int)
    votes = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).astype(np.float32)
    return np.asarray(cv2.blur(votes, (5, 5)) * (25 / (2 * np.pi * radius)))


def _peaks(votes: Field, radius: float) -> list[tuple[float, float, float, float]]:
    """Where most votes fall: how many, x, y and the radius, px."""
    around = cv2.dilate(votes, np.ones((7, 7), np.uint8))
    ys, xs = np.nonzero((votes >= around) & (votes > VOTED))
    places = zip(xs.tolist(), ys.tolist(), strict=True)
    return [(float(votes[y, x]), x * GRID + 0.5, y * GRID + 0.5, radius) for x, y in places]


def _fitted(zone: Ground, scale: float, x: float, y: float, radius: float) -> Round | None:
    """A circle laid through the rim found around it; None when too little of the rim is there."""
    seen = np.zeros(RAYS, bool)
    for reach in REACHES:
        rim, seen = _rim(zone, scale, (x, y, radius), reach)
        if seen.mean() < SEEN:
            return None
        x, y, radius = _circle(rim[seen])
    off = np.abs(np.hypot(rim[:, 0] - x, rim[:, 1] - y) - radius)
    share = float((seen & (off < NEAR * scale)).mean())
    return Round(x, y, radius, share) if share >= SEEN else None


def _rim(zone: Ground, scale: float, circle: tuple[float, float, float], reach: float) -> tuple[Points, NDArray[Any]]:
    """Where the rim lies in each direction (RAYS, 2), px, and in which it is seen, up to `reach` mm beside a circle."""
    x, y, radius = circle
    out = np.arange(-reach - BESIDE, reach + BESIDE + FINE / 2, FINE) * scale + radius
    turns = np.arange(RAYS) * (2 * np.pi / RAYS)
    towards = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    places = (np.array([x, y]) + out[None, :, None] * towards[:, None]).astype(np.float32)
    levels = _read(zone.light, places)
    half = round(BESIDE / FINE)
    sums = np.cumsum(np.pad(levels, ((0, 0), (1, 0))), axis=1)
    means = (sums[:, half:] - sums[:, :-half]) / half
    inner, outer = means[:, :-half], means[:, half:]
    ground = _read(zone.ground, places)[:, 2 * half - 1 :]
    beyond = levels[:, 2 * half - 1 :] < ground + np.minimum(GROUND * ground + DIM, MOST)
    falls = np.maximum(inner - outer, 0) * beyond
    clear = (falls > OUTERMOST * falls.max(axis=1, keepdims=True)) & _peaking(falls)
    at = falls.shape[1] - 1 - clear[:, ::-1].argmax(axis=1)
    seen = clear.any(axis=1) & (falls.max(axis=1) > STEP)
    return np.array([x, y]) + (radius + ((at + half - 0.5) * FINE - reach - BESIDE) * scale)[:, None] * towards, seen


def _read(field: Field, places: Field) -> Field:
    # x and y apart: OpenCV 5.0 misreads a map of both with an empty second one
    return cv2.remap(field, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _peaking(falls: Field) -> NDArray[Any]:
    """Where a fall is no less than its neighbours along the ray."""
    beside = np.pad(falls, ((0, 0), (1, 1)))
    return np.asarray((falls >= beside[:, :-2]) & (falls >= beside[:, 2:]) & (falls > 0))


def _circle(points: Points) -> tuple[float, float, float]:
    """The circle that lies best through points (n, 2), those farthest from it left out; x, y, radius."""
    kept = points
    for _ in range(TRIMS):
        system = np.column_stack([2 * kept, np.ones(len(kept))])
        (x, y, rest), *_ = np.linalg.lstsq(system, np.square(kept).sum(axis=1), rcond=None)
        radius = float(np.sqrt(max(rest + x * x + y * y, 0.0)))
        off = np.abs(np.hypot(points[:, 0] - x, points[:, 1] - y) - radius)
        kept = points[off <= max(np.quantile(off, TRIMMED), 0.3)]
    return float(x), float(y), radius


def _same(one: Round, other: Round) -> bool:
    return bool(np.hypot(one.x - other.x, one.y - other.y) < SAME * max(one.radius, other.radius))


def overlap(one: Round, other: Round) -> bool:
    """Whether one of two round pieces lies partly on the other."""
    return bool(np.hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius)


def _covered(one: Round, found: Sequence[Round]) -> float:
    """The part of a circle that lies within others."""
    steps = np.linspace(-1, 1, 21)
    x, y = np.meshgrid(one.x + one.radius * steps, one.y + one.radius * steps)
    mine = np.hypot(x - one.x, y - one.y) <= one.radius
    within = np.zeros_like(mine)
    for other in found:
        within |= np.hypot(x - other.x, y - other.y) <= other.radius
    return float((mine & within).sum() / mine.sum())


def left_over(zone: Ground, scale: float, known: Picture) -> list[tuple[float, Points]]:
    """The pieces on the dark ground outside the mask `known`: their thickness and their box (4, 2), px."""
    bright = cv2.bitwise_and(lit(zone), cv2.bitwise_not(known))
    thin = round(THIN * scale) | 1
    bright = cv2.morphologyEx(bright, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thin, thin)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bright)
    deep = cv2.distanceTransform(bright, cv2.DIST_L2, 3)
    lumps = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] > LUMP * scale**2]
    return [(2 * float(deep[labels == n].max()), _box(stats[n])) for n in lumps]


def slivers(zone: Ground, scale: float, known: Picture, found: Sequence[Round]) -> list[tuple[float, Points]]:
    """What shows of pieces under the round ones `found`: its thickness and its box (4, 2), px.

    `known` is a mask of all that is explained, of those as well; what `left_over` tells is none of it.
    """
    about = np.zeros_like(known)
    for one in found:
        cv2.circle(about, (round(one.x), round(one.y)), round(one.radius + 2 * BESIDE * scale), (255,), -1)
    bright = cv2.bitwise_and(lit(zone), cv2.bitwise_not(known))
    slim = round(SLIM * scale) | 1
    bright = cv2.morphologyEx(bright, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (slim, slim)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bright)
    deep, beside = cv2.distanceTransform(bright, cv2.DIST_L2, 3), set(labels[about > 0].tolist())
    told = {n for n in range(1, count) if n in beside and stats[n, cv2.CC_STAT_AREA] > SLIVER * scale**2}
    return [(2 * float(deep[labels == n].max()), _box(stats[n])) for n in sorted(told)]


def _box(stats: Points) -> Points:
    left, top, wide, high = (float(value) for value in stats[:4])
    return np.array([(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)])
