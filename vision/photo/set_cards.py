"""Reads SET cards: count, colour, fill and shape, each with its share and its runner-up."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.photo.found import Image, Points
from vision.photo.net import Maps, Net, shipped, softmax

WIDE, TALL = 80, 112
"""Size in px of the upright card that the reader sees."""

FEATURES: dict[str, tuple[str, ...]] = {
    "count": ("1", "2", "3"),
    "color": ("red", "green", "purple"),
    "fill": ("solid", "striped", "empty"),
    "shape": ("oval", "diamond", "squiggle"),
}


class Feature(NamedTuple):
    """One feature's likeliest value, its share, and the next one."""

    value: str
    share: float
    runner_up: str


def read(image: Image, corners: Points, reader: Net | None = None) -> dict[str, Feature]:
    """The four features of the card within `corners` (4 × 2 px, clockwise), either way up.

    Another network than the shipped one is for measurements.
    """
    card = whitened(upright(image, corners))
    both = np.stack([card, card[::-1, ::-1]]).transpose(0, 3, 1, 2).astype(np.float32) / 255
    logits = (reader or shipped("set"))(np.ascontiguousarray(both)).reshape(2, -1).mean(axis=0)
    parts = logits.reshape(len(FEATURES), 3)
    return {name: feature(values, part) for (name, values), part in zip(FEATURES.items(), parts, strict=True)}


def feature(values: tuple[str, ...], logits: Maps) -> Feature:
    shares = softmax(logits)
    first, second = np.argsort(-shares)[:2]
    return Feature(values[first], round(float(shares[first]), 3), values[second])


def upright(image: Image, corners: Points) -> Image:
    """The card with its long side upright, WIDE × TALL px."""
    points = corners.astype(np.float32)
    sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        points = np.roll(points, -1, axis=0)
    scale = max(1, int(min(sides) / WIDE))
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32) * scale - 0.5
    matrix = cv2.getPerspectiveTransform(points, flat)
    large = cv2.warpPerspective(image, matrix, (WIDE * scale, TALL * scale), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (WIDE, TALL), interpolation=cv2.INTER_AREA), np.uint8)


def whitened(card: Image) -> Image:
    """The card with its own white made white, place by place: the brightest tenth of each quarter is the paper."""
    paper = np.zeros((4, 3, 3), np.float32)
    for row in range(4):
        for column in range(3):
            part = card[row * 28 : row * 28 + 28, column * 26 : column * 26 + 28]
            paper[row, column] = np.percentile(part.reshape(-1, 3), 90, axis=0)
    white = cv2.resize(cv2.blur(paper, (3, 3)), (WIDE, TALL), interpolation=cv2.INTER_LINEAR)
    return np.asarray((card * (235 / np.maximum(white, 12))).clip(0, 255), np.uint8)
