"""Meshes and paints of the renders: cubes, houses, discs, dice and what else lies about. 1 unit is 10 mm.

Runs inside Blender as a Python module (`bpy`), which is no part of the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import cv2
import numpy as np
from mathutils import Euler, Vector
from numpy.random import Generator
from numpy.typing import ArrayLike

PAINTS = {
    "yellow": (0.80, 0.40, 0.02),
    "black": (0.012, 0.012, 0.013),
    "red": (0.52, 0.015, 0.02),
    "blue": (0.012, 0.085, 0.42),
    "green": (0.012, 0.15, 0.045),
}
"""Linear red, green, blue of painted wood."""

DICE = {**PAINTS, "white": (0.8, 0.8, 0.78), "violet": (0.16, 0.02, 0.35)}

FACES = (((0, 0, 1), 1), ((0, 0, -1), 6), ((1, 0, 0), 2), ((-1, 0, 0), 5), ((0, 1, 0), 3), ((0, -1, 0), 4))
"""Direction and pips of a die's faces."""


class Body(NamedTuple):
    """A piece that counts: its kind, colour, Blender object, and half its height."""

    kind: str
    colour: str
    thing: Any
    half: float


def paint(colour: ArrayLike, chance: Generator, rough: float | None = None, metal: float = 0) -> Any:
    """A material of about this colour, with a little grain."""
    made = bpy.data.materials.new("paint")
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    varied = np.clip(np.asarray(colour) * np.exp(chance.normal(0, 0.13)) * np.exp(chance.normal(0, 0.06, 3)), 0, 0.95)
    shader.inputs["Base Color"].default_value = (*varied, 1)
    shader.inputs["Roughness"].default_value = chance.uniform(0.3, 0.8) if rough is None else rough
    shader.inputs["Metallic"].default_value = metal
    return made


