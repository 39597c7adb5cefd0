"""What of a look has changed since the one before: only that is rendered anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from vision.mat.mat import Box
from vision.picture import Field, Points

Laid = Mapping[str, Any]
EDGE = 8  # px at the edges of what is rendered anew that are no good: noise is taken out by what lies about a place
REACH = 60.0  # mm about a piece within which its shadow falls, and what a leaning camera does not see behind it


def changed(before: Laid, now: Laid) -> Box | None:
    """The box in mm about all that lies in one of two looks but not in the other; None where both are alike.

    The pieces are those that `tools.photoreal.looks` is told of, by kind.
    """
    odd = [place for kind in now for piece in _differing(before[kind], now[kind]) for place in _places(kind, piece)]
    if not odd:
        return None
    (x0, y0), (x1, y1) = np.min(odd, axis=0) - REACH, np.max(odd, axis=0) + REACH
    return float(x0), float(y0), float(x1), float(y1)


def _differing(before: Sequence[Any], now: Sequence[Any]) -> Iterator[Any]:
    lay, lies = (Counter(json.dumps(piece) for piece in pieces) for pieces in (before, now))
    for piece in (lay - lies) + (lies - lay):
        yield json.loads(piece)


def _places(kind: str, piece: Any) -> Sequence[Sequence[float]]:
    """Places of a piece in mm: its corners if it is flat, else its middle."""
    if kind == "cubes":
        _good, x, y, *_ = piece
        return [(x, y)]
    if kind == "dice":
        return [piece["at"][:2]]
    return list(piece["corners"] if kind == "sheets" else piece)


def in_picture(box: Box, onto: Points, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom in px of what shows a box in mm, by the (3, 3) matrix from mm to px of a picture."""
    x0, y0, x1, y1 = box
    seen = cv2.perspectiveTransform(np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], float), onto)[0]
    low, high = np.floor(seen.min(axis=0)), np.ceil(seen.max(axis=0))
    (left, top), (right, bottom) = (np.clip(edge, 0, size).astype(int) for edge in (low, high))
    return int(left), int(top), int(right), int(bottom)


def border(edge: int, long: int) -> float:
    """Where an edge in px is, in parts of so many px, for Blender: it reckons in single precision and rounds down."""
    return min(1.0, (edge + 0.5) / long)


def laid_in(light: Field, anew: Field, part: tuple[int, int, int, int]) -> Field:
    """A look (h, w, 3) with a part of it, left, top, right and bottom in px, as it was rendered anew.

    EDGE px of it are left out where it ends within the look.
    """
    left, top, right, bottom = part
    high, wide = light.shape[:2]
    x0, y0 = (edge + EDGE * (edge > 0) for edge in (left, top))
    x1, y1 = (edge - EDGE * (edge < long) for edge, long in ((right, wide), (bottom, high)))
    mended = light.copy()
    mended[y0:y1, x0:x1] = anew[y0 - top : y1 - top, x0 - left : x1 - left]
    return mended
