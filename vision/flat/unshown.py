"""Where a tile does not show its print: something stands there, even if it is of the print's own tone.

Pictures are aligned to the tile as those of `vision.flat.dice`.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.flat.dice import MARGIN, SCALE, STANDS, spread_of
from vision.picture import Field, Picture

CLEAR = 0.06  # spread of the light about a place, in the print or in what is seen, from which the two can be compared
LIKE = 0.4  # likeness of what is seen about a place to the print below which it is something else
WIDE = 5.0  # mm² of such places from which something stands there: rightly read tiles of rooms have 4 at most
EDGE = 3.0  # mm about what is known to cover a tile that are left out, for what blurs it


def unshown(seen: Field, printed: Field, covered: Picture) -> float:
    """The mm² of places about which the print is not seen, beside what is known to cover it; 0 where that is little."""
    light, own = printed.mean(axis=2), seen.mean(axis=2)
    edge, size = round(MARGIN * SCALE), light.shape[0]
    steps = range(edge - 1, edge + 2)
    parts = [own[down : down + size, right : right + size] for down in steps for right in steps]
    alike = np.max([_likeness(part, light) for part in parts], axis=0)
    clear = np.maximum(spread_of(light), spread_of(parts[len(parts) // 2])) > CLEAR
    free = cv2.erode(255 - covered, np.ones((2 * round(EDGE * SCALE) + 1,) * 2, np.uint8)) > 0
    area = float((clear & free & _standing(size) & (alike < LIKE)).sum()) / SCALE**2
    return area if area > WIDE else 0.0


def _likeness(one: Field, other: Field) -> Field:
    """The correlation of two pictures in the disc of a face about each place."""
    both = spread_of(one + other) ** 2 - spread_of(one - other) ** 2
    return np.asarray(both / (4 * spread_of(one) * spread_of(other)))


def _standing(size: int) -> Field:
    """Where on a tile the middle of a die may be."""
    away = np.abs(np.arange(size) - (size - 1) / 2) <= size / 2 - STANDS * SCALE
    return np.outer(away, away)
