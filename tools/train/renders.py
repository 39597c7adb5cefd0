"""Renders scenes of wooden pieces with exact ground truth, as `photos/render_pieces` has them, for the training.

BLENDERENV/bin/python -m tools.train.renders FOLDER --many 100 --first 0

Blender as a Python module (`pip install bpy==5.0.1 "opencv-python-headless==4.11.0.86"` in an environment of its own);
1 unit is 10 mm. No picture, mesh or texture is anybody else's.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Euler, Vector
from numpy.random import Generator, default_rng

from tools.train import surfaces, wood
from tools.train.wood import Body

WIDTH, HEIGHT = 800, 450
SAMPLES = 5
COLOURS = ("yellow", "black", "red", "blue", "green")
SEEN = 0.3
"""From this visible share on a cube counts."""


class View(NamedTuple):
    """What the camera sees of the table: width and depth, in units."""

    width: float
    depth: float


def empty() -> Any:
    """A new scene with Cycles on one thread, colours kept linear."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.use_denoising = scene.cycles.use_adaptive_sampling = False
    scene.cycles.max_bounces = 2
    scene.render.dither_intensity = 0
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.color_mode = "RGB"
    return scene


def aim(scene: Any, chance: Generator) -> View:
    """A camera above the table, a quarter of them straight down."""
    above = np.radians(chance.uniform(86, 90) if chance.random() < 0.3 else chance.uniform(45, 76))
    width, away, turn = chance.uniform(24, 56), chance.uniform(50, 90), chance.uniform(0, 2 * np.pi)
    eye = away * np.array([np.cos(above) * np.cos(turn), np.cos(above) * np.sin(turn), np.sin(above)])
    lens = bpy.data.cameras.new("camera")
    lens.angle, lens.clip_end = 2 * np.arctan(width / 2 / away), 1000
    camera = bpy.data.objects.new("camera", lens)
    camera.location = eye
    camera.rotation_euler = Vector(-eye).to_track_quat("-Z", "Y").to_euler()
    if chance.random() < 0.5:
        camera.rotation_euler.rotate_axis("Z", chance.uniform(-0.3, 0.3))
    bpy.context.collection.objects.link(camera)
    scene.camera = camera
    return View(width, width * HEIGHT / WIDTH / np.sin(above))


def light(scene: Any, chance: Generator) -> None:
    """A lamp or two, a window or a ceiling, and what the room throws back."""
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    tone = (*np.clip(chance.normal(1, 0.1, 3), 0.6, 1.4), 1)
    world.node_tree.nodes["Background"].inputs[0].default_value = tone
    world.node_tree.nodes["Background"].inputs[1].default_value = float(np.exp(chance.normal(-1.6, 0.6)))
    scene.world = world
    for _ in range(int(chance.choice([1, 1, 2]))):
        kind = chance.choice(["lamp", "window", "ceiling", "spot"])
        lamp(str(kind), chance)


def lamp(kind: str, chance: Generator) -> None:
    high = {"lamp": (25, 60), "window": (30, 90), "ceiling": (120, 200), "spot": (40, 80)}[kind]
    size = {"lamp": (2, 10), "window": (40, 90), "ceiling": (40, 120), "spot": (2, 6)}[kind]
    z, turn = chance.uniform(*high), chance.uniform(0, 2 * np.pi)
    aside = chance.uniform(0.2, 1.6) * z if kind != "ceiling" else chance.uniform(0, 60)
    made = bpy.data.lights.new(kind, "SPOT" if kind == "spot" else "AREA")
    if kind == "spot":
        made.spot_size, made.spot_blend = chance.uniform(0.2, 0.5), chance.uniform(0, 0.8)
        made.shadow_soft_size = size[0]
    else:
        made.size = chance.uniform(*size)
    warm = chance.normal({"lamp": 0.3, "window": -0.15, "ceiling": 0.05, "spot": 0.15}[kind], 0.12)
    made.color = tuple(np.clip([1 + warm, 1, 1 - warm], 0.3, 1.6))
    made.energy = 14 * (z * z + aside * aside) * float(np.exp(chance.normal(0, 0.3)))
    thing = bpy.data.objects.new(kind, made)
    thing.location = (aside * np.cos(turn), aside * np.sin(turn), z)
    target = Vector((*chance.uniform(-8, 8, 2), 0))
    thing.rotation_euler = (target - thing.location).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)