def picture(image: np.ndarray, path: Path, rough: float) -> Any:
    """A material that shows a picture, which is kept at `path`."""
    cv2.imwrite(str(path), image)
    made = bpy.data.materials.new("picture")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shown = nodes.new("ShaderNodeTexImage")
    shown.image = bpy.data.images.load(str(path))
    shown.image.pack()
    links.new(shown.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    nodes["Principled BSDF"].inputs["Roughness"].default_value = rough
    return made


def solid(corners: np.ndarray, sides: Sequence[Sequence[int]], material: Any, worn: float = 0) -> Any:
    """An object of flat sides whose edges are worn by so much."""
    mesh = bpy.data.meshes.new("solid")
    mesh.from_pydata(corners.tolist(), [], [list(side) for side in sides])
    mesh.update(calc_edges=True)
    mesh.materials.append(material)
    thing = bpy.data.objects.new("solid", mesh)
    bpy.context.collection.objects.link(thing)
    if worn:
        bevel = thing.modifiers.new("worn", "BEVEL")
        bevel.width, bevel.segments = worn, 2
    return thing


def prism(outline: np.ndarray, height: float, material: Any, worn: float = 0) -> Any:
    """An upright prism over an outline (n × 2, counter-clockwise), its middle at the origin."""
    many = len(outline)
    low = np.column_stack([outline, np.full(many, -height / 2)])
    high = low + np.array([0, 0, height])
    sides = [[i, (i + 1) % many, many + (i + 1) % many, many + i] for i in range(many)]
    lids = [list(range(many))[::-1], list(range(many, 2 * many))]
    return solid(np.vstack([low, high]), [*sides, *lids], material, worn)


def ring(radius: float, many: int = 32) -> np.ndarray:
    turns = np.linspace(0, 2 * np.pi, many, endpoint=False)
    return radius * np.column_stack([np.cos(turns), np.sin(turns)])


def cube(colour: str, side: float, chance: Generator) -> Body:
    size = side * (1 + chance.normal(0, 0.015))
    square = size / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    thing = prism(square, size, paint(PAINTS[colour], chance), chance.uniform(0.015, 0.07))
    return Body("cube", colour, thing, size / 2)


def house(colour: str, chance: Generator) -> Body:
    """A prism over a gable, lying on its face or standing on its floor."""
    outline = gable(str(chance.choice(["plain", "plain", "chimney", "tower", "shed", "barn"])), chance)
    high = float(outline[:, 1].max())
    outline[:, 1] -= high / 2
    depth = chance.uniform(0.6, 1.2)
    thing = prism(outline, depth, paint(PAINTS[colour], chance), chance.uniform(0.02, 0.07))
    if chance.random() < 0.4:
        return Body("house", colour, thing, depth / 2)
    thing.data.transform(Euler((np.pi / 2, 0, 0)).to_matrix().to_4x4())
    return Body("house", colour, thing, high / 2)


def gable(form: str, chance: Generator) -> np.ndarray:
    """The outline of a house from its front, n × 2, counter-clockwise, on a floor at 0."""
    half, wall = chance.uniform(0.42, 0.7), chance.uniform(0.45, 0.75)
    ridge = wall + chance.uniform(0.35, 0.6)
    floor, left, right = [(-half, 0), (half, 0)], (-half, wall), (half, wall)
    if form == "shed":
        return np.array([*floor, right, (-half, ridge)])
    if form == "barn":
        return np.array([*floor, right, (0.6 * half, ridge), (-0.6 * half, ridge), left])
    if form == "chimney":
        top, foot = ridge + chance.uniform(0, 0.25), (wall + 0.35 * (ridge - wall), wall + 0.7 * (ridge - wall))
        stack = [(0.65 * half, foot[0]), (0.65 * half, top), (0.3 * half, top), (0.3 * half, foot[1])]
        return np.array([*floor, right, *stack, (0, ridge), left])
    if form == "tower":
        thick, top = chance.uniform(0.35, 0.6) * half, ridge + chance.uniform(0.1, 0.6)
        tower = [(half, top), (half - thick / 2, top + thick / 2), (half - thick, top), (half - thick, wall)]
        return np.array([*floor, *tower, (-0.4 * half, ridge), left])
    return np.array([*floor, right, (0, ridge), left])


def disc(colour: str, chance: Generator) -> Body:
    radius, height = chance.uniform(0.4, 0.8), chance.uniform(0.25, 0.6)
    thing = prism(ring(radius), height, paint(PAINTS[colour], chance), chance.uniform(0.02, 0.06))
    return Body("disc", colour, thing, height / 2)


def die(chance: Generator) -> Body:
    """A die with any face up."""
    side = chance.uniform(1.1, 1.7)
    colour = list(DICE)[chance.integers(len(DICE))]
    square = side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    shine = chance.uniform(0.1, 0.5)
    thing = prism(square, side, paint(DICE[colour], chance, shine), side * chance.uniform(0.06, 0.14))
    dark = colour in ("white", "yellow")
    dots = (0.02, 0.02, 0.02) if dark else (0.8, 0.75, 0.7) if chance.random() < 0.7 else (0.7, 0.45, 0.1)
    ink = paint(dots, chance, shine)
    for face, pips in FACES:
        for spot in spots(np.array(face), pips, side):
            dot = prism(ring(side * 0.09, 12), 0.012, ink)
            dot.location, dot.parent = spot, thing
            dot.rotation_euler = Vector(face).to_track_quat("Z", "Y").to_euler()
    thing.rotation_euler = Euler([float(v) * np.pi / 2 for v in chance.integers(0, 4, 3)])
    return Body("die", colour, thing, side / 2)


def spots(face: np.ndarray, pips: int, side: float) -> list[np.ndarray]:
    """Middles of the pips of one face of a die."""
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    places = [*corners[: pips - pips % 2], *[(0, 0)] * (pips % 2)]
    one, other = np.roll(face, 1), np.roll(face, 2)
    return [face * (side / 2 + 0.004) + 0.26 * side * (a * one + b * other) for a, b in places]
