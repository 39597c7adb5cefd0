"""Scenes of pieces with their ground truth, as the trainings of `cubes.onnx` and `pieces.onnx` take them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from tools.train.photos import read
from vision.photo.found import CUBE_COLOURS
from vision.picture import Picture as Image

KINDS = (*CUBE_COLOURS, "house", "disc", "die")
SEEN, DOUBTFUL = 0.3, 0.08
"""From this visible share on a cube counts; between the two it is neither right nor wrong to see it."""

FACE = 0.42
"""So far from its middle, as part of its size, a cube's upper face hides what lies below."""

WITHOUT_CUBES = ["cards_set_tomwhite", "cards_pinochle_edje", "calib_chess_swatbotics", "rubik_dwalton"]


class Thing(NamedTuple):
    """A piece: its kind's number, centre and size in px, and whether it counts."""

    kind: int
    x: float
    y: float
    size: float
    counts: bool


class Scene(NamedTuple):
    image: Image
    things: list[Thing]


def scene(path: Path, truth: dict[str, Any]) -> Scene:
    image = read(path)
    scale = min(1.0, 1280 / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    given = [(piece, piece["colour"]) for piece in truth.get("cubes", []) if isinstance(piece, dict)]
    for kind, plural in (("house", "houses"), ("disc", "discs"), ("die", "dice")):
        given += [(piece, kind) for piece in truth.get(plural, []) if "box" in piece]
    laid = [(thing(piece, kind), piece) for piece, kind in given]
    found = [uncovered(one, piece, laid) for one, piece in laid]
    return Scene(image, [one._replace(x=one.x * scale, y=one.y * scale, size=one.size * scale) for one in found])


def uncovered(one: Thing, piece: dict[str, Any], laid: list[tuple[Thing, dict[str, Any]]]) -> Thing:
    """The same at the middle of what shows of it, where a piece that shows more of itself lies over its middle."""
    share = piece.get("visible_fraction", 1)
    above = [other for other, its in laid if other is not one and its.get("visible_fraction", 1) > share]
    if not any(over(other, one.x, one.y) for other in above):
        return one
    x0, y0, x1, y1 = piece["box"]
    x, y = (side.ravel() for side in np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5))
    bare = ~np.any([over(other, x, y) for other in above], axis=0)
    return one._replace(x=float(x[bare].mean()), y=float(y[bare].mean())) if bare.mean() > 0.1 else one


def over(one: Thing, x: Any, y: Any) -> Any:
    """Whether a place, or which of several, lies under the upper face of a piece."""
    return (x - one.x) ** 2 + (y - one.y) ** 2 < (FACE * one.size) ** 2


def thing(piece: dict[str, Any], kind: str) -> Thing:
    """Its upper face's middle where that can be seen, else the middle of what can."""
    x0, y0, x1, y1 = piece["box"]
    x, y = piece.get("centre", (-1, -1)) if kind in CUBE_COLOURS else ((x0 + x1) / 2, (y0 + y1) / 2)
    if not (x0 <= x < x1 and y0 <= y < y1):
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
    share = piece.get("visible_fraction", 1)
    size = max(x1 - x0, y1 - y0) if share >= DOUBTFUL else 0
    return Thing(KINDS.index(kind), float(x), float(y), float(size), share >= SEEN)