def lay_ground(folder: Path, chance: Generator) -> None:
    """The table, sometimes with its edge in sight, over a floor."""
    flat = wood.picture(surfaces.ground(chance), folder / "ground.png", chance.uniform(0.35, 0.95))
    bpy.ops.mesh.primitive_plane_add(size=110)
    table = bpy.context.object
    table.data.materials.append(flat)
    table.rotation_euler[2] = chance.uniform(0, 2 * np.pi)
    table.location = (*(chance.uniform(-8, 8, 2) if chance.random() < 0.8 else chance.uniform(-34, 34, 2)), 0)
    bpy.ops.mesh.primitive_plane_add(size=900, location=(0, 0, -70))
    bpy.context.object.data.materials.append(wood.paint(chance.uniform(0.02, 0.5, 3), chance, 0.9))


def lay_clutter(view: View, folder: Path, chance: Generator) -> None:
    """Cards, a sheet, coins, a pencil, a mug, a hand's fingers."""
    for number in range(int(chance.integers(0, 7))):
        flat_thing(surfaces.card(chance), 6.3, view, folder / f"card{number}.png", 0.03 + 0.004 * number, chance)
    if chance.random() < 0.25:
        flat_thing(surfaces.sheet(chance), 21, view, folder / "sheet.png", 0.02, chance)
    for number in range(int(chance.choice([0, 0, 2, 5]))):
        lay_coin(anywhere(view, chance), folder / f"coin{number}.png", chance)
    if chance.random() < 0.3:
        paint = wood.paint(chance.uniform(0, 0.7, 3), chance)
        rod(chance.uniform(0.3, 0.4), 16, (*anywhere(view, chance), 0.36), paint)
    if chance.random() < 0.2:
        mug = wood.prism(wood.ring(4), 8, wood.paint(chance.uniform(0, 0.8, 3), chance, 0.3), 0.3)
        mug.location = (*rim(view, chance), 4)
    if chance.random() < 0.2:
        fingers(rim(view, chance), chance)


def flat_thing(image: np.ndarray, width: float, view: View, path: Path, z: float, chance: Generator) -> None:
    bpy.ops.mesh.primitive_plane_add(size=1, location=(*anywhere(view, chance), z))
    thing = bpy.context.object
    thing.scale = (width, width * image.shape[0] / image.shape[1], 1)
    thing.rotation_euler[2] = chance.uniform(0, 2 * np.pi)
    thing.data.materials.append(wood.picture(image, path, chance.uniform(0.3, 0.7)))


def lay_coin(place: tuple[float, float], path: Path, chance: Generator) -> None:
    """A coin, most often one that shows its struck face."""
    tone = (0.8, 0.75, 0.7) if chance.random() < 0.5 else (0.8, 0.55, 0.25)
    radius = chance.uniform(0.9, 1.4)
    coin = wood.prism(wood.ring(radius), 0.2, wood.paint(tone, chance, 0.3, 1.0), 0.03)
    coin.location = (*place, 0.1)
    if chance.random() < 0.7:
        bpy.ops.mesh.primitive_circle_add(radius=0.97 * radius, fill_type="NGON", location=(*place, 0.205))
        bpy.context.object.data.materials.append(wood.picture(surfaces.coin(chance), path, chance.uniform(0.2, 0.5)))


def rod(radius: float, length: float, place: tuple[float, ...], material: Any, turn: float | None = None) -> None:
    thing = wood.prism(wood.ring(radius, 16), length, material, radius * 0.6)
    thing.rotation_euler = (np.pi / 2, 0, float(place[0] * 7 if turn is None else turn))
    thing.location = place


def fingers(place: tuple[float, float], chance: Generator) -> None:
    skin = wood.paint(np.array([0.55, 0.28, 0.19]) * chance.uniform(0.15, 1.2), chance, 0.6)
    toward = np.arctan2(-place[1], -place[0])
    for number in range(4):
        aside = (number - 1.5) * 1.9 * np.array([-np.sin(toward), np.cos(toward)])
        rod(0.8, chance.uniform(9, 13), (place[0] + aside[0], place[1] + aside[1], 1.2), skin, toward - np.pi / 2)


def anywhere(view: View, chance: Generator, share: float = 0.48) -> tuple[float, float]:
    """A place in sight, seen from any side."""
    camera = bpy.context.scene.camera
    right, up = camera.matrix_world.col[0].xy.normalized(), Vector((0.0, 0.0))
    up.x, up.y = -right.y, right.x
    place = right * view.width * chance.uniform(-share, share) + up * view.depth * chance.uniform(-share, share)
    return place.x, place.y


def rim(view: View, chance: Generator) -> tuple[float, float]:
    """A place at the border of what is in sight."""
    x, y = anywhere(view, chance)
    out = 0.48 * view.width / max(1e-3, float(np.hypot(x, y)))
    return x * out, y * out


