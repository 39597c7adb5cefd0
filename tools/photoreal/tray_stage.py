"""The table on which a tray is built: its light and camera, and the solids all parts are made of.

Measures in mm, those of deploy/trays/draw.py, from the tray's left front corner; 1 unit of Blender is 10 mm.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from tools.train import renders, wood

TRAYS = Path(__file__).parents[2] / "deploy/trays"
SCRATCH = Path(__file__).parents[2] / "out/steps"
DRAWN = runpy.run_path(str(TRAYS / "draw.py"))
BOARD, WIDE, PLATE, INSIDE = (DRAWN[name] for name in ("BOARD", "WIDE", "PLATE", "INSIDE"))
SIZE, SAMPLES, SCALE = (960, 600), 16, 0.1
DRAFT, DRAFT_SAMPLES = (480, 300), 4  # enough to see what stands where
PLASTIC, METAL, BLACK, BRASS = (0.78, 0.73, 0.6), (0.62, 0.63, 0.66), (0.02,) * 3, (0.75, 0.52, 0.18)
ROUND = 48  # sides of a cylinder
Place = tuple[float, float, float]


class Step(NamedTuple):
    """What is shown, how steeply it is looked at (degrees), from how far and at which depth and side (units)."""

    draw: Callable[[], None]
    steep: float
    away: float
    depth: float
    aside: float = 0


def at(x: float, y: float, z: float) -> Vector:
    """A place in mm from the tray's left front corner, in Blender's units about the middle of its front."""
    return Vector(((x - WIDE / 2) * SCALE, y * SCALE, z * SCALE))


def paint(colour: Sequence[float], rough: float = 0.5, metal: float = 0) -> Any:
    """A material of exactly this colour (linear red, green, blue), one for all parts that look so."""
    name = " ".join(f"{number:g}" for number in (*colour, rough, metal))
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    inputs["Base Color"].default_value = (*colour, 1)
    inputs["Roughness"].default_value, inputs["Metallic"].default_value = rough, metal
    return made


def printed(name: str, move: Place = (0, 0, 0), over: bool = False) -> None:
    """A part from its STL, moved by mm; turned `over` as the plate is printed upside down."""
    data = (TRAYS / f"models/{name}.stl").read_bytes()
    rows = np.frombuffer(data, dtype=[("normal", "<3f4"), ("corners", "<9f4"), ("spare", "<u2")], offset=84)
    corners = rows["corners"].reshape(-1, 3).astype(float)
    if over:
        corners = corners * (1, -1, -1) + (0, PLATE, BOARD + DRAWN["SPACER"])
    points, numbers = np.unique((corners + move).round(4), axis=0, return_inverse=True)
    places = np.array([at(*point) for point in points])
    wood.solid(places, numbers.reshape(-1, 3).tolist(), paint(PLASTIC, 0.55))


def block(x: float, y: float, z: float, size: Place, colour: Any) -> None:
    """A box by its left front lower corner and its size in mm."""
    ends = [(x + dx * size[0], y + dy * size[1], z + dz * size[2]) for dx in (0, 1) for dy in (0, 1) for dz in (0, 1)]
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    wood.solid(np.array([at(*end) for end in ends]), sides, colour, 0.02)


def disc(x: float, y: float, z: float, radius: float, high: float, colour: Any) -> None:
    """An upright cylinder by the middle of its foot."""
    thing = wood.prism(wood.ring(radius * SCALE, ROUND), high * SCALE, colour)
    thing.location = at(x, y, z + high / 2)


def wire(points: Sequence[Place], colour: Sequence[float], thick: float = 0.6) -> None:
    """A soft wire through places."""
    curve = bpy.data.curves.new("wire", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", thick * SCALE, 3
    line = curve.splines.new("BEZIER")
    line.bezier_points.add(len(points) - 1)
    for knot, point in zip(line.bezier_points, points, strict=True):
        knot.co = at(*point)
        knot.handle_left_type = knot.handle_right_type = "AUTO"
    thing = bpy.data.objects.new("wire", curve)
    curve.materials.append(paint(colour, 0.4))
    bpy.context.collection.objects.link(thing)


@contextmanager
def turned_over(front: float, high: float) -> Iterator[None]:
    """What is drawn meanwhile lies upside down, left still left: front edge at y = `front`, foot at z = `high`."""
    before = set(bpy.data.objects)
    yield
    over = Matrix.Translation(at(WIDE / 2, front, high)) @ Matrix.Rotation(np.pi, 4, "X")
    for thing in set(bpy.data.objects) - before:
        thing.matrix_basis = over @ thing.matrix_basis


def stage(scene: Any, step: Step, deep: float) -> None:
    """A table of wood, a window at the left, the room's light, and a camera in front of a tray `deep` mm deep."""
    middle = at(WIDE / 2, deep / 2, 0)
    bpy.ops.mesh.primitive_plane_add(size=160, location=middle + Vector((0, 0, -0.02)))
    bpy.context.object.data.materials.append(paint((0.34, 0.2, 0.11), 0.6))
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.9
    scene.world = world
    for place, size, energy in (((-38, 12, 46), 40, 60000), ((30, -30, 40), 22, 14000)):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.size, lamp.energy = size, energy
        thing = bpy.data.objects.new("lamp", lamp)
        thing.location = middle + Vector(place)
        thing.rotation_euler = (-Vector(place)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(thing)
    scene.camera = camera(step, middle)


def camera(step: Step, middle: Vector) -> Any:
    """A camera that looks as the step wants it, from a little left."""
    lens = bpy.data.cameras.new("camera")
    lens.angle, lens.clip_end = np.radians(42), 1000
    thing = bpy.data.objects.new("camera", lens)
    lean, turn = np.radians(step.steep), np.radians(-12)
    eye = step.away * np.array([np.cos(lean) * np.sin(turn), -np.cos(lean) * np.cos(turn), np.sin(lean)])
    thing.location = middle + Vector((step.aside, step.depth, 1)) + Vector(eye)
    thing.rotation_euler = (-Vector(eye)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)
    return thing


def render(step: Step, path: Path, deep: float, draft: bool) -> None:
    """One step's picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    scene = renders.empty()
    scene.cycles.samples, scene.cycles.use_denoising = DRAFT_SAMPLES if draft else SAMPLES, True
    scene.cycles.max_bounces = 4
    scene.view_settings.view_transform = "AgX"
    scene.render.resolution_x, scene.render.resolution_y = DRAFT if draft else SIZE
    scene.render.threads = 2
    stage(scene, step, deep)
    step.draw()
    cv2.imwrite(str(path), renders.shot(scene, SCRATCH / "seen.png", "8"), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(path, flush=True)


def render_all(steps: Sequence[Step], name: str, deep: float) -> None:
    """`FOLDER [--draft] [STEP ...]`: the pictures `NAME-1.png` … of the steps that are named, or of all."""
    folder, *words = sys.argv[1:]
    draft = "--draft" in words
    for number in [int(word) for word in words if word != "--draft"] or range(1, len(steps) + 1):
        render(steps[number - 1], Path(folder) / f"{name}-{number}.png", deep, draft)
