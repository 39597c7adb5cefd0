"""Scenes of pieces with their ground truth, as the trainings of `cubes.onnx` and `pieces.onnx` take them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import cv2

from tools.train.photo import read
from vision.photo.found import CUBE_COLOURS
from vision.picture import Picture as Image

KINDS = (*CUBE_COLOURS, "house", "disc", "die")
SEEN, DOUBTFUL = 0.3, 0.08
"""From this visible share on a cube counts; between the two it is neither right nor wrong to see it."""

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
    found = [thing(piece, piece["colour"]) for piece in truth.get("cubes", []) if isinstance(piece, dict)]
    for kind, plural in (("house", "houses"), ("disc", "discs"), ("die", "dice")):
        found += [thing(piece, kind) for piece in truth.get(plural, []) if "box" in piece]
    found = [one._replace(x=one.x * scale, y=one.y * scale, size=one.size * scale) for one in found if one]
    return Scene(image, found)


def thing(piece: dict[str, Any], kind: str) -> Thing:
    """Its upper face's middle where that can be seen, else the middle of what can."""
    x0, y0, x1, y1 = piece["box"]
    x, y = piece.get("centre", (-1, -1)) if kind in CUBE_COLOURS else ((x0 + x1) / 2, (y0 + y1) / 2)
    if not (x0 <= x < x1 and y0 <= y < y1):
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
    share = piece.get("visible_fraction", 1)
    size = max(x1 - x0, y1 - y0) if share >= DOUBTFUL else 0
    return Thing(KINDS.index(kind), float(x), float(y), float(size), share >= SEEN)
