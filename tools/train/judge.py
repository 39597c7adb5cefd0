"""Trains the judge of outlines: exactly a card, or something else.

python -m tools.train.judge PHOTOS OUT.onnx [--finder cards.onnx] [--steps 3000] [--unseen cards_set_tinggaard]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.card_scenes import CROP, Scene, Window, cloth, lay, upright, window
from tools.train.cards import scenes
from tools.train.dense import Plain, Sample, Separable, conv
from tools.train.record import FINDER, sha256
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.weather import weather
from vision.photo.blobs import Seen
from vision.photo.cards import SCALES
from vision.photo.judge import TALL, WIDE, view
from vision.photo.net import FOLDER, Net, dense, sigmoid
from vision.photo.proposals import outlines
from vision.photo.quads import area, clockwise, four, hull
from vision.photo.regions import regions_of
from vision.picture import Picture as Image


class Judge(nn.Module):
    """WIDE × TALL px in, one logit out; about 45 k parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16, 2), Plain(16), conv(16, 32, 2), Plain(32), conv(32, 48, 2)),
            *(Separable(48), Separable(48), Separable(48)),
        )
        self.last = nn.Linear(96, 1)

    def forward(self, x: Tensor) -> Tensor:
        seen = self.body(x)
        pooled = torch.cat([F.avg_pool2d(seen, (9, 7)), F.max_pool2d(seen, (9, 7))], dim=1)
        out: Tensor = self.last(pooled.flatten(1))
        return out


class Outline(NamedTuple):
    """Four corners in a picture and how much they are a card's, 0 to 1."""

    image: Image
    corners: np.ndarray
    right: float


def union_share(a: np.ndarray, b: np.ndarray) -> float:
    shared, _ = cv2.intersectConvexConvex(hull(a), hull(b))
    return float(shared / (area(hull(a)) + area(hull(b)) - shared + 1e-6))


def rightness(share: float) -> float:
    """A share of the union as a target: 0.65 is wrong, 0.9 right."""
    return float(np.clip((share - 0.65) / 0.25, 0, 1))


def wrong_outlines(scene: Scene, finder: Net) -> list[Outline]:
    """Proposals in a photo that are no card; those that may be a card of unknown corners are left out."""
    sights = [Seen(*dense(finder, scene.image, long_side)) for long_side in SCALES]
    sights = [one._replace(maps=sigmoid(one.maps)) for one in sights]
    proposals = [one.corners for sight in sights for one in regions_of(sight, sight is sights[-1])]
    found = []
    for corners in proposals + outlines(scene.image):
        near = max((union_share(corners, card) for card in scene.cards), default=0.0)
        if near < 0.65 and not any(doubtful(corners, box) for box in scene.unknown):
            found.append(Outline(scene.image, clockwise(corners), 0.0))
    return found


def doubtful(corners: np.ndarray, box: np.ndarray) -> bool:
    """Whether an outline may be that of the card in a box: their boxes share about half, or it lies within."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    share = union_share(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32), box)
    return share > 0.5 or (share > 0.1 and area(corners) < 0.8 * area(box))


def merged(card: np.ndarray, laid: tuple[np.ndarray, ...], chance: Generator) -> np.ndarray:
    """The four-sided outline about a card and its nearest neighbours, as a blob of touching cards has."""
    away = [float(np.linalg.norm(one.mean(axis=0) - card.mean(axis=0))) for one in laid]
    nearest = np.argsort(away)[: int(chance.choice([2, 2, 2, 3, 4]))]
    return clockwise(four(hull(np.concatenate([laid[index] for index in nearest]))))


def near(corners: np.ndarray, chance: Generator) -> np.ndarray:
    """Corners a little off, or quite: moved, grown, shrunk or with a side in the wrong place."""
    size = np.sqrt(area(corners))
    off = corners + chance.normal(0, chance.choice([0.005, 0.015, 0.03]) * size, (4, 2))
    if chance.random() < 0.6:
        return off.astype(np.float32)
    kind, middle = chance.integers(3), off.mean(axis=0)
    if kind == 0:
        off = middle + (off - middle) * chance.choice([chance.uniform(0.5, 0.93), chance.uniform(1.08, 1.5)])
    if kind == 1:
        off = off + chance.normal(0, 0.25, 2) * size
    if kind == 2:
        first = int(chance.integers(4))
        sides = [first, (first + 1) % 4]
        across = off[[(first + 3) % 4, (first + 2) % 4]] - off[sides]
        off[sides] += across * chance.choice([chance.uniform(0.1, 0.6), chance.uniform(-1, -0.1)])
    return off.astype(np.float32)


def laid(bare: list[Scene], cards: list[Image], chance: Generator) -> Iterator[Outline]:
    """Outlines in windows with cards laid on a photo or a drawn ground."""
    photos = [one.image for one in bare]
    while True:
        empty = np.zeros((CROP, CROP), np.uint8)
        ground = window(bare[chance.integers(len(bare))], chance) if chance.random() < 0.5 else None
        seen = lay(ground or Window(cloth(chance), empty, empty + 1), cards, photos, chance)
        for card in seen.whole:
            for _ in range(2):
                corners = near(card, chance)
                yield Outline(seen.image, corners, rightness(union_share(corners, card)))
            if len(seen.laid) > 1:
                corners = merged(card, seen.laid, chance)
                share = max(union_share(corners, one) for one in seen.laid)
                yield Outline(seen.image, corners, rightness(share))


def samples(known: list[Scene], bare: list[Scene], finder: Net, chance: Generator) -> Iterator[Sample]:
    cards = [(one.image, card) for one in known for card in one.cards for _ in range(1 + 20 // len(one.cards))]
    wrong = [outline for one in known + bare[::4] for outline in wrong_outlines(one, finder)]
    print(len(cards), "cards", len(wrong), "wrong outlines", flush=True)
    drawn = laid(bare, [card for one in known for card in upright(one)], chance)
    while True:
        kind = chance.choice(["card", "wrong", "laid"], p=[0.38, 0.27, 0.35])
        if kind == "card":
            image, card = cards[chance.integers(len(cards))]
            corners = near(card, chance)
            outline = Outline(image, corners, rightness(union_share(corners, card)))
        else:
            outline = wrong[chance.integers(len(wrong))] if kind == "wrong" else next(drawn)
        seen = weather(view(outline.image, np.roll(outline.corners, 2 * chance.integers(2), axis=0)), chance, 0.6)
        if chance.random() < 0.5:
            seen = seen[:, ::-1].copy()
        yield torch.from_numpy(seen).permute(2, 0, 1), {"right": torch.tensor(outline.right)}


def loss(logits: Tensor, target: dict[str, Tensor]) -> Tensor:
    return F.binary_cross_entropy_with_logits(logits[:, 0], target["right"].float())


def main() -> None:
    ask = asks("judge", __doc__, steps=3000, batch=64)
    ask.add_argument(
        "--finder", type=Path, default=FOLDER / "cards.onnx", help="the network whose mistakes are learnt from"
    )
    options = ask.parse_args()
    photos, finder = photos_of(options), Net(options.finder)
    decks, pictures, boxed, bare = scenes(photos, 800)
    net = taught(options, Judge(), samples(decks + pictures + boxed, bare, finder, chance_of(options)), loss)
    keep(options, net, (TALL, WIDE), photos.digests | {FINDER: sha256(options.finder)}, crops=True)


if __name__ == "__main__":
    main()
