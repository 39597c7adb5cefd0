"""Trains the sorter of pieces: what a small window shows in its middle, a cube of a colour, something else or nothing.

python -m tools.train.pieces PHOTOS OUT.onnx --finder cubes.onnx [--steps 6000] [--without 0/6] [--more OWN_RENDERS]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.cube_art import plain_scene
from tools.train.dense import Plain, Sample, Separable, conv
from tools.train.photos import Photo, Photos
from tools.train.record import FINDER, sha256
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.scenes import KINDS, WITHOUT_CUBES, Scene, Thing, scene
from tools.train.weather import weather
from vision.photo.cubes import USUAL, WINDOW, glimpse
from vision.photo.net import Net
from vision.picture import Picture as Image

NOTHING = len(KINDS)
VIEW = 360
"""Side in px of the part of a scene that is weathered once and from which several windows are cut."""

EACH, POOL = 20, 4000
"""Windows cut from one view, and how many wait to be drawn from, lest neighbours come in one batch."""


class Spot(NamedTuple):
    """A place in px, the kind that lies there (or nothing), and its size."""

    kind: int
    x: float
    y: float
    size: float


class Lesson(NamedTuple):
    """A scene, its usual size of a piece, the pieces that count, all that is there, and what the finder mistakes.

    Each piece stands there as it lies and as the finder sees it.
    """

    scene: Scene
    usual: float
    pieces: list[Spot]
    taken: list[Thing]
    mistakes: list[Spot]


class Sorter(nn.Module):
    """WINDOW × WINDOW px in; a logit for each kind and for nothing out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16, 2), Plain(16), conv(16, 32, 2), Plain(32), conv(32, 64, 2)),
            *(Separable(64), Separable(64), Separable(64)),
        )
        self.middle = nn.Conv2d(64, 32, 1)
        self.last = nn.Linear(32 * 6 * 6, len(KINDS) + 1)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.last(F.relu(self.middle(self.body(x))).flatten(1))
        return out


def lesson(scene: Scene, finder: Net) -> Lesson:
    """A scene with the places where the finder sees something and nothing is, such as printed squares and pencils."""
    pieces = [Spot(one.kind, one.x, one.y, one.size) for one in scene.things if one.counts]
    seen = glimpse(scene.image, finder)
    sizes = [one.size for one in pieces] or list(seen.sizes) or [30.0]
    found, mistakes = [], []
    for x, y in seen.places.astype(float):
        close = [one for one in scene.things if near(x, y, one)]
        if not close:
            mistakes.append(Spot(NOTHING, x, y, 0.0))
        elif len(close) == 1 and close[0].counts:
            found.append(Spot(close[0].kind, x, y, close[0].size))
    return Lesson(scene, float(np.median(sizes)), pieces + found, scene.things, mistakes)


def near(x: float, y: float, one: Thing) -> bool:
    """Whether it would not be wrong to see the piece from there."""
    return (x - one.x) ** 2 + (y - one.y) ** 2 < (0.34 * max(one.size, 8)) ** 2


def spots(given: Lesson, chance: Generator) -> list[Spot]:
    """Places to look at near one of them: pieces, mistakes, and others where nothing is."""
    h, w = given.scene.image.shape[:2]
    about = [*given.pieces, *given.mistakes] or [Spot(NOTHING, w / 2, h / 2, 0.0)]
    centre, reach = about[chance.integers(len(about))], 0.4 * VIEW * given.usual / USUAL
    close = [one for one in about if max(abs(one.x - centre.x), abs(one.y - centre.y)) < reach]
    chosen = [close[i] for i in chance.permutation(len(close))[: EACH * 2 // 3]]
    for _ in range(EACH - len(chosen)):
        one, angle = chosen[chance.integers(len(chosen))], chance.uniform(0, 2 * np.pi)
        away = chance.uniform(0.36, 1.1) * given.usual if chance.random() < 0.7 else chance.uniform(0, reach)
        x, y = one.x + np.cos(angle) * away, one.y + np.sin(angle) * away
        if not any(near(x, y, other) for other in given.taken):
            chosen.append(Spot(NOTHING, x, y, 0.0))
    return [centre, *chosen]


def windows(given: Lesson, chance: Generator) -> list[tuple[Image, int]]:
    """Windows of one scene in one light, a little turned, sometimes mirrored, at a scale like that of use."""
    centre, *wanted = spots(given, chance)
    scale = USUAL / given.usual * float(np.exp(chance.normal(0, 0.2)))
    tilt = chance.uniform(0, 2 * np.pi) if chance.random() < 0.15 else chance.normal(0, 0.15)
    turn = scale * np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    turn = turn @ np.diag([chance.choice([-1.0, 1.0]), 1.0])
    matrix = np.hstack([turn, (VIEW / 2 - turn @ np.array([centre.x, centre.y]))[:, None]])
    view = cv2.warpAffine(given.scene.image, matrix, (VIEW, VIEW), borderMode=cv2.BORDER_REPLICATE)
    seen, cuts = weather(view, chance, chance.uniform(0, 0.6)), []
    for one in wanted:
        x, y = matrix @ (one.x, one.y, 1) + chance.normal(0, 0.07, 2) * one.size * scale - WINDOW / 2
        left, top = round(float(x)), round(float(y))
        if 0 <= left <= VIEW - WINDOW and 0 <= top <= VIEW - WINDOW:
            cuts.append((seen[top : top + WINDOW, left : left + WINDOW].copy(), one.kind))
    return cuts


def samples(lessons: list[tuple[float, list[Lesson]]], chance: Generator) -> Iterator[Sample]:
    shares = np.array([share for share, _ in lessons])
    waiting: list[tuple[Image, int]] = []
    while True:
        while len(waiting) < POOL:
            among = lessons[chance.choice(len(lessons), p=shares / shares.sum())][1]
            waiting += windows(among[chance.integers(len(among))], chance)
        for _ in range(EACH):
            index = int(chance.integers(len(waiting)))
            waiting[index], waiting[-1] = waiting[-1], waiting[index]
            image, kind = waiting.pop()
            yield torch.from_numpy(image).permute(2, 0, 1), {"kind": torch.tensor(kind)}


def chosen(photos: Photos, more: Path | None) -> list[tuple[float, list[Photo]]]:
    """Renders, photos without any cubes, dice, and renders of our own: how often each, and which of them."""
    bare = [photo for name in WITHOUT_CUBES for photo in photos.of(name, whole=True)]
    given = [(1.0, photos.of("render_pieces")), (0.05, photos.of("dice_byler")), (0.12, bare)]
    given.append((2.2, photos.all_in(more)))
    return [(share, those) for share, those in given if those]


def loss(logits: Tensor, target: dict[str, Tensor]) -> Tensor:
    return F.cross_entropy(logits, target["kind"], label_smoothing=0.02)


def main() -> None:
    ask = asks("pieces", __doc__, steps=6000, batch=64)
    ask.add_argument("--finder", type=Path, required=True, help="the network whose mistakes are learnt from")
    ask.add_argument("--more", type=Path, help="a folder of own renders with the same ground truth")
    options = ask.parse_args()
    photos, finder = photos_of(options), Net(options.finder)
    taken = chosen(photos, options.more)
    lessons = [(share, [lesson(scene(*photo), finder) for photo in those]) for share, those in taken]
    lessons.append((0.2, [lesson(plain_scene(default_rng(number)), finder) for number in range(120)]))
    net = taught(options, Sorter(), samples(lessons, chance_of(options)), loss)
    keep(options, net, (WINDOW, WINDOW), photos.digests | {FINDER: sha256(options.finder)}, crops=True)


if __name__ == "__main__":
    main()
