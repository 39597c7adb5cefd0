"""Trains the sorter of pieces: what a small window shows in its middle, a cube of a colour, something else or nothing.

python -m tools.train.pieces PHOTOS OUT.onnx --minutes 3 [--without 0/6]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.cubes import KINDS, WITHOUT_CUBES, Scene, Thing, scene
from tools.train.dense import Plain, Sample, Separable, batches, begun, conv, export, quiet, rank, train
from tools.train.folds import kept
from tools.train.weather import weather
from vision.photo.cubes import BIAS, GLIMPSE, LONG_SIDE, WINDOW
from vision.photo.net import dense, peaks, shipped, sigmoid
from vision.picture import Picture as Image

NOTHING = len(KINDS)


class Sorter(nn.Module):
    """WINDOW × WINDOW px in; a logit for each kind and for nothing, and the log of size / 32 px out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16, 2), Plain(16), conv(16, 32, 2), Plain(32), conv(32, 64, 2)),
            *(Separable(64), Separable(64), Separable(64)),
        )
        self.middle = nn.Conv2d(64, 32, 1)
        self.last = nn.Linear(32 * 6 * 6, len(KINDS) + 2)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.last(F.relu(self.middle(self.body(x))).flatten(1))
        return out


def cut(scene: Scene, x: float, y: float, size: float, chance: Generator) -> tuple[Image, float]:
    """The window about a point at a scale like that of use, a little turned and mirrored; and its scale."""
    scale = LONG_SIDE / max(scene.image.shape[:2]) * float(np.exp(chance.normal(0, 0.22)))
    if size:
        scale = float(np.clip(scale, 13 / size, 70 / size))
    tilt = chance.uniform(0, 2 * np.pi) if chance.random() < 0.2 else chance.normal(0, 0.15)
    turn = scale * np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    turn = turn @ np.diag([chance.choice([-1.0, 1.0]), 1.0])
    matrix = np.hstack([turn, (WINDOW / 2 - turn @ np.array([x, y]))[:, None]])
    image = cv2.warpAffine(scene.image, matrix, (WINDOW, WINDOW), borderMode=cv2.BORDER_REPLICATE)
    return image, scale


def piece(scene: Scene, counted: list[Thing], chance: Generator) -> tuple[Image, int, float]:
    """A window with a piece in its middle."""
    kinds = sorted({one.kind for one in counted})
    kind = kinds[chance.integers(len(kinds))]
    alike = [one for one in counted if one.kind == kind]
    one = alike[chance.integers(len(alike))]
    x, y = np.array([one.x, one.y]) + chance.normal(0, 0.06, 2) * one.size
    image, scale = cut(scene, float(x), float(y), one.size, chance)
    return image, one.kind, float(np.log(one.size * scale / 32))


def nothing(scene: Scene, counted: list[Thing], chance: Generator) -> tuple[Image, int, float]:
    """A window with no piece in its middle, mostly beside one."""
    h, w = scene.image.shape[:2]
    for _ in range(20):
        x, y = chance.uniform(0, 1, 2) * (w, h)
        size = 0.0
        if counted and chance.random() < 0.65:
            one = counted[chance.integers(len(counted))]
            angle, away = chance.uniform(0, 2 * np.pi), chance.uniform(0.36, 1.0)
            x, y, size = one.x + np.cos(angle) * away * one.size, one.y + np.sin(angle) * away * one.size, one.size
        if all((x - one.x) ** 2 + (y - one.y) ** 2 > (0.34 * max(one.size, 8)) ** 2 for one in scene.things):
            break
    return cut(scene, float(x), float(y), size, chance)[0], NOTHING, 0.0


def mistaken(scene: Scene) -> list[Thing]:
    """Places where the finder sees something and nothing is, such as printed squares and pencils."""
    maps, cell = dense(shipped("cubes"), scene.image, LONG_SIDE)
    found = (peaks(sigmoid(maps - BIAS).max(axis=0), GLIMPSE)[:, ::-1] + 0.375) * cell
    return [
        Thing(NOTHING, float(x), float(y), 0.0, False)
        for x, y in found
        if all((x - one.x) ** 2 + (y - one.y) ** 2 > (0.36 * max(one.size, 8)) ** 2 for one in scene.things)
    ]


def samples(renders: list[Scene], others: list[Scene], chance: Generator) -> Iterator[Sample]:
    counted = [[one for one in scene.things if one.counts] for scene in renders]
    taken = [mistaken(scene) for scene in renders]
    while True:
        index = int(chance.integers(len(renders)))
        if counted[index] and chance.random() < 0.5:
            image, kind, size = piece(renders[index], counted[index], chance)
        elif taken[index] and chance.random() < 0.6:
            place = taken[index][chance.integers(len(taken[index]))]
            image, kind, size = cut(renders[index], place.x, place.y, 0.0, chance)[0], NOTHING, 0.0
        elif chance.random() < 0.85:
            image, kind, size = nothing(renders[index], counted[index], chance)
        else:
            image, kind, size = nothing(others[chance.integers(len(others))], [], chance)
        seen = weather(image, chance, chance.uniform(0, 0.5))
        target = {"kind": torch.tensor(kind), "size": torch.tensor(size)}
        yield torch.from_numpy(seen).permute(2, 0, 1), target


def loss(logits: Tensor, target: dict[str, Tensor]) -> Tensor:
    there = target["kind"] != NOTHING
    sizes = (logits[there, -1] - target["size"][there].float()).abs().mean() if there.any() else logits.new_zeros(())
    return F.cross_entropy(logits[:, :-1], target["kind"], label_smoothing=0.02) + 0.5 * sizes


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("photos", type=Path)
    ask.add_argument("out", type=Path)
    ask.add_argument("--minutes", type=float, default=3)
    ask.add_argument("--without", help="i/n: leave out part i of n of the renders")
    ask.add_argument("--begin", type=Path, help="the .pt file of an earlier run to go on from")
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--rate", type=float, default=3e-3, help="the first rate of learning")
    options = ask.parse_args()
    quiet(1)
    folder = options.photos / "render_pieces"
    renders = [scene(folder / file, truth) for file, truth in kept(folder, options.without)]
    others = [scene(options.photos / name / file, {}) for name in WITHOUT_CUBES
              for file, _ in kept(options.photos / name, None)[::5]]  # fmt: skip
    stream = batches(samples(renders, others, default_rng(1 + rank())), options.batch)
    net = train(begun(Sorter(), options.begin), stream, loss, options.minutes, options.rate)
    export(net, (WINDOW, WINDOW), options.out, crops=True)


if __name__ == "__main__":
    main()
