"""Renders the goods fields of the printed mat with cubes in them, as cameras in many places see them, with exact truth.

BLENDERENV/bin/python -m tools.photoreal.strips FOLDER --first 0 --many 60 [--whole] [--stacked]

Blender as a Python module, in an environment of its own from requirements-photoreal.lock (`make strips`); 1 unit is
10 mm. Each
number is a place (`tools.photoreal.place`) and the seed of all that lies there. Written are `NUMBER.png` and
`NUMBER.json`: the matrix from mm on the mat to px, and each zone's cubes with how they lie. Only the goods fields are
drawn, with `--whole` the whole picture. No picture, mesh or texture is anybody else's.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from numpy.random import Generator, default_rng

from tools.photoreal.news import border, in_picture
from tools.photoreal.numbered import asker, photograph, render_all
from tools.photoreal.place import SIDE, Place, Wood, laid, mat_of, place, printed, split
from tools.train import renders, surfaces, wood
from vision.mat.mat import Mat, load_mat
from vision.picture import Picture, Points

SAMPLES = 2
MANY = 60
AROUND = 4.0  # mm about the goods fields that are drawn too
NAMES = {"G": "green", "B": "blue", "R": "red", "K": "black", "Y": "yellow"}
SHADOWED = 0.45  # part of the places where an arm or a phone stands in the light


def world(mat: Mat, x: float, y: float, z: float = 0.0) -> Vector:
    """A place in mm on and over the mat, in Blender's units about the mat's middle."""
    return Vector(((x - mat.size[0] / 2) / 10, (mat.size[1] / 2 - y) / 10, z / 10))


def aim(scene: Any, at: Place) -> None:
    """The camera of a place, over the mat."""
    scene.render.resolution_x, scene.render.resolution_y = at.frame
    lens = bpy.data.cameras.new("camera")
    lens.angle, lens.clip_end = np.radians(at.angle), 2000
    far = at.frame[0] / 2 / np.tan(np.radians(at.angle) / 2) / at.sharp / 10
    lean, aside = np.radians(at.tilt), np.radians(at.side)
    target = Vector((at.off[0] / 10, at.off[1] / 10, 0))
    eye = target + float(far) * Vector((np.sin(lean) * np.sin(aside), -np.sin(lean) * np.cos(aside), np.cos(lean)))
    camera = bpy.data.objects.new("camera", lens)
    camera.location = eye
    up = (target - eye).to_track_quat("-Z", "Y")
    camera.rotation_euler = up.to_euler()
    bpy.context.collection.objects.link(camera)
    scene.camera = camera


def lay_mat(mat: Mat, at: Place, scratch: Path, chance: Generator, whole: bool, flat: Picture | None = None) -> None:
    """The printed mat on a table, of which grain is drawn only where it is seen; `flat` is its print, if known."""
    flat = printed(mat, at) if flat is None else flat
    if whole:
        table = wood.picture(surfaces.ground(chance), scratch / "table.png", chance.uniform(0.35, 0.95))
    else:
        table = wood.paint(chance.uniform(0.05, 0.6) * chance.uniform(0.7, 1.3, 3), chance, 0.8)
    bpy.ops.mesh.primitive_plane_add(size=220, location=(0, 0, -0.06))
    bpy.context.object.data.materials.append(table)
    bpy.ops.mesh.primitive_plane_add(size=1)
    sheet = bpy.context.object
    sheet.scale = (mat.size[0] / 10, mat.size[1] / 10, 1)
    sheet.data.materials.append(wood.picture(flat, scratch / "mat.png", at.shine[0]))


def lay_cube(mat: Mat, at: Place, cube: Wood, chance: Generator) -> None:
    body = wood.cube(NAMES[cube.good], SIDE / 10, chance)
    paint = body.thing.data.materials[0].node_tree.nodes["Principled BSDF"].inputs
    plain = np.array(paint["Base Color"].default_value[:3]) * at.paints[cube.good]
    paint["Base Color"].default_value = (*np.clip(plain, 0.004, 0.9), 1)
    paint["Roughness"].default_value = float(np.clip(at.shine[1] + chance.normal(0, 0.05), 0.15, 0.9))
    body.thing.location = world(mat, cube.x, cube.y, cube.z + SIDE / 2)
    body.thing.rotation_euler[2] = -np.radians(cube.angle)


def shade(mat: Mat, chance: Generator) -> None:
    """An arm, a phone or a head between a lamp and the goods, unseen by the camera itself."""
    lamps = [thing for thing in bpy.data.objects if thing.type == "LIGHT"]
    lamp = lamps[int(chance.integers(len(lamps)))]
    target = world(mat, chance.uniform(30, 610), chance.uniform(240, 320))
    bpy.ops.mesh.primitive_cube_add(
        size=1, location=target + float(chance.uniform(0.12, 0.5)) * (lamp.location - target)
    )
    thing = bpy.context.object
    thing.scale = (chance.uniform(3, 12), chance.uniform(6, 40), chance.uniform(1, 8))
    thing.rotation_euler[2] = chance.uniform(0, np.pi)
    thing.data.materials.append(wood.paint(chance.uniform(0.02, 0.5, 3), chance, 0.8))
    thing.visible_camera = False


def matrix(scene: Any, mat: Mat) -> Points:
    """The homography from mm on the mat to px of the whole picture."""
    wide, high = mat.size
    places = [(0, 0), (wide, 0), (wide, high), (0, high)]
    seen = [world_to_camera_view(scene, scene.camera, world(mat, x, y)) for x, y in places]
    size = scene.render.resolution_x, scene.render.resolution_y
    pixels = np.array([(p.x * size[0] - 0.5, (1 - p.y) * size[1] - 0.5) for p in seen], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(np.array(places, np.float32), pixels), float)


def margins(scene: Any, mat: Mat) -> Points:
    """Where the white margins of the markers are seen, (n, 2) in px, as far as they are in the picture."""
    out = (mat.marker + mat.margin) / 2
    places = np.array(mat.corners)[:, None] + out * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    pixels = np.round(cv2.perspectiveTransform(places.reshape(1, -1, 2), matrix(scene, mat))[0]).astype(int)
    size = scene.render.resolution_x, scene.render.resolution_y
    return np.asarray(pixels[((pixels >= 0) & (pixels < size)).all(axis=1)])


def cut(scene: Any, mat: Mat, onto: Points) -> tuple[int, int, int, int]:
    """The box x0, y0, x1, y1 in px that shows the goods fields; the renderer draws nothing else from now on."""
    boxes = np.array([zone.box for zone in mat.zones.values() if zone.kind == "cubes"])
    (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0) - AROUND, boxes[:, 2:].max(axis=0) + AROUND
    shown = in_picture((x0, y0, x1, y1), onto, (scene.render.resolution_x, scene.render.resolution_y))
    draw_only(scene, shown)
    return shown


def draw_only(scene: Any, shown: tuple[int, int, int, int]) -> None:
    """Nothing of the picture is drawn from now on but what is within left, top, right and bottom in px."""
    left, top, right, bottom = shown
    wide, high = scene.render.resolution_x, scene.render.resolution_y
    scene.render.use_border = scene.render.use_crop_to_border = True
    scene.render.border_min_x, scene.render.border_max_x = border(left, wide), border(right, wide)
    scene.render.border_min_y, scene.render.border_max_y = border(high - bottom, high), border(high - top, high)


def lit(mat: Mat, at: Place, chance: Generator) -> Any:
    """A new scene with the camera and the lamps of a place, now and then with something in the light."""
    scene = renders.empty()
    scene.cycles.samples, scene.cycles.use_denoising = SAMPLES, True
    scene.cycles.denoising_prefilter, scene.cycles.denoising_quality = "FAST", "FAST"
    aim(scene, at)
    renders.light(scene, chance)
    if chance.random() < SHADOWED:
        shade(mat, chance)
    return scene


def render(number: int, folder: Path, whole: bool, stacked: bool) -> dict[str, Any]:
    """The scene of a number: its picture is written into the folder, its truth handed back."""
    mat, at, chance, scratch = load_mat(), place(number), default_rng(number), folder / "scratch"
    scene = lit(mat, at, chance)
    field = mat_of(at, mat)
    zones = {name: laid(field, name, chance, stacked) for name, zone in mat.zones.items() if zone.kind == "cubes"}
    for _, cubes in zones.values():
        for cube in cubes:
            lay_cube(mat, at, cube, chance)
    lay_mat(mat, at, scratch, chance, whole)
    bpy.context.view_layer.update()
    onto = matrix(scene, mat)
    left, top, *_ = (0, 0) if whole else cut(scene, mat, onto)
    photograph(scene, number, folder, chance)
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ onto
    eye = scene.camera.location
    camera = [mat.size[0] / 2 + 10 * eye.x, mat.size[1] / 2 - 10 * eye.y, 10 * eye.z]
    said = {name: {"way": way, "cubes": [cube._asdict() for cube in cubes]} for name, (way, cubes) in zones.items()}
    return {
        "split": split(number),
        "matrix": moved.tolist(),
        "camera": camera,
        "sharp": at.sharp,
        "celled": at.celled,
        "zones": said,
    }


def main() -> None:
    ask = asker(__doc__, MANY)
    ask.add_argument("--whole", action="store_true", help="the whole picture, markers and all")
    ask.add_argument("--stacked", action="store_true", help="in every field some cubes lie on others")
    options = ask.parse_args()
    render_all(options, partial(render, whole=options.whole, stacked=options.stacked))


if __name__ == "__main__":
    main()
