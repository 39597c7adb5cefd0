"""Finds square pieces in a straightened picture: outlines of lit patches, also several laid edge to edge."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.photo.quads import clockwise, fitted
from vision.picture import Picture, Points

FULL = 0.9  # part of its rectangle that a square fills
UNEVEN = 0.08  # part by which the sides of a square may differ
SIZE_SLACK = 0.07  # part by which a side may miss the one known
MOST = 4  # squares in a row laid edge to edge


def find_squares(mask: Picture, sides: tuple[float, float], known: float | None = None) -> list[Points]:
    """Corners (4, 2), clockwise in px, of the squares a mask shows whose sides lie between two lengths in px.

    Squares edge to edge are separated where their side is `known`.
    """
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = [quad for contour in contours if len(contour) > 4 * sides[0] * FULL for quad in _squares(contour, known)]
    return [quad for quad in found if _square(quad, sides)]


def _squares(contour: Points, known: float | None) -> Iterator[Points]:
    rough = cv2.minAreaRect(contour)
    if min(rough[1]) < 1 or cv2.contourArea(contour) < FULL * rough[1][0] * rough[1][1]:
        return
    corners = fitted(contour[:, 0].astype(np.float32))
    if corners is None:
        return
    quad = clockwise(corners)
    wide, high = (float(np.linalg.norm(quad[n + 1] - quad[n])) for n in (0, 1))
    across, down = (1, 1) if known is None else (round(wide / known), round(high / known))
    if known is not None and not _whole((wide, high), (across, down), known):
        return
    yield from _split(quad, across, down)


def _whole(sizes: tuple[float, float], counts: tuple[int, int], known: float) -> bool:
    pairs = zip(sizes, counts, strict=True)
    return all(1 <= count <= MOST and abs(size / (count * known) - 1) < SIZE_SLACK for size, count in pairs)


def _split(quad: Points, across: int, down: int) -> Iterator[Points]:
    """A rectangle cut into as many squares."""
    onto = cv2.getPerspectiveTransform(
        np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float32), quad.astype(np.float32)
    )
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    for place in ((x, y) for y in range(down) for x in range(across)):
        yield np.asarray(cv2.perspectiveTransform((unit + place)[None], onto)[0])


def _square(quad: Points, sides: tuple[float, float]) -> bool:
    lengths = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    across = np.linalg.norm(quad[:2] - quad[2:], axis=1)
    even = np.ptp(lengths) < 2 * UNEVEN * lengths.mean() and np.ptp(across) < UNEVEN * across.mean()
    return bool(even and sides[0] <= lengths.mean() <= sides[1])