def lay_pieces(view: View, chance: Generator) -> list[Body]:
    """Cubes singly, in rows, blocks, heaps and piles; houses, discs and dice between them."""
    side = chance.uniform(0.78, 1.05)
    taken: list[tuple[float, float, float]] = []
    laid: list[Body] = []
    usual = chance.dirichlet(np.full(5, 0.5)) if chance.random() < 0.7 else np.full(5, 0.2)
    want = int(chance.integers(0, 44))
    while len(laid) < want:
        colours = [COLOURS[i] for i in chance.choice(5, int(chance.choice([1, 2, 3, 4, 6, 8])), p=usual)]
        place = free(view, 0.6 * side * (1 + len(colours)), taken, chance)
        laid += group([wood.cube(colour, side, chance) for colour in colours], place, side, chance)
    for make, most in ((wood.house, 12), (wood.disc, 7)):
        for _ in range(int(chance.integers(0, most))):
            body = make(COLOURS[chance.integers(5)], chance)
            laid.append(drop(body, free(view, 1.0, taken, chance), body.half, chance.uniform(0, 7)))
    middle = anywhere(view, chance, 0.35)
    for _ in range(int(chance.choice([0, 2, 5, 10]))):
        body = wood.die(chance)
        x, y = np.array(middle) + chance.normal(0, 3.5, 2)
        if clear((x, y), 1.0, taken):
            taken.append((x, y, 1.0))
            laid.append(drop(body, (x, y), body.half, None))
    return laid


def free(view: View, reach: float, taken: list[tuple[float, float, float]], chance: Generator) -> tuple[float, float]:
    """A place where nothing lies yet, as far as there is one."""
    place = anywhere(view, chance)
    for _ in range(12):
        if clear(place, reach, taken):
            break
        place = anywhere(view, chance)
    taken.append((*place, reach))
    return place


def clear(place: tuple[float, float], reach: float, taken: list[tuple[float, float, float]]) -> bool:
    return all(np.hypot(place[0] - x, place[1] - y) > reach + other for x, y, other in taken)


def group(cubes: list[Body], place: tuple[float, float], side: float, chance: Generator) -> list[Body]:
    """Laid out as a row, a block, a heap or a pile about a place."""
    form = str(chance.choice(["row", "block", "heap", "pile"], p=[0.35, 0.2, 0.25, 0.2]))
    many, middle = len(cubes), np.array(place)
    if form in ("row", "block"):
        grid(cubes, middle, many if form == "row" else int(np.ceil(np.sqrt(many))), side, chance)
        return cubes
    below = many if form != "pile" or many < 3 else many - many // 3
    for number, body in enumerate(cubes[:below]):
        lie_beside(body, middle, 0.62 * side * np.sqrt(below), cubes[:number], side, chance)
    for body in cubes[below:]:
        lean(body, middle + chance.uniform(-0.3, 0.3, 2) * side * np.sqrt(below), side, chance)
    return cubes


