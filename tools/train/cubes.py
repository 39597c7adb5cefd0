"""Trains the cube finder: the upper faces of cubes of five colours, and what is not a cube (houses, discs, dice).

python -m tools.train.cubes PHOTOS OUT.onnx [--steps 8000] [--without 0/2] [--more FOLDER_OF_OWN_RENDERS]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor

from tools.train.cube_art import plain_scene
from tools.train.dense import Dense, Sample, focal
from tools.train.photos import Photos
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.scenes import KINDS, WITHOUT_CUBES, Scene, Thing, scene
from tools.train.weather import weather
from vision.photo.found import CUBE_COLOURS
from vision.picture import Picture as Image

CROP, BATCH, STRIDE = 192, 14, 4
MEASURES = 3


def cut(scene: Scene, chance: Generator) -> tuple[Image, list[Thing]]:
    """A chance window of CROP × CROP px with cubes of 13 to 70 px."""
    h, w = scene.image.shape[:2]
    counted = [one for one in scene.things if one.counts]
    usual = float(np.median([one.size for one in counted])) if counted else chance.uniform(25, 60)
    scale = np.exp(chance.normal(np.log(31), 0.27)).clip(13, 70) / usual
    middle = chance.uniform(0.1, 0.9, 2) * (w, h)
    if counted and chance.random() < 0.85:
        one = counted[chance.integers(len(counted))]
        middle = np.array([one.x, one.y]) + chance.uniform(-0.4, 0.4, 2) * CROP / scale
    tilt = chance.uniform(0, 2 * np.pi) if chance.random() < 0.3 else chance.normal(0, 0.2)
    turn = scale * np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    turn = turn @ np.diag([chance.choice([-1.0, 1.0]), 1.0])
    matrix = np.hstack([turn, (CROP / 2 - turn @ middle)[:, None]])
    how = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    image = cv2.warpAffine(scene.image, matrix, (CROP, CROP), flags=how, borderMode=cv2.BORDER_CONSTANT,
                           borderValue=[float(chance.uniform(0, 255))] * 3)  # fmt: skip
    places = [matrix @ (one.x, one.y, 1) for one in scene.things]
    moved = [one._replace(x=x, y=y, size=one.size * scale) for one, (x, y) in zip(scene.things, places, strict=True)]
    return image, moved


def drawn(things: list[Thing]) -> dict[str, Tensor]:
    """Maps for the loss: a Gaussian peak per piece in its kind's layer, how much each cell counts, and measures.

    The measures of a piece stand in its peak's cell: log of size / 32 px, and how far right and below
    it lies, in cells.
    """
    size = CROP // STRIDE
    peaks, weight = np.zeros((len(KINDS), size, size), np.float32), np.ones((size, size), np.float32)
    measures = np.full((MEASURES, size, size), np.nan, np.float32)
    y, x = np.mgrid[:size, :size]
    for one in things:
        column, row = round((one.x - 1.5) / STRIDE), round((one.y - 1.5) / STRIDE)
        if not (-2 <= column < size + 2 and -2 <= row < size + 2):
            continue
        bell = np.exp(-((x - column) ** 2 + (y - row) ** 2) / (2 * max(0.6, 0.09 * one.size / STRIDE) ** 2))
        if one.counts and 0 <= column < size and 0 <= row < size:
            np.maximum(peaks[one.kind], bell, out=peaks[one.kind])
            aside = (one.x - 1.5) / STRIDE - column, (one.y - 1.5) / STRIDE - row
            measures[:, row, column] = np.log(one.size / 32), *aside
        elif not one.counts and one.size > 0:
            weight[(abs(x - column) <= 1.5) & (abs(y - row) <= 1.5)] = 0
    weight[:1], weight[-1:], weight[:, :1], weight[:, -1:] = 0.2, 0.2, 0.2, 0.2
    maps = {"peaks": peaks, "weight": weight, "measures": measures}
    return {name: torch.from_numpy(field) for name, field in maps.items()}


def samples(pools: list[tuple[float, list[Scene]]], chance: Generator) -> Iterator[Sample]:
    shares = np.array([share for share, _ in pools])
    while True:
        pool = pools[chance.choice(len(pools), p=shares / shares.sum())][1]
        image, things = cut(pool[chance.integers(len(pool))], chance)
        changed = weather(image, chance, chance.uniform(0, 0.7))
        yield torch.from_numpy(changed).permute(2, 0, 1), drawn(things)


def loss(maps: Tensor, target: dict[str, Tensor]) -> Tensor:
    kinds = [focal(maps[:, kind] - 4, target["peaks"][:, kind], target["weight"]) for kind in range(len(KINDS))]
    total: Tensor = sum(kinds[: len(CUBE_COLOURS)], start=maps.new_zeros(())) / 5
    known = ~target["measures"].isnan()
    off = (maps[:, len(KINDS) :][known] - target["measures"][known]).abs().sum() / known.sum().clamp(min=1)
    return total + sum(kinds[len(CUBE_COLOURS) :], start=maps.new_zeros(())) / 6 + 0.5 * off


def pools_of(photos: Photos, more: Path | None) -> list[tuple[float, list[Scene]]]:
    """Renders, dice, photos without any cubes, our own renders and drawn scenes, each with how often it is taken."""
    given = [(0.8, photos.of("render_pieces")), (0.05, photos.of("dice_byler"))]
    given += [(0.015, photos.of(name, whole=True)) for name in WITHOUT_CUBES]
    given += [(0.7, photos.all_in(more))]
    pools = [(share, [scene(*photo) for photo in those]) for share, those in given if those]
    return [*pools, (0.2, [plain_scene(default_rng(number)) for number in range(120)])]


def main() -> None:
    ask = asks("cubes", __doc__, steps=8000, batch=BATCH)
    ask.add_argument("--more", type=Path, help="a folder of own renders with the same ground truth")
    options = ask.parse_args()
    photos = photos_of(options)
    pools = pools_of(photos, options.more)
    print([len(pool) for _, pool in pools], flush=True)
    net = taught(options, Dense(len(KINDS) + MEASURES), samples(pools, chance_of(options)), loss)
    keep(options, net, (CROP, CROP), photos.digests)


if __name__ == "__main__":
    main()
