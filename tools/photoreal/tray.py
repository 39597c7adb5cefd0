"""Renders the steps of building the coins-only tray, from its printed parts: `make steps`.

BLENDERENV/bin/python -m tools.photoreal.tray FOLDER [STEP ...]

Written are `manual-tray-1.png` to `manual-tray-6.png`. Measures in mm, those of deploy/trays/draw.py; 1 unit is 10 mm.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Vector
from numpy.random import default_rng

from tools.train import renders, wood

TRAYS = Path(__file__).parents[2] / "deploy/trays"
SCRATCH = Path(__file__).parents[2] / "out/steps"
DRAWN = runpy.run_path(str(TRAYS / "draw.py"))
BOARD, WIDE, STEP, PLATE, BLOCK, INSIDE = (
    DRAWN[name] for name in ("BOARD", "WIDE", "STEP", "PLATE", "BLOCK", "INSIDE")
)
LONG, ACROSS, THICK = DRAWN["CELL"]
DEEP, COINS = DRAWN["DEEP"]["coins"], DRAWN["COINS"]
MIDDLES = [6 + STEP * (n + 0.5) for n in range(5)]
WELL = DEEP - 6 - DRAWN["WELL"] / 2
BACK = WELL + PLATE / 2 + 4
"""Where a cell's fixed end is."""
ON = BOARD + BLOCK
AMPLIFIERS = [(56.0, 40.0), (106.0, 40.0), (206.0, 40.0), (45.0, 4.0), (67.0, 4.0)]
"""Left front corners (middle of the width) of the HX711 boards."""
CHIP = (170.0, 5.0, 55.0, 28.0)
"""The board: left, front, long, deep. Its socket looks to the left, and the plug has 20 mm there."""
SIZE, SAMPLES, SCALE = (960, 600), 16, 0.1
PLASTIC, METAL, BLACK, BRASS = (0.78, 0.73, 0.6), (0.62, 0.63, 0.66), (0.02,) * 3, (0.75, 0.52, 0.18)
WIRES = {"red": (0.6, 0.02, 0.02), "black": (0.02,) * 3, "white": (0.8,) * 3, "green": (0.02, 0.35, 0.06)}
DATA = ((0.05, 0.15, 0.6), (0.7, 0.35, 0.02), (0.35, 0.05, 0.4), (0.7, 0.6, 0.05), (0.05, 0.45, 0.45))
DISCS = ((0.55, 0.36, 0.06), (0.52, 0.06, 0.05), (0.06, 0.14, 0.42), (0.1, 0.3, 0.12), (0.5, 0.5, 0.48))
Place = tuple[float, float, float]
CHANCE = default_rng(20)


def at(x: float, y: float, z: float) -> Vector:
    """A place in mm from the tray's left front corner, in Blender's units about the tray's middle."""
    return Vector(((x - WIDE / 2) * SCALE, (y - DEEP / 2) * SCALE, z * SCALE))


def paint(colour: Sequence[float], rough: float = 0.5, metal: float = 0) -> Any:
    """A material of exactly this colour (linear red, green, blue)."""
    made = bpy.data.materials.new("paint")
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
    bpy.ops.mesh.primitive_cylinder_add(
        radius=radius * SCALE, depth=high * SCALE, location=at(x, y, z + high / 2), vertices=48
    )
    bpy.context.object.data.materials.append(colour)


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


# --- what lies on the table or in the tray ---


def cell(x: float, y: float, z: float) -> None:
    """A load cell by the middle of its back end: its threads, the glue over its gauges, where its wires come out."""
    block(x - ACROSS / 2, y - LONG, z, (ACROSS, LONG, THICK), paint(METAL, 0.35, 1))
    for away in (4, 11, LONG - 11, LONG - 4):
        disc(x, y - away, z + THICK, 1.7, 0.1, paint(BLACK))
    block(x - 4.5, y - LONG / 2 - 8, z + THICK, (9, 16, 1), paint((0.75, 0.74, 0.7), 0.25))


