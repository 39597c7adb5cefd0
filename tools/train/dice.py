"""Trains the dice finder on the photos of dice in a folder, on drawn dice, and on photos that show none.

python -m tools.train.dice PHOTOS OUT.onnx [--steps 6000] [--without 0/3] [--unseen dice_taistudio]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor

from tools.train.dense import Dense, Sample, focal
from tools.train.dice_art import SIDE, body, laid
from tools.train.photos import Photos, read
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.weather import dragged, weather
from vision.picture import Picture as Image

CROP, BATCH, STRIDE = 256, 8, 4
USUAL = 38.0
"""The usual side of a die in px of the window."""


class Scene(NamedTuple):
    """A picture and its dice: boxes n × 4 px."""

    image: Image
    boxes: np.ndarray


SHARES = {"dice_byler": 0.44, "dice_taistudio": 0.12, "render_pieces": 0.17, "drawn": 0.17, "bare": 0.1}
WITHOUT_DICE = ["cards_set_tomwhite", "cards_pinochle_edje", "pieces_lego_coins_abullard", "pieces_qwirkle_kmate"]
WITHOUT_DICE += ["rubik_dwalton"]
WITH_DICE = ("dice_byler", "dice_taistudio", "render_pieces")
SMALLEST = 10
"""Dice smaller than this, in px of the window, are no peaks: the finder's wide view of a table must not guess."""

MOVING, DRAGGED = 0.35, 0.5
"""The share of windows that are blurred by motion, and how long that may be, in sides of a die."""

DRAWN, WIDE = 160, 480
"""How many scenes are drawn before the training begins, and their side in px."""


def scenes(photos: Photos) -> dict[str, list[Scene]]:
    """The training scenes of each set."""
    with_dice = {name: [scene(*photo) for photo in photos.of(name)] for name in WITH_DICE}
    sets = {name: those for name, those in with_dice.items() if those}
    bare = [path for name in WITHOUT_DICE for path, _ in photos.of(name, whole=True)]
    sets["bare"] = [scene(path, {"dice": []}) for path in bare]
    chance = default_rng(5)
    sets["drawn"] = [drawn_scene(sets["bare"], chance) for _ in range(DRAWN)]
    return sets


def drawn_scene(bare: list[Scene], chance: Generator) -> Scene:
    """Dice and plain cubes that never were on a piece of a photo or on one tone, some of them touching."""
    ground = np.full((WIDE, WIDE, 3), chance.uniform(20, 245) + chance.normal(0, 12, 3), np.float64)
    image = ground.clip(0, 255).astype(np.uint8)
    photo = bare[chance.integers(len(bare))].image
    if chance.random() < 0.6 and min(photo.shape[:2]) > WIDE:
        y, x = (int(chance.integers(0, side - WIDE)) for side in photo.shape[:2])
        image = photo[y : y + WIDE, x : x + WIDE].copy()
    side = chance.uniform(34, 80)
    places: list[tuple[float, float]] = []
    found: list[np.ndarray] = []
    for x, y in chance.uniform(side, WIDE - side, (int(chance.integers(4, 22)), 2)):
        if all(max(abs(x - left), abs(y - top)) > side for left, top in places):
            thing = body(chance, die=chance.random() < 0.6)
            box = laid(image, thing, x, y, side * chance.uniform(0.9, 1.1) / (0.66 * SIDE), chance)
            places.append((x, y))
            found += [box] if thing.pips else []
    return Scene(image, np.array(found, np.float32).reshape(-1, 4))


def scene(path: Path, truth: dict[str, list[dict[str, object]]]) -> Scene:
    image = read(path)
    if max(image.shape[:2]) > 1280:
        scale = 1280 / max(image.shape[:2])
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    else:
        scale = 1.0
    seen = [die for die in truth["dice"] if float(str(die.get("visible_fraction", 1))) > 0.15]
    if seen and "box" not in seen[0]:
        seen = [{**seen[0], "box": lone_box(image)}]
    boxes = np.array([die["box"] for die in seen], np.float32).reshape(-1, 4) * scale
    return Scene(image, boxes)


def lone_box(image: Image) -> list[float]:
    """The box of the one yellowish die that fills a picture without labelled boxes (`eyes_*`), before scaling."""
    yellow = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB)[..., 2], (0, 0), 5)
    _, mask = cv2.threshold(yellow, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    x, y, w, h, _ = stats[1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))]
    return [float(x), float(y), float(x + w), float(y + h)]


