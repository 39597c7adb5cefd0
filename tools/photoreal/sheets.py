"""Printed sheets as they lie on a mat: a little bent, and as thick as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import bpy
import numpy as np

from tools.photoreal.strips import world
from vision.mat.mat import Mat
from vision.picture import Points

CELLS = 6  # a bent sheet has so many flat parts a side


class Bend(NamedTuple):
    """How a sheet is bent: its middle, or its edges where it is negative, stand off by mm, `along` one side or the
    other (0, 1)."""

    by: float
    along: int

    def height(self, part: float) -> float:
        """By how many mm it stands off at a part of its side, 0 to 1."""
        return self.by * 4 * part * (1 - part) - min(self.by, 0.0)


def lay_sheet(
    mat: Mat, corners: Points, height: float, bend: Bend, printed: Any, thick: float = 0.0, edge: Any = None
) -> None:
    """A sheet between four corners in mm, clockwise from its top left, whose upper side is `height` mm over the mat.

    `printed` is the material of its face, `edge` that of its sides where it is `thick` mm.
    """
    shares = np.linspace(0, 1, CELLS + 1)
    top_left, top_right, low_right, low_left = corners
    points, spots = list[tuple[float, ...]](), list[tuple[float, float]]()
    for down in shares:
        for right in shares:
            upper, lower = (a + right * (b - a) for a, b in ((top_left, top_right), (low_left, low_right)))
            x, y = upper + down * (lower - upper)
            points.append((float(x), float(y), height + bend.height(float((right, down)[bend.along]))))
            spots.append((float(right), float(1 - down)))
    rim = _rim() if thick else []
    foot = [(x, y, z - thick) for x, y, z in (points[n] for n in rim)]
    _mesh([tuple(world(mat, *point)) for point in points + foot], spots, rim, [printed, edge] if thick else [printed])


def _rim() -> list[int]:
    """The numbers of the points along the sides of a sheet, all the way round."""
    side = CELLS + 1
    numbers = np.arange(side * side).reshape(side, side)
    return [int(n) for n in (*numbers[0, :-1], *numbers[:-1, -1], *numbers[-1, :0:-1], *numbers[:0:-1, 0])]


def _mesh(
    points: Sequence[tuple[float, ...]],
    spots: Sequence[tuple[float, float]],
    rim: Sequence[int],
    materials: Sequence[Any],
) -> None:
    """A sheet through a grid of points with these places of its picture, and its sides down to the last points."""
    side, many, mesh = CELLS + 1, len(spots), bpy.data.meshes.new("sheet")
    first = [row * side + at for row in range(CELLS) for at in range(CELLS)]
    faces = [[at, at + side, at + side + 1, at + 1] for at in first]
    ends = [(n, (n + 1) % len(rim)) for n in range(len(rim))]
    faces += [[rim[one], rim[other], many + other, many + one] for one, other in ends]
    mesh.from_pydata(points, [], faces)
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        layer.data[loop.index].uv = spots[loop.vertex_index] if loop.vertex_index < many else (0, 0)
    for material in materials:
        mesh.materials.append(material)
    for face in mesh.polygons:
        face.use_smooth = face.index < len(first)
        face.material_index = int(face.index >= len(first))
    bpy.context.collection.objects.link(bpy.data.objects.new("sheet", mesh))
