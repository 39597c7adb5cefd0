"""Draws the printed parts of a tray from all sides: `python deploy/trays/draw_model.py`, from the files in models/."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
Floats = NDArray[np.float64]
SIDES: Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "from above": ((0, 0, 1), (0, 1, 0)),
    "from below": ((0, 0, -1), (0, 1, 0)),
    "from the front": ((0, -1, 0), (0, 0, 1)),
    "from the left": ((-1, 0, 0), (0, 0, 1)),
    "from the front left": ((-0.55, -0.8, 0.75), (0, 0, 1)),
    "from the back right": ((0.55, 0.8, 0.75), (0, 0, 1)),
}
"""Name of a view → where the eye is, and what is up."""
CELL, MARGIN = (480, 310), 80
"""Width and height of a view in px, and the room round the part, in half pixels: it is drawn twice as fine."""
GRAZED = 0.05
"""How little a face may look at the eye: its depth beside itself would be anything. What looks away is never seen."""
PAPER, PART, EDGE = 255, np.array([197, 214, 231.0]), (42, 47, 59)
"""White; board (BGR); ink."""


def read(path: Path) -> Floats:
    """The triangles of a binary STL, (n, 3, 3) in mm."""
    data = path.read_bytes()
    rows = np.frombuffer(data, dtype=[("normal", "<3f4"), ("corners", "<9f4"), ("spare", "<u2")], offset=84)
    return rows["corners"].reshape(-1, 3, 3).astype(np.float64)


def view(triangles: Floats, eye: tuple[float, float, float], up: tuple[float, float, float]) -> NDArray[np.uint8]:
    """A picture of the part from one side, without perspective: its faces in light, its edges in ink."""
    forward = np.array(eye) / np.linalg.norm(eye)
    right = np.cross(up, forward)
    right /= np.linalg.norm(right)
    seen = triangles @ np.array([right, -np.cross(forward, right), forward]).T
    wide, high = (2 * side for side in CELL)
    low, top = seen.min((0, 1))[:2], seen.max((0, 1))[:2]
    times = min((wide - MARGIN) / (top[0] - low[0]), (high - MARGIN) / (top[1] - low[1]))
    seen[..., :2] = (seen[..., :2] - (low + top) / 2) * times + np.array([wide, high]) / 2
    return _painted(seen, wide, high)


def _painted(seen: Floats, wide: int, high: int) -> NDArray[np.uint8]:
    """The nearest face at each pixel, shaded by how it stands; an edge where depth or face jumps."""
    depth = np.full((high, wide), -1e9)
    facing = np.zeros((high, wide, 3))
    for corners in seen:
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        if length := float(np.linalg.norm(normal)):
            _lay(corners, normal / length, depth, facing)
    light = np.clip(0.72 + 0.28 * np.abs(facing @ np.array([0.35, -0.5, 0.79])), 0, 1)[..., None]
    picture = np.where((depth > -1e8)[..., None], PART * light, PAPER).astype(np.uint8)
    picture[_edges(depth, facing)] = EDGE
    return cv2.resize(picture, CELL, interpolation=cv2.INTER_AREA)


def _lay(corners: Floats, normal: Floats, depth: Floats, facing: Floats) -> None:
    """Put a triangle where it is nearer than what is there."""
    left, top = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
    right, foot = np.minimum(np.ceil(corners[:, :2].max(0)).astype(int) + 1, depth.shape[::-1])
    if left >= right or top >= foot or -normal[2] < GRAZED:  # y goes down in a picture, which turns normals
        return
    inside = np.zeros((foot - top, right - left), np.uint8)
    cv2.fillConvexPoly(inside, np.round((corners[:, :2] - (left, top)) * 16).astype(np.int32), 1, shift=4)
    y, x = np.mgrid[top:foot, left:right]
    away = corners[0, 2] - ((x - corners[0, 0]) * normal[0] + (y - corners[0, 1]) * normal[1]) / normal[2]
    nearer = (inside > 0) & (away > depth[top:foot, left:right])
    depth[top:foot, left:right][nearer] = away[nearer]
    facing[top:foot, left:right][nearer] = normal


def _edges(depth: Floats, facing: Floats) -> NDArray[np.bool_]:
    """Where one pixel and its right or lower neighbour do not belong to one face."""
    found = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        jump = (np.abs(np.diff(depth, axis=axis)) > 4) | (np.abs(np.diff(facing, axis=axis)).sum(2) > 0.35)
        found |= np.pad(jump, [(0, 1) if each == axis else (0, 0) for each in (0, 1)])
    return cv2.dilate(found.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0


def sheet(tray: str) -> NDArray[np.uint8]:
    """Body and lid of a tray from all sides."""
    rows = [
        _row(part, [read(HERE / f"models/{tray}-{part}-{half}.stl") for half in ("left", "right")])
        for part in ("body", "lid")
    ]
    return np.vstack(rows)


def _row(part: str, halves: list[Floats]) -> NDArray[np.uint8]:
    triangles = np.concatenate(halves)
    views = []
    for name, (eye, up) in SIDES.items():
        picture = view(triangles, eye, up)
        cv2.putText(picture, f"{part} {name}", (10, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, EDGE, 1, cv2.LINE_AA)
        views.append(picture)
    return np.vstack([np.hstack(views[row : row + 3]) for row in (0, 3)])


def main() -> None:
    """Write the sheet of each tray."""
    for tray in ("coins", "seat"):
        cv2.imwrite(str(HERE / f"model-{tray}.png"), sheet(tray), [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
