"""Trains the reader of SET cards on photographed and on drawn cards.

python -m tools.train.set_cards PHOTOS OUT.onnx [--steps 4000] [--unseen cards_set_tinggaard]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.nn import functional as F

from tools.train.dense import Plain, Sample, Separable, conv
from tools.train.photos import Photos, read
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.weather import weather
from vision.photo.set_cards import FEATURES, TALL, WIDE, upright, whitened
from vision.picture import Picture as Image

DECKS = ["cards_set_tomwhite", "cards_set_tinggaard"]


class Reader(nn.Module):
    """WIDE × TALL px in, three logits for each of the four features out; about 70 k parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16, 2), Plain(16), conv(16, 32, 2), Plain(32), conv(32, 64, 2)),
            *(Separable(64), Separable(64), Separable(64)),
        )
        self.last = nn.Linear(128, 12)

    def forward(self, x: Tensor) -> Tensor:
        seen = self.body(x)
        pooled = torch.cat([F.avg_pool2d(seen, (14, 10)), F.max_pool2d(seen, (14, 10))], dim=1)
        out: Tensor = self.last(pooled.flatten(1))
        return out


class Card(NamedTuple):
    """A photo, the card's corners in it, and the numbers of its four features."""

    image: Image
    corners: np.ndarray
    features: list[int]


def cards(photos: Photos, deck: str) -> list[Card]:
    found = []
    for path, truth in photos.of(deck):
        image = read(path)
        for card in truth["cards"]:
            label = card["label"]
            features = [values.index(str(label[key])) for key, values in FEATURES.items()]
            found.append(Card(image, np.array(card["corners"], np.float32), features))
    return found


def photographed(card: Card, chance: Generator) -> Image:
    """The card cut out with corners a little off, now and then from a smaller picture."""
    size = np.sqrt(cv2.contourArea(card.corners))
    corners = card.corners + chance.normal(0, 0.012 * size, (4, 2)).astype(np.float32)
    seen = upright(card.image, np.roll(corners, int(chance.choice([0, 2])), axis=0))
    return seen[:, ::-1].copy() if chance.random() < 0.3 and card.features[3] != 2 else seen


HUES = {0: ((0, 20, 205), 18), 1: ((70, 130, 20), 25), 2: ((120, 30, 75), 25)}
"""Blue-green-red of the three printing inks, and how far prints differ."""


def drawn(chance: Generator) -> tuple[Image, list[int]]:
    """A card that never was, in four times the size and then reduced."""
    features = [int(number) for number in chance.integers(0, 3, 4)]
    zoom = 4
    card = np.full((TALL * zoom, WIDE * zoom, 3), 255, np.float32) - abs(chance.normal(0, 8, 3)).astype(np.float32)
    tone, spread = HUES[features[1]]
    ink = (np.array(tone) + chance.normal(0, spread, 3)).clip(0, 235)
    half = np.array([chance.uniform(0.27, 0.36) * WIDE, chance.uniform(0.085, 0.11) * TALL]) * zoom
    gap, line = TALL * zoom * chance.uniform(0.24, 0.29), int(chance.integers(4, 11))
    for number in range(features[0] + 1):
        middle = np.array([WIDE * zoom / 2, TALL * zoom / 2 + (number - features[0] / 2) * gap])
        symbol(card, (outline(features[3], chance) * half + middle).astype(np.int32), features[2], ink, line, chance)
    seen = cv2.resize(card.clip(0, 255).astype(np.uint8), (WIDE, TALL), interpolation=cv2.INTER_AREA)
    return jolted(seen, chance), features


def jolted(seen: Image, chance: Generator) -> Image:
    """The card cut with its corners off by a few px, its rounded corners showing the table."""
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, (flat + chance.normal(0, 1.5, (4, 2))).astype(np.float32))
    table = chance.uniform(0, 120, 3).tolist()
    return cv2.warpPerspective(seen, matrix, (WIDE, TALL), borderMode=cv2.BORDER_CONSTANT, borderValue=table)


def outline(shape: int, chance: Generator) -> np.ndarray:
    """An oval, a diamond or a squiggle within −1 to 1."""
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    x, y = np.cos(turn), np.sin(turn)
    if shape == 0:
        return np.stack([np.sign(x) * abs(x) ** 0.7, np.sign(y) * abs(y) ** chance.uniform(0.6, 1)], axis=1)
    if shape == 1:
        return np.stack([np.sign(x) * x**2, np.sign(y) * y**2], axis=1)
    wave = chance.uniform(0.3, 0.5) * np.sin(np.pi * x) * chance.choice([-1, 1])
    return np.stack([np.sign(x) * abs(x) ** 0.6, 0.75 * np.sign(y) * abs(y) ** 0.5 + wave], axis=1)


def symbol(card: np.ndarray, points: np.ndarray, fill: int, ink: np.ndarray, line: int, chance: Generator) -> None:
    """One symbol, solid, striped or empty."""
    mask = np.zeros(card.shape[:2], np.uint8)
    cv2.fillPoly(mask, [points], 1)
    if fill == 0:
        card[mask > 0] = ink
    if fill == 1:
        step, wide = int(chance.integers(8, 15)), int(chance.integers(2, 5))
        mask[:, np.arange(card.shape[1]) % step >= wide] = 0
        card[mask > 0] = ink
    cv2.polylines(card, [points], True, ink.tolist(), line, cv2.LINE_AA)


def samples(real: list[Card], chance: Generator) -> Iterator[Sample]:
    while True:
        if chance.random() < 0.6:
            card = real[chance.integers(len(real))]
            image, features = photographed(card, chance), card.features
        else:
            image, features = drawn(chance)
        if chance.random() < 0.3:
            part = chance.uniform(0.35, 0.9)
            image = cv2.resize(image, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
            image = cv2.resize(image, (WIDE, TALL))
        seen = whitened(weather(image, chance, chance.uniform(0, 0.6)))
        yield torch.from_numpy(seen).permute(2, 0, 1), {"features": torch.tensor(features)}


def loss(logits: Tensor, target: dict[str, Tensor]) -> Tensor:
    return F.cross_entropy(logits.reshape(-1, 3), target["features"].reshape(-1), label_smoothing=0.02)


def main() -> None:
    options = asks("set_cards", __doc__, steps=4000, batch=64).parse_args()
    photos = photos_of(options)
    real = [card for deck in DECKS for card in cards(photos, deck)]
    print(len(real), "cards", flush=True)
    net = taught(options, Reader(), samples(real, chance_of(options)), loss)
    keep(options, net, (TALL, WIDE), photos.digests, crops=True)


if __name__ == "__main__":
    main()