def grid(cubes: list[Body], middle: np.ndarray, columns: int, side: float, chance: Generator) -> None:
    """Side by side in so many columns, touching."""
    turn = chance.uniform(0, np.pi)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for number, body in enumerate(cubes):
        at = turned @ ((np.array([number % columns, number // columns]) - (columns - 1) / 2) * side * 1.03)
        drop(body, tuple(middle + at + chance.normal(0, 0.02, 2)), body.half, turn + chance.normal(0, 0.05))


def lie_beside(
    body: Body, place: np.ndarray, spread: float, others: list[Body], side: float, chance: Generator
) -> None:
    """Somewhere about a place where no other cube of the heap is."""
    for trial in range(30):
        at = place + chance.normal(0, spread * (1 + trial / 10), 2)
        if all(np.hypot(*(at - np.array(one.thing.location.xy))) > 1.16 * side for one in others):
            break
    if chance.random() < 0.08:
        lean(body, at, 0.0, chance)
    else:
        drop(body, (float(at[0]), float(at[1])), body.half, chance.uniform(0, 7))


def lean(body: Body, at: np.ndarray, floor: float, chance: Generator) -> None:
    """On top of others, sometimes tipped."""
    body.thing.rotation_euler = Euler((chance.normal(0, 0.25), chance.normal(0, 0.25), chance.uniform(0, 7)))
    if chance.random() < 0.55:
        body.thing.rotation_euler.x = body.thing.rotation_euler.y = 0
    lowest = min((body.thing.rotation_euler.to_matrix() @ v.co).z for v in body.thing.data.vertices)
    body.thing.location = (float(at[0]), float(at[1]), floor - lowest)


def drop(body: Body, place: tuple[float, ...], half: float, turn: float | None) -> Body:
    body.thing.location = (*place, half)
    if turn is not None:
        body.thing.rotation_euler[2] = turn
    else:
        body.thing.rotation_euler.rotate(Euler((0, 0, float(place[0] * 9))))
    return body


def developed(linear: np.ndarray, chance: Generator) -> np.ndarray:
    """A camera's picture of 16-bit linear light: exposure, white balance, tone curve.

    What few samples leave is smoothed; a camera's noise comes with the training.
    """
    light = linear.astype(np.float32) / 65535
    grey = light.reshape(-1, 3).mean(axis=0)
    light *= (grey.mean() / np.maximum(grey, 1e-4)) ** chance.uniform(0.0, 0.35)
    goal = 0.18 * 2.0 ** chance.normal(0.4, 0.5)
    light *= min(goal / max(1e-4, float(np.percentile(light, 60))), 0.9 / max(1e-4, float(np.percentile(light, 97))))
    shown = np.where(light < 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    return cv2.fastNlMeansDenoisingColored((255 * shown).clip(0, 255).astype(np.uint8), None, 5, 8, 5, 15)


def labels(scene: Any, laid: list[Body], folder: Path) -> np.ndarray:
    """A picture that holds in each pixel the number of the piece seen there, from 1, or 0."""
    for number, body in enumerate(laid):
        for thing in (body.thing, *body.thing.children):
            thing.pass_index = number + 1
    made = bpy.data.materials.new("number")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    info, part = nodes.new("ShaderNodeObjectInfo"), nodes.new("ShaderNodeMath")
    glow, out = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    part.operation, part.inputs[1].default_value = "DIVIDE", 255
    links.new(info.outputs["Object Index"], part.inputs[0])
    links.new(part.outputs[0], glow.inputs["Color"])
    links.new(glow.outputs[0], out.inputs["Surface"])
    scene.view_layers[0].material_override = made
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = 0
    scene.cycles.samples, scene.cycles.pixel_filter_type, scene.cycles.filter_width = 1, "BOX", 0.01
    return shot(scene, folder / "labels.png", "8")[..., 2]


def shot(scene: Any, path: Path, depth: str) -> np.ndarray:
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "PNG", depth
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))[..., :3]


def truth(scene: Any, laid: list[Body], numbers: np.ndarray) -> dict[str, Any]:
    """As in `render_pieces/ground_truth.json`, of what is visible at all."""
    found: dict[str, Any] = {"cubes": [], "houses": [], "discs": [], "dice": []}
    for number, body in enumerate(laid):
        mask = numbers == number + 1
        if not mask.any():
            continue
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        box = [int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1]
        corners = pixels(scene, [body.thing.matrix_world @ corner.co for corner in body.thing.data.vertices])
        whole = cv2.contourArea(cv2.convexHull(corners))
        piece = {"colour": body.colour, "centre": top(scene, body), "box": box,
                 "visible_fraction": round(min(1.0, float(mask.sum()) / max(whole, 1)), 3)}  # fmt: skip
        found["dice" if body.kind == "die" else body.kind + "s"].append(piece)
    seen = [one["colour"] for one in found["cubes"] if one["visible_fraction"] >= SEEN]
    return {"width": WIDTH, "height": HEIGHT, **found, "cube_counts": {c: seen.count(c) for c in COLOURS}}


def top(scene: Any, body: Body) -> list[float]:
    """Middle of the upper face in px."""
    turn = body.thing.rotation_euler.to_matrix()
    up = max((turn @ Vector(face) for face, _ in wood.FACES), key=lambda way: way.z)
    x, y = pixels(scene, [body.thing.matrix_world.translation + up * body.half])[0]
    return [round(float(x), 1), round(float(y), 1)]


def pixels(scene: Any, points: list[Any]) -> np.ndarray:
    seen = [world_to_camera_view(scene, scene.camera, point) for point in points]
    return np.array([(p.x * WIDTH - 0.5, (1 - p.y) * HEIGHT - 0.5) for p in seen], np.float32)


def render(number: int, folder: Path) -> dict[str, Any]:
    """One scene; hands back its ground truth and writes `NUMBER.jpg`."""
    chance, scratch = default_rng(number), folder / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    scene = empty()
    view = aim(scene, chance)
    bpy.context.view_layer.update()
    light(scene, chance)
    lay_ground(scratch, chance)
    lay_clutter(view, scratch, chance)
    laid = lay_pieces(view, chance)
    bpy.context.view_layer.update()
    scene.cycles.samples = SAMPLES
    image = developed(shot(scene, scratch / "seen.png", "16"), chance)
    cv2.imwrite(str(folder / f"{number:05}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 94])
    return truth(scene, laid, labels(scene, laid, scratch))


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--many", type=int, default=100)
    ask.add_argument("--first", type=int, default=0, help="the number of the first scene, which is its seed too")
    options = ask.parse_args()
    kept = options.folder / "ground_truth.json"
    known: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for number in range(options.first, options.first + options.many):
        known[f"{number:05}.jpg"] = render(number, options.folder)
        kept.write_text(json.dumps(known), encoding="utf-8")


if __name__ == "__main__":
    main()