def amplifier(x: float, y: float, z: float) -> None:
    block(x - 10.5, y, z, (21, 34, 1.6), paint((0.02, 0.2, 0.08), 0.35))
    block(x - 5, y + 12, z + 1.6, (10, 4, 1.5), paint(BLACK, 0.3))
    for row in range(4):
        disc(x - 5.1 + 2.54 * row, y + 2, z + 1.6, 0.8, 0.3, paint(BRASS, 0.3, 1))
    for row in range(6):
        disc(x - 6.4 + 2.54 * row, y + 32, z + 1.6, 0.8, 0.3, paint(BRASS, 0.3, 1))


def chip(x: float, y: float, z: float) -> None:
    long, deep = CHIP[2:]
    block(x, y, z, (long, deep, 1.6), paint((0.015, 0.02, 0.03), 0.35))
    block(x + long - 26, y + 5, z + 1.6, (18, 18, 3), paint(METAL, 0.3, 1))
    block(x - 1.5, y + deep / 2 - 4, z + 1.6, (6, 8, 2.6), paint(METAL, 0.3, 1))
    for row in range(19):
        for side in (1.3, deep - 1.3):
            disc(x + 4.6 + 2.54 * row, y + side, z + 1.6, 0.8, 0.4, paint(BRASS, 0.3, 1))


def coins() -> None:
    """Some coins in each well."""
    for number, middle in enumerate(MIDDLES):
        for height in range(5 - number // 2):
            x, y = middle + CHANCE.uniform(-3, 3), WELL + CHANCE.uniform(-3, 3)
            disc(x, y, BOARD + INSIDE + 2 * height, 12, 1.9, paint(DISCS[number], 0.6))
        disc(middle + 11, WELL - 12, BOARD + INSIDE, 9, 1.9, paint(DISCS[number], 0.6))


def body(apart: float = 0) -> None:
    printed("coins-body-left", (-apart / 2, 0, 0))
    printed("coins-body-right", (apart / 2, 0, 0))


def lid(high: float) -> None:
    for half in ("left", "right"):
        printed(f"coins-lid-{half}", (0, 0, high))


def cells() -> None:
    """Five cells on their pillars, and the screws that stop a pressing hand."""
    for x in MIDDLES:
        cell(x, BACK, ON)
        disc(x, BACK - LONG + 4, 0, 1.5, ON - 0.5, paint(METAL, 0.3, 1))
        disc(x, BACK - LONG + 4, BOARD, 3, 2.4, paint(METAL, 0.3, 1))


def boards() -> None:
    for x, y in AMPLIFIERS:
        amplifier(x, y, BOARD)
    chip(CHIP[0], CHIP[1], BOARD + 2)


def wires() -> None:
    """Four wires from each cell to its amplifier, four from there to the board, and the cable."""
    for number, (x, (ax, ay)) in enumerate(zip(MIDDLES, (AMPLIFIERS[n] for n in (3, 4, 0, 1, 2)), strict=True)):
        aside = 1 if ax > x else -1
        for row, tone in enumerate(WIRES.values()):
            start = (x + aside * 5, BACK - LONG / 2 - 3 + 2 * row, ON + THICK + 0.5)
            end = (ax - 6.4 + 2.54 * row, ay + 32, BOARD + 2.5)
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, ON - 4 + row)
            wire([start, middle, end], tone, 0.45)
        for row, tone in enumerate((WIRES["red"], DATA[number], (0.3, 0.3, 0.3), WIRES["black"])):
            start = (ax - 5.1 + 2.54 * row, ay + 2, BOARD + 2.5)
            end = (CHIP[0] + 5 + 2.54 * (3 * number + row), CHIP[1] + 26.7, BOARD + 5)
            way = [(start[0], start[1] - 3, BOARD + 6 + row), ((start[0] + end[0]) / 2, 36 + row, BOARD + 7 + number)]
            wire([start, *way, end], tone, 0.45)


def cable(out: float = 0) -> None:
    """The USB cable: from the socket through the back."""
    y = CHIP[1] + CHIP[3] / 2
    block(CHIP[0] - 19, y - 5, BOARD + 2.6, (18, 10, 6), paint(BLACK, 0.4))
    back = [(CHIP[0] - 26, y + 3, BOARD + 5.5), (156.0, 34.0, BOARD + 5), (156.0, DEEP + 6, BOARD + 4)]
    wire([(CHIP[0] - 19, y, BOARD + 5.6), *back, (150.0 - out, DEEP + 40, 2.0), (60.0, DEEP + 75, 1.8)], BLACK, 1.6)


