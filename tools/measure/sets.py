"""The photos, their ground truth, and which of them the networks have never seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from tools.train.folds import outside, part
from vision.photo.found import Image, Points
from vision.photo.net import Net
from vision.photo.quads import area, hull


class Photo(NamedTuple):
    """One photo of a set, what is known about it, the px here per px of the file, and its part in cross-validation."""

    set: str
    name: str
    image: Image
    scale: float
    truth: dict[str, Any]
    part: int = 0


UNSEEN = "0/6"
"""The part of each set that the shipped networks were trained without (`--without` of `tools.train`)."""

UNSEEN_SETS = ("cards_set_tinggaard",)
"""Sets that they were trained without at all."""


TRAINED_ON = ("cards_mtg_tmikonen",)
"""Sets too small to leave a part out: they are measured whole, and marked as trained on."""


class Source(NamedTuple):
    """A folder of sets, the networks that read them, and whether only unseen photos are taken.

    In cross-validation in so many `parts`, `nets` has a folder for each, with networks that never saw that part.
    """

    folder: Path
    nets: Path
    unseen: bool
    parts: int = 0

    def net(self, kind: str, photo: Photo | None = None) -> Net:
        """The network of a kind, such as `cards`, `judge`, `dice` or `set`, that reads a photo."""
        folder = self.nets / str(photo.part if photo else 0) if self.parts else self.nets
        return loaded(folder / f"{kind}.onnx")

    def photos(self, name: str, long_side: int | None = None) -> Iterator[Photo]:
        """The photos of a set in the order of their names, reduced to `long_side` px where they are larger."""
        path = self.folder / name
        truths: dict[str, dict[str, Any]] = json.loads((path / "ground_truth.json").read_text(encoding="utf-8"))
        for index, file in enumerate(sorted(truths)):
            fresh = self.parts or name in (*UNSEEN_SETS, *TRAINED_ON) or outside(name, index, len(truths), UNSEEN)
            if self.unseen and not fresh:
                continue
            image = np.asarray(cv2.imread(str(path / file)), np.uint8)
            scale = min(1.0, (long_side or 10**6) / max(image.shape[:2]))
            if scale < 1:
                image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            yield Photo(name, file, image, scale, truths[file], part(name, index, len(truths), max(1, self.parts)))


@cache
def loaded(path: Path) -> Net:
    return Net(path)


class Miss(NamedTuple):
    """What went wrong in a photo: a sentence, the outlines that were right, and those that were not."""

    photo: Photo
    what: str
    right: list[Points]
    wrong: list[Points]


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
