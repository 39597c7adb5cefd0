"""Moves outlines of cards onto the step from light paper to dark ground; all in px of a grey picture."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.picture import Picture, Points

PLACES = 25  # places along a side where its edge is sought
REACH = 7  # px to either side of it
STEP = 3  # px to either side of an edge within which it must fall
NEXT = [1, 2, 3, 0]  # the corner after each
STEEP, LEAST_STEEP = 0.6, 0.45  # part of the whole fall near it that falls there: of the four sides' mean, of each


def edged(grey: Picture, quad: Points) -> tuple[Points, float]:
    """An outline with each side moved onto the step from dark ground to light paper, and the faintest step's height."""
    at, height, feet, outward = steps(grey, quad)
    edges = (feet + at[..., None] * outward[:, None]).astype(np.float32)
    lines = [_line(edge) for edge in edges]
    clear = np.partition(height, PLACES // 2, axis=1)[:, PLACES // 2].min()  # the median of an odd number
    return np.array([_crossing(lines[n - 1], lines[n]) for n in range(4)]), float(clear)


def steps(grey: Picture, quad: Points) -> tuple[Points, Points, Points, Points]:
    """The steepest fall to dark outwards of each place of each side, in px from it, and its height (4, PLACES).

    Also the places (4, PLACES, 2) and the outward directions (4, 2).
    """
    feet, outward = places(quad, PLACES)
    profile = profiles(grey, feet, outward).astype(np.int32)
    falls = profile[..., :-4] + profile[..., 1:-3] - profile[..., 3:-1] - profile[..., 4:]
    return 2 - REACH + falls.argmax(axis=2), falls.max(axis=2) / 2, feet, outward


def stepped(grey: Picture, quad: Points) -> bool:
    """Whether the sides of an outline are steps: a lamp's reflection fades instead."""
    levels = np.float32(profiles(grey, *places(quad, PLACES))).mean(axis=1)
    middle = levels[:, REACH - STEP] - levels[:, REACH + STEP]
    part = middle / np.maximum(np.ptp(levels, axis=1), 1.0)
    return bool(part.min() > LEAST_STEEP and part.mean() > STEEP)


def places(quad: Points, many: int) -> tuple[Points, Points]:
    """`many` places along every side (4, many, 2), away from its ends, and the outward directions (4, 2)."""
    sides = quad[NEXT] - quad
    outward = np.stack([sides[:, 1], -sides[:, 0]], axis=1) / np.linalg.norm(sides, axis=1, keepdims=True)
    return quad[:, None] + _along(many) * sides[:, None], outward


@lru_cache
def _along(many: int) -> Points:
    """`many` parts of a side, away from its ends, (1, many, 1)."""
    return np.linspace(0.1, 0.9, many)[None, :, None]


def profiles(grey: Picture, feet: Points, outward: Points, reach: int = REACH) -> Picture:
    """Grey levels across the sides (4, places, 2 × reach + 1), inside first."""
    offsets = np.arange(-reach, reach + 1)
    across = (feet[:, :, None] + offsets[None, None, :, None] * outward[:, None, None]).astype(np.float32)
    flat = across.reshape(-1, len(offsets), 2)
    # x and y apart: OpenCV 5.0 misreads a map of both with an empty second one
    levels = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return levels.reshape(*feet.shape[:2], len(offsets))


def moved(quad: Points, away: Points, known: Picture, stiff: float) -> Points:
    """A card moved and turned as a whole to edges that lie so far outward of places on its sides, where `known`.

    `away` and `known` are (4, places); `stiff` is how many edges it takes to move it half the way.
    """
    feet, outward = places(quad, away.shape[1])
    middle = quad.mean(axis=0)
    arms, ways = feet - middle, np.broadcast_to(outward[:, None], feet.shape)
    lever = arms[..., 0] * ways[..., 1] - arms[..., 1] * ways[..., 0]
    rows = np.concatenate([ways, lever[..., None]], axis=2)[known]
    held = np.sqrt(stiff) * np.diag([1, 1, float(np.abs(arms).max())])
    seen = np.concatenate([rows, held]), np.concatenate([away[known], np.zeros(3)])
    x, y, turn = np.linalg.lstsq(*seen, rcond=None)[0]
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray((quad - middle) @ np.array([[c, s], [-s, c]]) + middle + (x, y), np.float32)


def upright(box: Points, tall: bool) -> Points:
    """The corners of a rectangle clockwise from the top left of the side that is its top."""
    order = np.argsort(np.arctan2(*(box - box.mean(axis=0)).T[::-1]))
    box = box[order]
    first, second, _, _ = np.linalg.norm(box[NEXT] - box, axis=1)
    if (first > second) == tall:
        box = box[NEXT]
    top = 0 if (box[0] + box[1])[1] < (box[2] + box[3])[1] else 2
    return np.concatenate([box[top:], box[:top]])


def _line(points: Points) -> tuple[float, float, float]:
    vx, vy, x, y = (float(v) for v in cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    return vy, -vx, vx * y - vy * x


def _crossing(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float]:
    (a, b, c), (d, e, f) = one, other
    depth = a * e - b * d or 1e-9
    return (b * f - c * e) / depth, (c * d - a * f) / depth