def plates(high: float = 0) -> None:
    for x in MIDDLES:
        printed("plate", (x - PLATE / 2, WELL - PLATE / 2, ON + THICK + high), over=True)


def screws(high: float) -> None:
    posts = [(x, y) for x in (5.5, WIDE - 5.5) for y in (5.5, DEEP - 5.5)]
    seams = [6 + seams * STEP + side for seams in (2, 3) for side in (-3, 3)]
    for x, y in [*posts, *((x, 5.5) for x in seams)]:
        disc(x, y, high, 2.8, 1.8, paint(METAL, 0.25, 1))


# --- the steps ---


def all_parts() -> None:
    body(16)
    for half, aside in (("left", -8), ("right", 8)):
        printed(f"coins-lid-{half}", (aside, DEEP + 14, 0))
    for n in range(5):
        printed("plate", (n * 48 - 8, -58, 0))
        cell(10 + n * 22.0, -68, 0)
        amplifier(128 + n * 25.0, -106, 0)
    chip(246, -52, 0)


def with_cells() -> None:
    body()
    cells()


def with_boards() -> None:
    with_cells()
    boards()


def wired() -> None:
    with_boards()
    wires()
    cable()


def with_plates() -> None:
    wired()
    plates()
    lid(BOARD + INSIDE + 45)


def done() -> None:
    wired()
    plates()
    lid(BOARD + INSIDE)
    screws(2 * BOARD + INSIDE)
    coins()


STEPS: Sequence[tuple[Callable[[], None], float, float, float]] = (
    (all_parts, 60, 64, -3),
    (with_cells, 50, 42, 0),
    (with_boards, 66, 42, 0),
    (wired, 66, 43, 1),
    (with_plates, 34, 44, 1),
    (done, 42, 42, 0.5),
)
"""What is shown, how steeply it is looked at (degrees), from how far and at which depth (units)."""


def stage(scene: Any, steep: float, away: float, depth: float) -> None:
    """A table of wood, a window at the left, the room's light, and a camera in front of it."""
    bpy.ops.mesh.primitive_plane_add(size=160, location=(0, 0, -0.02))
    bpy.context.object.data.materials.append(paint((0.34, 0.2, 0.11), 0.6))
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.9
    scene.world = world
    for place, size, energy in (((-38, 12, 46), 40, 60000), ((30, -30, 40), 22, 14000)):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.size, lamp.energy = size, energy
        thing = bpy.data.objects.new("lamp", lamp)
        thing.location = place
        thing.rotation_euler = (-Vector(place)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(thing)
    lens = bpy.data.cameras.new("camera")
    lens.angle, lens.clip_end = np.radians(42), 1000
    camera = bpy.data.objects.new("camera", lens)
    look, lean, turn = Vector((0, depth, 1)), np.radians(steep), np.radians(-12)
    eye = away * np.array([np.cos(lean) * np.sin(turn), -np.cos(lean) * np.cos(turn), np.sin(lean)])
    camera.location = look + Vector(eye)
    camera.rotation_euler = (-Vector(eye)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(camera)
    scene.camera = camera


def render(number: int, folder: Path) -> None:
    """One step's picture, in few colours so that it stays small."""
    draw, *view = STEPS[number - 1]
    folder.mkdir(parents=True, exist_ok=True)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    scene = renders.empty()
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.max_bounces = SAMPLES, True, 4
    scene.view_settings.view_transform = "AgX"
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.render.threads = 2
    stage(scene, *view)
    draw()
    path = folder / f"manual-tray-{number}.png"
    cv2.imwrite(str(path), renders.shot(scene, SCRATCH / "seen.png", "8"), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(path, flush=True)


def main() -> None:
    """Write the pictures of the steps that are named, or all."""
    for number in [int(word) for word in sys.argv[2:]] or range(1, len(STEPS) + 1):
        render(number, Path(sys.argv[1]))


if __name__ == "__main__":
    main()