def cut(scene: Scene, chance: Generator) -> tuple[Image, np.ndarray]:
    """A chance window of CROP × CROP px, turned by a quarter, mirrored, dice of 14 to 130 px or all too small."""
    h, w = scene.image.shape[:2]
    sides = scene.boxes[:, 2:] - scene.boxes[:, :2]
    side = float(np.median(sides)) if len(sides) else np.exp(chance.uniform(np.log(30), np.log(200)))
    scale = np.exp(chance.normal(np.log(USUAL), 0.45)).clip(14, 130) / side
    if len(sides) and chance.random() < 0.1:
        scale = chance.uniform(4, 9) / float(sides.max())
    if len(sides) and chance.random() < 0.85:
        x0, y0, x1, y1 = scene.boxes[chance.integers(len(sides))]
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + chance.uniform(-0.5, 0.5, 2) * CROP / scale
    else:
        middle = chance.uniform(0, 1, 2) * (w, h)
    tilt = np.deg2rad(chance.choice([0, 90, 180, 270]) + chance.normal(0, 4))
    flip = np.diag([chance.choice([-1.0, 1.0]), 1.0])
    turn = scale * np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]]) @ flip
    matrix = np.hstack([turn, (CROP / 2 - turn @ middle)[:, None]])
    how = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    edge = cv2.BORDER_REPLICATE if chance.random() < 0.5 else cv2.BORDER_CONSTANT
    grey = [float(chance.uniform(0, 255))] * 3
    image = cv2.warpAffine(scene.image, matrix, (CROP, CROP), flags=how, borderMode=edge, borderValue=grey)
    boxes = moved(scene.boxes, matrix)
    return image, boxes[(boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0) >= SMALLEST]


def moved(boxes: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Boxes n × 4 under an affine map of nearly quarter turns, keeping their sides' lengths."""
    if not len(boxes):
        return boxes
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2 @ matrix[:, :2].T + matrix[:, 2]
    straight = np.round(matrix[:, :2] / np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    sides = np.abs((boxes[:, 2:] - boxes[:, :2]) @ straight.T) * np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    return np.hstack([centre - sides / 2, centre + sides / 2]).astype(np.float32)


def drawn(boxes: np.ndarray) -> dict[str, Tensor]:
    """Maps for the loss: a Gaussian peak per die, log sides and the cells where these count."""
    size = CROP // STRIDE
    peak, sides = np.zeros((size, size), np.float32), np.zeros((2, size, size), np.float32)
    near = np.zeros((size, size), np.float32)
    y, x = np.mgrid[:size, :size]
    for x0, y0, x1, y1 in boxes:
        cx, cy = (x0 + x1) / 2 / STRIDE - 0.5, (y0 + y1) / 2 / STRIDE - 0.5
        column, row = round(float(cx)), round(float(cy))
        if not (0 <= column < size and 0 <= row < size):
            continue
        spread = max(0.7, 0.09 * float(max(x1 - x0, y1 - y0)) / STRIDE)
        bell = np.exp(-((x - column) ** 2 + (y - row) ** 2) / (2 * spread**2))
        np.maximum(peak, bell, out=peak)
        close = bell > 0.5
        near[close] = 1
        sides[:, close] = np.log([[(x1 - x0) / 32], [(y1 - y0) / 32]])
    maps = {"peak": peak, "sides": sides, "near": near}
    return {name: torch.from_numpy(value) for name, value in maps.items()}


def samples(sets: dict[str, list[Scene]], chance: Generator) -> Iterator[Sample]:
    shares = np.array([SHARES[name] for name in sets])
    while True:
        chosen = sets[chance.choice(list(sets), p=shares / shares.sum())]
        image, boxes = cut(chosen[chance.integers(len(chosen))], chance)
        changed = weather(image, chance, chance.uniform(0, 0.6))
        if chance.random() < MOVING:
            changed = dragged(changed, chance, DRAGGED * usual(boxes))
        yield torch.from_numpy(changed).permute(2, 0, 1), drawn(boxes)


def usual(boxes: np.ndarray) -> float:
    """The median longer side of boxes in px, `USUAL` without any."""
    return float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1))) if len(boxes) else USUAL


def loss(maps: Tensor, target: dict[str, Tensor]) -> Tensor:
    near, count = target["near"], target["near"].sum().clamp(min=1)
    sides = ((maps[:, 1:3] - target["sides"]).abs() * near[:, None]).sum() / count
    return focal(maps[:, 0] - 4, target["peak"]) + 2 * sides


def main() -> None:
    options = asks("dice", __doc__, steps=6000, batch=BATCH).parse_args()
    photos = photos_of(options)
    sets = scenes(photos)
    print({name: len(one) for name, one in sets.items()}, flush=True)
    net = taught(options, Dense(3), samples(sets, chance_of(options)), loss)
    keep(options, net, (CROP, CROP), photos.digests)


if __name__ == "__main__":
    main()
