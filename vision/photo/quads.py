"""Four-sided outlines: fitted to a region, widened, ordered, compared. All are 4 × 2, clockwise on the screen."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo.found import Points


def area(corners: Points) -> float:
    """Square px inside an outline."""
    return float(abs(cv2.contourArea(corners.astype(np.float32))))


def clockwise(corners: Points) -> Points:
    """Clockwise from the corner nearest the picture's top left."""
    points = corners if cv2.contourArea(corners.astype(np.float32), oriented=True) > 0 else corners[::-1]
    start = int(np.argmin(points.sum(axis=1)))
    return np.roll(points, -start, axis=0).astype(np.float32)


def overlap(a: Points, b: Points) -> float:
    """The shared area over the union, or 0.8 of its part of the smaller outline if that is more."""
    shared, _ = cv2.intersectConvexConvex(hull(a), hull(b))
    if shared <= 0:
        return 0.0
    areas = area(hull(a)), area(hull(b))
    return max(shared / (sum(areas) - shared + 1e-6), 0.8 * shared / (min(areas) + 1e-6))


def hull(corners: Points) -> Points:
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32).reshape(-1, 2)


def fitted(outline: Points) -> Points | None:
    """Four corners of the region within `outline` (n × 2): lines through the middles of its four sides.

    `None` when it has no four sides.
    """
    around = hull(outline)
    if len(around) < 4 or cv2.contourArea(around) < 4:
        return None
    rough, points = four(around), around_points(outline, around)
    lines = [side_line(points, rough[i], rough[(i + 1) % 4]) for i in range(4)]
    corners = [crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return rough
    fine = np.array(corners, np.float32)
    return fine if np.abs(fine - rough).max() < 0.25 * np.sqrt(area(rough)) else rough


def around_points(outline: Points, around: Points) -> Points:
    """The region's outline bridged over its notches, so that a thumb or a die on the edge leaves no dent."""
    ahead = np.roll(around, -1, axis=0)
    steps = np.linspace(0, 1, 12, endpoint=False)[:, None, None]
    bridged = (around + steps * (ahead - around)).reshape(-1, 2)
    return np.concatenate([outline, bridged]).astype(np.float32)


def four(around: Points) -> Points:
    """A hull reduced to four corners, or the smallest rectangle about it."""
    length = cv2.arcLength(around, True)
    for share in np.linspace(0.02, 0.12, 11):
        few = cv2.approxPolyDP(around, share * length, True).reshape(-1, 2)
        if len(few) == 4:
            return few.astype(np.float32)
        if len(few) < 4:
            break
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(around)), np.float32)


def side_line(points: Points, start: Points, end: Points) -> tuple[Points, Points] | None:
    """A line (point, direction) through the points beside the middle of a side."""
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 1e-3:
        return None
    along = along / length
    across = np.array([-along[1], along[0]], np.float32)
    place, offset = (points - start) @ along / length, (points - start) @ across
    near = (place > 0.12) & (place < 0.88) & (np.abs(offset) < max(1.5, 0.05 * length))
    if near.sum() < 4:
        return start, along
    vx, vy, x, y = cv2.fitLine(points[near], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([x, y], np.float32), np.array([vx, vy], np.float32)


def crossing(a: tuple[Points, Points] | None, b: tuple[Points, Points] | None) -> Points | None:
    """Where two lines meet; `None` when they are nearly parallel."""
    if a is None or b is None:
        return None
    turn = float(a[1][0] * b[1][1] - a[1][1] * b[1][0])
    if abs(turn) < 0.15:
        return None
    gap = b[0] - a[0]
    return np.asarray(a[0] + a[1] * (gap[0] * b[1][1] - gap[1] * b[1][0]) / turn, np.float32)


def widened(corners: Points, by: float) -> Points:
    """Every side moved outwards by so many px."""
    points = clockwise(corners)
    lines = []
    for index in range(4):
        along = points[(index + 1) % 4] - points[index]
        along = along / (np.linalg.norm(along) + 1e-6)
        lines.append((points[index] + np.array([along[1], -along[0]]) * by, along))
    moved = [crossing(lines[index - 1], lines[index]) for index in range(4)]
    if any(point is None for point in moved):
        return points
    return np.array(moved, np.float32)
