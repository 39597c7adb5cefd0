"""The photos, their ground truth, and which network may read which photo without having seen it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import cv2
import numpy as np

from vision.photo.found import Image, Points
from vision.photo.net import Net, shipped
from vision.photo.quads import area, hull


class Photo(NamedTuple):
    """One photo of a set, its place in it (0 to 1), what is known about it, and the px here per px of the file."""

    set: str
    name: str
    place: float
    image: Image
    scale: float
    truth: dict[str, Any]


def photos(folder: Path, name: str, long_side: int | None = None) -> Iterator[Photo]:
    """The photos of a set in the order of their names, reduced to `long_side` px where they are larger."""
    truths: dict[str, dict[str, Any]] = json.loads((folder / name / "ground_truth.json").read_text(encoding="utf-8"))
    for index, file in enumerate(sorted(truths)):
        image = np.asarray(cv2.imread(str(folder / name / file)), np.uint8)
        scale = min(1.0, (long_side or 10**6) / max(image.shape[:2]))
        if scale < 1:
            image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        yield Photo(name, file, index / len(truths), image, scale, truths[file])


class Miss(NamedTuple):
    """What went wrong in a photo: a sentence, the outlines that were right, and those that were not."""

    photo: Photo
    what: str
    right: list[Points]
    wrong: list[Points]


class Nets:
    """The networks for a photo: those shipped, or of a folder of folds the ones that have not seen it.

    A fold is trained without its half of each set; the decks and `dice_taistudio` are left out whole.
    """

    WHOLE: ClassVar = {"cards_set_tomwhite": 0, "cards_set_tinggaard": 1, "dice_taistudio": 0}

    def __init__(self, folds: Path | None) -> None:
        self._folds = folds
        self._loaded: dict[str, Net] = {}

    def reads(self, kind: str, photo: Photo) -> Net | None:
        """The network of a kind (`cards`, `dice`, `pips`, `cubes`, `set`) for a photo; `None` when there is no fold."""
        if self._folds is None:
            return shipped(kind)
        half = self.WHOLE.get(photo.set, int(photo.place >= 0.5))
        name = f"{kind}_{half}"
        path = self._folds / f"{name}.onnx"
        if name not in self._loaded and path.is_file():
            self._loaded[name] = Net(path)
        return self._loaded.get(name)


def union_share(a: Points, b: Points) -> float:
    """Intersection over union of two convex outlines."""
    shared, _ = cv2.intersectConvexConvex(hull(a), hull(b))
    return float(shared / (area(hull(a)) + area(hull(b)) - shared + 1e-9))


def box_of(corners: Points) -> Points:
    """The upright rectangle about some points, as four corners."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def matched(truth: list[Points], found: list[Points], least: float) -> list[tuple[int, int]]:
    """Pairs (truth, found), each once, that share at least so much of their union, best first."""
    shares = [(union_share(a, b), i, j) for i, a in enumerate(truth) for j, b in enumerate(found)]
    pairs: list[tuple[int, int]] = []
    for share, i, j in sorted(shares, reverse=True):
        if share >= least and all(i != one and j != other for one, other in pairs):
            pairs.append((i, j))
    return pairs
