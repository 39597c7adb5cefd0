"""Corners to a fraction of a pixel: each side is a straight line through the strongest edges beside it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.quads import crossing

SAMPLES = 40
"""Edge profiles per side."""


def refined(lab: Image, corners: Points, reach: float) -> Points:
    """`corners` (clockwise) moved onto the edges of a LAB picture that lie within about `reach` px of its sides."""
    for span in (1.6 * reach, 0.8 * reach):
        corners = once(lab, corners, max(2.0, span))
    return corners


def once(lab: Image, corners: Points, reach: float) -> Points:
    lines = [edge_line(lab, corners[index], corners[(index + 1) % 4], reach) for index in range(4)]
    moved = [crossing(lines[index - 1], lines[index]) for index in range(4)]
    if any(point is None for point in moved):
        return corners
    fine = np.array(moved, np.float32)
    far = np.linalg.norm(fine - corners, axis=1) > 4 * reach
    return np.asarray(np.where(far[:, None], corners, fine), np.float32)


def edge_line(lab: Image, start: Points, end: Points, reach: float) -> tuple[Points, Points]:
    """The line (point, direction) along one side; the side itself where there is no clear edge."""
    length = float(np.linalg.norm(end - start)) + 1e-6
    along = (end - start) / length
    across = np.array([along[1], -along[0]], np.float32)
    places = np.linspace(0.1, 0.9, SAMPLES, dtype=np.float32)
    offsets = np.arange(-reach - 1, reach + 1.01, 0.5, dtype=np.float32)
    rise = steps(lab, start + places[:, None] * (end - start), across, offsets)
    shift, weight = line_of(rise, places - 0.5, offsets)
    if weight <= 0:
        return start, along
    ends = [start + across * (shift[0] - 0.5 * shift[1]), end + across * (shift[0] + 0.5 * shift[1])]
    course = ends[1] - ends[0]
    return ends[0], course / (np.linalg.norm(course) + 1e-6)


def steps(lab: Image, middles: Points, across: Points, offsets: Points) -> NDArray[np.float32]:
    """The height of the step in light and colour at each offset (columns) of each profile (rows)."""
    at = middles[:, None, :] + offsets[None, :, None] * across
    values = cv2.remap(lab, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = cv2.GaussianBlur(values.astype(np.float32), (5, 1), 1.0)
    rise = np.zeros(values.shape[:2], np.float32)
    rise[:, 1:-1] = np.linalg.norm(values[:, 2:] - values[:, :-2], axis=2)
    return rise


def line_of(rise: NDArray[np.float32], places: Points, offsets: Points) -> tuple[tuple[float, float], float]:
    """Offset in the middle and slope of the line that gathers the most step, and how much that is.

    All lines over a grid of end offsets are tried, then one weighted least-squares fit is made beside the best.
    """
    near = np.exp(-0.5 * (offsets / (0.7 * offsets[-1])) ** 2)
    capped = np.minimum(rise, 60.0) * near
    best, gain = (0.0, 0.0), -1.0
    rows = np.arange(len(places))
    for slope in np.linspace(-0.8, 0.8, 9) * offsets[-1]:
        moved = np.round((slope * places - offsets[0]) * 2).astype(int)
        for middle in range(-int(offsets[-1] * 2), int(offsets[-1] * 2) + 1):
            columns = (moved + middle).clip(0, len(offsets) - 1)
            total = float(capped[rows, columns].sum())
            if total > gain:
                best, gain = (middle / 2, float(slope)), total
    return fit(rise, places, offsets, best), gain - 2.0 * len(places)


def fit(rise: NDArray[np.float32], places: Points, offsets: Points, best: tuple[float, float]) -> tuple[float, float]:
    """Least squares through the steps within 1.5 px of a line."""
    guess = best[0] + best[1] * places
    weight = rise * (np.abs(offsets[None] - guess[:, None]) < 1.5)
    total = weight.sum(axis=1)
    if (total > 0).sum() < 6:
        return best
    middle = (weight * offsets).sum(axis=1) / np.maximum(total, 1e-6)
    slope, shift = np.polyfit(places, middle, 1, w=np.sqrt(np.minimum(total, 60.0)))
    return float(shift), float(slope)
