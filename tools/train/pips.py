"""Trains the reader of one crop: whether it is a die, pips of the upper face, and the group of its colour.

python -m tools.train.pips PHOTOS OUT.onnx [--steps 8000] [--without 0/2] [--unseen dice_taistudio]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator, default_rng
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.dense import Plain, Sample, Separable, conv
from tools.train.dice import WITH_DICE, WITHOUT_DICE, lone_box
from tools.train.dice_art import SIDE, body, laid
from tools.train.photos import Photo, read
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.weather import dragged, weather
from vision.photo.dice import FACE, GROUPS
from vision.photo.proposals import boxes
from vision.picture import Picture as Image

SHARES = {"dice_byler": 0.52, "dice_taistudio": 0.1, "render_pieces": 0.12, "drawn": 0.26}
OTHERS = ("cubes", "houses", "discs")
MOVING, DRAGGED = 0.35, 0.5
"""The share of crops that are blurred by motion, and how long that may be, in sides of a die."""

DRAWN = 2500
"""How many dice are drawn before the training begins."""

AROUND = 2 * FACE
"""Side in px of the stored surroundings, the die's box being FACE px."""


class Reader(nn.Module):
    """64 × 64 px in; 6 pips, 6 groups of colour and whether it is a die out; about 95 k parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16, 2), Plain(16), conv(16, 32, 2), Plain(32), Plain(32), conv(32, 64, 2)),
            *(Separable(64), Separable(64), Separable(64), Separable(64)),
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


def no_dice(photos: Sequence[Photo]) -> list[Crop]:
    """Boxes that are no die: proposals elsewhere, and boxes beside or between dice."""
    found = []
    for path, truth in photos:
        image = read(path)
        dice = [np.array(die["box"]) for die in truth.get("dice", []) if "box" in die]
        if len(dice) < len(truth.get("dice", [])):
            continue
        near = [off_by(box, turn) for box in dice for turn in range(4)]
        near += [resized(box, share) for box in dice for share in (0.5, 2.0)]
        near += [np.array(one["box"], np.float64) for kind in OTHERS for one in truth.get(kind, [])]
        for box in [*boxes(image)[:30], *near]:
            if all(union_share(box, die) < 0.35 for die in dice):
                found.append(Crop(around(image, box), 0, -1))
    return found


def off_by(box: np.ndarray, turn: int) -> np.ndarray:
    """A box two thirds of its side beside its place."""
    shift = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]][turn]) * (box[2:] - box[:2]) * 0.67
    return np.asarray(box + np.concatenate([shift, shift]))


def resized(box: np.ndarray, share: float) -> np.ndarray:
    """A box about the same middle with sides of so much of its own."""
    middle, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2 * share
    return np.concatenate([middle - half, middle + half])


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


def drawn(grounds: list[Crop], chance: Generator) -> Crop:
    """A die, or now and then a plain cube, that never was, often beside another."""
    if chance.random() < 0.6:
        ground = grounds[chance.integers(len(grounds))].image.copy()
    else:
        ground = np.full((AROUND, AROUND, 3), chance.uniform(10, 245, 3) if chance.random() < 0.4 else 255, np.uint8)
        ground = np.asarray(ground * chance.uniform(0.1, 1), np.uint8)
    thing = body(chance, die=chance.random() < 0.82)
    box = thing.box()
    scale = float(FACE / (box[2:] - box[:2]).max())
    x, y = AROUND / 2 - scale * ((box[:2] + box[2:]) / 2 - SIDE / 2)
    for _ in range(int(chance.integers(0, 3))):
        turn, away = chance.uniform(0, 2 * np.pi), FACE * chance.uniform(1.0, 1.4)
        other = body(chance, die=chance.random() < 0.7)
        laid(ground, other, x + away * np.cos(turn), y + away * np.sin(turn), scale, chance)
    laid(ground, thing, x, y, scale, chance)
    return Crop(ground, thing.pips, group_number(group_of(thing.tone)))


def group_of(tone: np.ndarray) -> str:
    """The group of a paint's colour where it is beyond doubt, else nothing."""
    hue, full, light = (int(part) for part in cv2.cvtColor(tone.astype(np.uint8)[None, None], cv2.COLOR_BGR2HSV)[0, 0])
    if light < 45:
        return "black"
    if full < 40 and light > 150:
        return "other"
    if full < 150 or light < 100:
        return ""
    spans = (
        ("red", 0, 4),
        ("yellow", 22, 32),
        ("green", 50, 80),
        ("blue", 98, 118),
        ("other", 135, 155),
        ("red", 175, 180),
    )
    return next((name for name, low, high in spans if low <= hue <= high), "")


def seen(crop: Crop, chance: Generator) -> Image:
    """The crop as the finder's box may cut it: turned, moved and scaled a little, in another light."""
    turn, scale = np.deg2rad(chance.uniform(0, 360)), 1 / 1.15 * np.exp(chance.normal(-0.03, 0.13))
    lean = np.array([[1, 0], [chance.normal(0, 0.07), np.exp(chance.normal(0, 0.07))]])
    flat = scale * lean @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = FACE / 2 + chance.normal(0, 2.6, 2) - flat @ np.full(2, AROUND / 2)
    move = np.hstack([flat, shift[:, None]])
    whole = dragged(crop.image, chance, DRAGGED * FACE) if chance.random() < MOVING else crop.image
    image = cv2.warpAffine(whole, move, (FACE, FACE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if chance.random() < 0.25:
        rough = cv2.resize(image, None, fx=(f := chance.uniform(0.3, 0.8)), fy=f, interpolation=cv2.INTER_AREA)
        image = cv2.resize(rough, (FACE, FACE))
    return weather(image, chance, chance.uniform(0, 0.45))


def samples(pools: dict[str, list[Crop]], wrong: list[Crop], chance: Generator) -> Iterator[Sample]:
    shares = np.array([SHARES[name] for name in pools])
    while True:
        pool = pools[chance.choice(list(pools), p=shares / shares.sum())]
        crop = pool[chance.integers(len(pool))]
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
    options = asks("pips", __doc__, steps=8000, batch=64).parse_args()
    photos = photos_of(options)
    taken = {name: photos.of(name) for name in WITH_DICE}
    pools = {name: [one for photo in those for one in dice_of(*photo)] for name, those in taken.items() if those}
    bare = [photo for name in WITHOUT_DICE for photo in photos.of(name, whole=True)]
    wrong = no_dice([*(photo for those in taken.values() for photo in those), *bare])
    chance = default_rng(6 + options.seed)
    pools["drawn"] = [drawn(wrong, chance) for _ in range(DRAWN)]
    print({name: len(pool) for name, pool in pools.items()}, len(wrong), flush=True)
    net = taught(options, Reader(), samples(pools, wrong, chance_of(options)), loss)
    keep(options, net, (FACE, FACE), photos.digests, crops=True)


if __name__ == "__main__":
    main()
