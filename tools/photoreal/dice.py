"""Dice with rounded edges and sunk pips. 1 unit is 10 mm."""

from __future__ import annotations

from typing import Any, NamedTuple

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector
from numpy.random import Generator

from tools.train import wood

SIDE = (11.6, 12.2)  # mm of a die; 12 is what the reader takes it for
WORN = (0.07, 0.16)  # part of the side by which its edges are rounded
PIP, DEEP = (0.085, 0.11), (0.3, 0.7)  # radius of a pip as a part of the side, and its depth as a part of that


class Mould(NamedTuple):
    """The shape of all dice of a place: their mesh, paint first and the ink of pips second, and their side in mm."""

    mesh: Any
    side: float


def mould(chance: Generator) -> Mould:
    """The dice of one maker."""
    side = float(chance.uniform(*SIDE))
    square = side / 20 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    body = wood.prism(square, side / 10, bpy.data.materials.new("paint"), side / 10 * chance.uniform(*WORN))
    body.modifiers["worn"].segments = 4
    cutter = _pips(side / 10, side / 10 * chance.uniform(*PIP), float(chance.uniform(*DEEP)))
    sunk = body.modifiers.new("sunk", "BOOLEAN")
    sunk.operation, sunk.object, sunk.solver, sunk.material_mode = "DIFFERENCE", cutter, "EXACT", "TRANSFER"
    seen = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    made = bpy.data.meshes.new_from_object(seen)
    for thing in (body, cutter):
        bpy.data.objects.remove(thing)
    return Mould(made, side)


def _pips(side: float, radius: float, deep: float) -> Any:
    """What is taken out of a die: a part of a ball for each pip, `deep` radii of the pip deep at most."""
    ball = radius * (1 + deep * deep) / (2 * deep)
    shape, mesh = bmesh.new(), bpy.data.meshes.new("pips")
    for face, pips in wood.FACES:
        way = np.array(face)
        for spot in wood.spots(way, pips, side):
            at = spot + way * (side / 2 - float(spot @ way) + ball - deep * radius)
            bmesh.ops.create_uvsphere(shape, u_segments=20, v_segments=14, radius=ball, matrix=Matrix.Translation(at))
    shape.to_mesh(mesh)
    mesh.materials.append(bpy.data.materials.new("ink"))
    thing = bpy.data.objects.new("pips", mesh)
    bpy.context.collection.objects.link(thing)
    return thing


def lay_die(made: Mould, pips: int, place: Vector, angle: float, paint: Any, ink: Any) -> None:
    """A die that shows a face, `place` the middle of its foot, turned clockwise by degrees."""
    mesh = made.mesh.copy()
    mesh.materials[0], mesh.materials[1] = paint, ink
    thing = bpy.data.objects.new("die", mesh)
    way = next(Vector(face) for face, count in wood.FACES if count == pips)
    up = way.rotation_difference(Vector((0, 0, 1)))
    thing.rotation_mode = "QUATERNION"
    thing.rotation_quaternion = Quaternion((0, 0, 1), -np.radians(angle)) @ up
    thing.location = place + Vector((0, 0, made.side / 20))
    bpy.context.collection.objects.link(thing)
