"""Trains the reader of one crop: whether it is a die, pips of the upper face, and the group of its colour.

python -m tools.train.pips PHOTOS OUT.onnx --minutes 8 [--without 0/2] [--unseen dice_taistudio]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.card_art import colour
from tools.train.dense import Plain, Sample, Separable, batches, begun, conv, export, quiet, rank, train
from tools.train.dice import lone_box
from tools.train.folds import kept
from tools.train.photo import read
from tools.train.weather import weather
from vision.photo.dice import FACE, GROUPS
from vision.photo.proposals import boxes
from vision.picture import Picture as Image

SHARES = {"dice_byler": 0.6, "dice_taistudio": 0.12, "render_pieces": 0.16, "drawn": 0.12}
WITHOUT_DICE = ["cards_set_tomwhite", "pieces_lego_coins_abullard", "pieces_qwirkle_kmate", "rubik_dwalton"]
AROUND = 2 * FACE
"""Side in px of the stored surroundings, the die's box being FACE px."""


class Reader(nn.Module):
    """64 × 64 px in; 6 pips, 6 groups of colour and whether it is a die out; about 70 k parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16, 2), Plain(16), conv(16, 32, 2), Plain(32), conv(32, 64, 2)),
            *(Separable(64), Separable(64), Separable(64)),
        )
        self.last = nn.Linear(128, 6 + len(GROUPS) + 1)

    def forward(self, x: Tensor) -> Tensor:
        seen = self.body(x)
        pooled = torch.cat([F.avg_pool2d(seen, 8), F.max_pool2d(seen, 8)], dim=1)
        out: Tensor = self.last(pooled.flatten(1))
        return out


class Crop(NamedTuple):
    """A die in the middle of AROUND × AROUND px; pips 1–6, 0 for no die; the number of its colour group or −1."""

    image: Image
    pips: int
    group: int


def crops(photos: Path, name: str, fold: str | None) -> list[Crop]:
    return [one for file, truth in kept(photos / name, fold) for one in dice_of(photos / name / file, truth)]


def dice_of(path: Path, truth: dict[str, list[dict[str, object]]]) -> list[Crop]:
    image = read(path)
    found = []
    for die in truth["dice"]:
        if float(str(die.get("visible_fraction", 1))) < 0.8 or not die.get("flat", True):
            continue
        box = np.array(die["box"] if "box" in die else lone_box(image), np.float64)
        group = str(die.get("group", die.get("colour", "")))
        found.append(Crop(around(image, box), int(str(die["pips"])), group_number(group)))
    return found


def no_dice(photos: Path, name: str, fold: str | None) -> list[Crop]:
    """Boxes that are no die: proposals elsewhere, and boxes beside or between dice."""
    found = []
    for file, truth in kept(photos / name, fold):
        image = read(photos / name / file)
        dice = [np.array(die["box"]) for die in truth.get("dice", []) if "box" in die]
        if len(dice) < len(truth.get("dice", [])):
            continue
        near = [off_by(box, turn) for box in dice for turn in range(4)]
        for box in [*boxes(image)[:60], *near]:
            if all(union_share(box, die) < 0.35 for die in dice):
                found.append(Crop(around(image, box), 0, -1))
    return found


def off_by(box: np.ndarray, turn: int) -> np.ndarray:
    """A box two thirds of its side beside its place."""
    shift = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]][turn]) * (box[2:] - box[:2]) * 0.67
    return np.asarray(box + np.concatenate([shift, shift]))


def union_share(a: np.ndarray, b: np.ndarray) -> float:
    shared = float(np.prod((np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])).clip(min=0)))
    return shared / (float(np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2])) - shared + 1e-6)


def group_number(group: str) -> int:
    if group in ("white", "violet"):
        return GROUPS.index("other")
    return GROUPS.index(group) if group in GROUPS else -1


def around(image: Image, box: np.ndarray) -> Image:
    """The die's surroundings, the longer side of its box being FACE px."""
    scale = FACE / max(box[2] - box[0], box[3] - box[1])
    if scale < 0.6:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        box, scale = box * scale, 1.0
    x, y = (box[:2] + box[2:]) / 2
    move = np.array([[scale, 0, AROUND / 2 - scale * x], [0, scale, AROUND / 2 - scale * y]], np.float32)
    return cv2.warpAffine(image, move, (AROUND, AROUND), borderMode=cv2.BORDER_REPLICATE)


FACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def drawn(chance: Generator) -> Crop:
    """A die that never was: a rounded square with a lean, pips and a ground in chance colours."""
    pips = int(chance.integers(1, 7))
    body, mark = np.array(colour(chance)), np.array(colour(chance))
    if chance.random() < 0.5:
        body = np.full(3, chance.uniform(0, 255)) + chance.normal(0, 10, 3)
        mark = np.full(3, 255.0 * (body.mean() < 128)) + chance.normal(0, 20, 3)
    if np.abs(body - mark).max() < 70:
        mark = 255 - body if np.abs(255 - 2 * body).max() > 80 else body * 0
    side = FACE * chance.uniform(0.5, 0.72)
    ground = np.array(colour(chance)) if chance.random() < 0.5 else np.full(3, chance.uniform(60, 250))
    image = np.full((AROUND, AROUND, 3), ground.clip(0, 255), np.uint8)
    middle, lean = np.array([AROUND / 2, AROUND / 2]), chance.normal(0, 0.1, 2) * side
    square(image, middle + lean, side, body * chance.uniform(0.4, 0.9))
    square(image, middle - lean, side, body)
    step, radius = side * chance.uniform(0.24, 0.3), side * chance.uniform(0.07, 0.12)
    for dx, dy in FACES[pips]:
        at = middle - lean + np.array([dx, dy]) * step
        cv2.circle(image, [int(v * 8) for v in at], int(radius * 8), mark.clip(0, 255).tolist(), -1, cv2.LINE_AA, 3)
    if chance.random() < 0.3:
        cv2.circle(image, [int(v) for v in middle + chance.normal(0, side / 4, 2)], 3, (255, 255, 255), -1)
    return Crop(image, pips, -1)


def square(image: Image, middle: np.ndarray, side: float, tone: np.ndarray) -> None:
    """A square with rounded corners: four discs and their hull."""
    turn = np.linspace(0, 2 * np.pi, 16)
    disc = np.stack([np.cos(turn), np.sin(turn)], axis=1) * side * 0.16
    arms = np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) * side * 0.34
    points = np.concatenate([disc + arm + middle for arm in arms]).astype(np.float32)
    hull = (cv2.convexHull(points) * 8).astype(np.int32)
    cv2.fillPoly(image, [hull], tone.clip(0, 255).tolist(), cv2.LINE_AA, 3)


def seen(crop: Crop, chance: Generator) -> Image:
    """The crop as the finder's box may cut it: turned, moved and scaled a little, in another light."""
    angle, scale = chance.uniform(0, 360), 1 / 1.15 * np.exp(chance.normal(-0.03, 0.13))
    move = cv2.getRotationMatrix2D((AROUND / 2, AROUND / 2), angle, scale)
    move[:, 2] = move[:, 2] + FACE / 2 - AROUND / 2 + chance.normal(0, 2.0, 2)
    image = cv2.warpAffine(crop.image, move, (FACE, FACE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if chance.random() < 0.25:
        rough = cv2.resize(image, None, fx=(f := chance.uniform(0.3, 0.8)), fy=f, interpolation=cv2.INTER_AREA)
        image = cv2.resize(rough, (FACE, FACE))
    return weather(image, chance, chance.uniform(0, 0.45))


def samples(pools: dict[str, list[Crop]], wrong: list[Crop], chance: Generator) -> Iterator[Sample]:
    shares = np.array([SHARES[name] for name in (*pools, "drawn")])
    while True:
        pool = pools.get(chance.choice([*pools, "drawn"], p=shares / shares.sum()))
        crop = pool[chance.integers(len(pool))] if pool else drawn(chance)
        if chance.random() < 0.25:
            crop = wrong[chance.integers(len(wrong))]
        target = {"pips": torch.tensor(crop.pips - 1), "group": torch.tensor(crop.group)}
        yield torch.from_numpy(seen(crop, chance).copy()).permute(2, 0, 1), target


def loss(logits: Tensor, target: dict[str, Tensor]) -> Tensor:
    die, known = target["pips"] >= 0, target["group"] >= 0
    total = F.cross_entropy(logits[die, :6], target["pips"][die], label_smoothing=0.03)
    total = total + F.binary_cross_entropy_with_logits(logits[:, 12], die.float())
    if known.any():
        total = total + 0.5 * F.cross_entropy(logits[known, 6:12], target["group"][known])
    return total


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("photos", type=Path)
    ask.add_argument("out", type=Path)
    ask.add_argument("--minutes", type=float, default=8)
    ask.add_argument("--without", help="i/n: leave out part i of n")
    ask.add_argument("--unseen", help="the set to leave out whole")
    ask.add_argument("--begin", type=Path, help="the .pt file of an earlier run to go on from")
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--rate", type=float, default=3e-3, help="the first rate of learning")
    options = ask.parse_args()
    quiet(1)
    names = [name for name in SHARES if name not in (options.unseen, "drawn")]
    pools = {name: crops(options.photos, name, options.without) for name in names}
    wrong = [crop for name in names for crop in no_dice(options.photos, name, options.without)]
    wrong += [crop for name in WITHOUT_DICE for crop in no_dice(options.photos, name, None)]
    print({name: len(pool) for name, pool in pools.items()}, len(wrong), flush=True)
    net = train(
        begun(Reader(), options.begin),
        batches(samples(pools, wrong, default_rng(1 + rank())), options.batch),
        loss,
        options.minutes,
    )
    export(net, (FACE, FACE), options.out, crops=True)


if __name__ == "__main__":
    main()
