"""Corners to a fraction of a pixel: each side is a straight line through the strongest edges beside it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.quads import crossing

Floats = NDArray[np.float32]

PLACES = np.linspace(0.1, 0.9, 32, dtype=np.float32) - 0.5
"""Where along a side, −0.5 to 0.5, profiles are taken: not at the rounded corners."""

SLOPES = np.linspace(-0.8, 0.8, 9, dtype=np.float32)
"""Turns of a side that are tried, as the rise over its length in reaches."""

STEP = 0.5
"""Px between two samples of a profile."""

INSET = 0.7
"""Px from the steepest place of an edge inwards to the card's outermost full pixels, where the corners of
../shared/photos/cards_set_* were labelled."""

STRONG = 60.0
"""A step in LAB above this counts no more."""


def refined(lab: Image, corners: Points, reach: float) -> Points:
    """`corners` (clockwise) moved onto the edges of a LAB picture that lie within about `reach` px of its sides."""
    for span in (1.6 * reach, 0.8 * reach):
        corners = once(lab, corners, max(2.0, span))
    return corners


def once(lab: Image, corners: Points, reach: float) -> Points:
    offsets = np.arange(-reach - 1, reach + 1.01, STEP, dtype=np.float32)
    pairs = zip(steps(lab, corners, offsets), sides(corners), strict=True)
    lines = [side(rise, *ends, offsets) for rise, ends in pairs]
    moved = [crossing(lines[index - 1], lines[index]) for index in range(4)]
    if any(point is None for point in moved):
        return corners
    fine = np.array(moved, np.float32)
    far = np.linalg.norm(fine - corners, axis=1) > 4 * reach
    return np.asarray(np.where(far[:, None], corners, fine), np.float32)


def sides(corners: Points) -> list[tuple[Points, Points]]:
    return [(corners[index], corners[(index + 1) % 4]) for index in range(4)]


def outward(start: Points, end: Points) -> Points:
    along = (end - start) / (np.linalg.norm(end - start) + 1e-6)
    return np.array([along[1], -along[0]], np.float32)


def steps(lab: Image, corners: Points, offsets: Floats) -> Floats:
    """The height of the step in light and colour: 4 sides × places × offsets."""
    at = np.empty((4, len(PLACES), len(offsets), 2), np.float32)
    for index, (start, end) in enumerate(sides(corners)):
        middles = (start + end) / 2 + PLACES[:, None] * (end - start)
        at[index] = middles[:, None] + offsets[None, :, None] * outward(start, end)
    flat = at.reshape(-1, len(offsets), 2)
    values = cv2.remap(lab, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = np.asarray(cv2.GaussianBlur(values.astype(np.float32), (5, 1), 1.0), np.float32)
    rise = np.zeros(soft.shape[:2], np.float32)
    rise[:, 1:-1] = np.sqrt(np.square(soft[:, 2:] - soft[:, :-2]).sum(axis=2))
    return rise.reshape(4, len(PLACES), len(offsets))


def side(rise: Floats, start: Points, end: Points, offsets: Floats) -> tuple[Points, Points]:
    """The line (point, direction) along one side; the side itself where there is no clear edge."""
    shift, slope, clear = best_line(rise, offsets)
    if clear:
        shift -= INSET
        across = outward(start, end)
        start, end = start + across * (shift - 0.5 * slope), end + across * (shift + 0.5 * slope)
    course = end - start
    return start, np.asarray(course / (np.linalg.norm(course) + 1e-6), np.float32)


def best_line(rise: Floats, offsets: Floats) -> tuple[float, float, bool]:
    """Offset of the middle and rise over the length of the line that gathers the most step, and whether that is clear.

    All lines of a grid are tried, then a weighted least-squares line is laid through the steps beside the best.
    """
    near = np.exp(-0.5 * (offsets / (0.7 * offsets[-1])) ** 2)
    capped = np.minimum(rise, STRONG) * near
    slopes = SLOPES * offsets[-1]
    bent = np.round((slopes[:, None] * PLACES) / STEP).astype(int)
    columns = (bent[:, None] + np.arange(len(offsets))[None, :, None]).clip(0, len(offsets) - 1)
    total = capped[np.arange(len(PLACES)), columns].sum(axis=2)
    slope, middle = np.unravel_index(int(np.argmax(total)), total.shape)
    clear = float(total[slope, middle]) > 2.0 * len(PLACES)
    return *fit(rise, offsets, float(offsets[middle]), float(slopes[slope])), clear


def fit(rise: Floats, offsets: Floats, shift: float, slope: float) -> tuple[float, float]:
    """Least squares through the steps within 1.5 px of a line."""
    guess = shift + slope * PLACES
    weight = rise * (np.abs(offsets[None] - guess[:, None]) < 1.5)
    total = weight.sum(axis=1)
    if (total > 0).sum() < 6:
        return shift, slope
    middle = (weight * offsets).sum(axis=1) / np.maximum(total, 1e-6)
    turn, height = np.polyfit(PLACES, middle, 1, w=np.sqrt(np.minimum(total, STRONG)))
    return float(height), float(turn)
