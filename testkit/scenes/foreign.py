"""A deck of Byzanz that is not ours: the same faces in another art, another type and other places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from unittest.mock import patch

import cv2
import numpy as np

from vision.drawn import scene
from vision.layouts.layout import load_layout
from vision.picture import Picture
from vision.printing import cards

AT = 8.0
"""Px per mm it is drawn at."""
PAPER = (238, 246, 250)
GOODS = {
    "CL": (140, 60, 40),
    "WO": (40, 80, 120),
    "GR": (70, 190, 225),
    "OL": (60, 120, 80),
    "SP": (50, 50, 170),
    "WI": (110, 40, 110),
    "ME": (150, 150, 150),
}
"""The colour of each good's picture, BGR."""


def foreign(face: str, scale: float) -> Picture:
    """A card such as ``card:CL1`` at `scale` px per mm, BGR."""
    wide, high = (round(side * scale) for side in load_layout("byzanz").size)
    return np.asarray(cv2.resize(_drawn(face), (wide, high), interpolation=cv2.INTER_AREA))


@contextmanager
def dealt() -> Iterator[None]:
    """Meanwhile the drawn camera sees this deck wherever cards of Byzanz lie."""

    def art(name: str, face: str, scale: float, printed: str = "") -> Picture:
        return foreign(face, scale) if face in load_layout("byzanz").faces else cards.art(name, face, scale, printed)

    with patch.object(scene, "art", art):
        yield


@cache
def _drawn(face: str) -> Picture:
    good, value = face.removeprefix("card:")[:2], face.removeprefix("card:")[2:]
    wide, high = (round(side * AT) for side in load_layout("byzanz").size)
    card = np.full((high, wide, 3), PAPER, np.uint8)
    rim = round(3 * AT)
    card[rim:-rim, rim:-rim] = _scene(good, high - 2 * rim, wide - 2 * rim)
    if value:
        _figure(card, value)
        turned = cv2.rotate(card, cv2.ROTATE_180)
        _figure(turned, value)
        card = np.asarray(cv2.rotate(turned, cv2.ROTATE_180))
    return card


def _scene(good: str, high: int, wide: int) -> Picture:
    """What all cards of a good show: hills, a sky, and things of its colour lying about."""
    chance, colour = Random(good), np.array(GOODS[good], float)
    rows = np.linspace(1.5, 0.6, high)[:, None, None]
    picture = np.clip(colour * rows + 20, 0, 255).astype(np.uint8).repeat(wide, axis=1)
    for _ in range(30):
        middle = chance.randrange(wide), chance.randrange(high)
        axes = chance.randrange(15, 70), chance.randrange(10, 50)
        shade = [int(np.clip(c * chance.uniform(0.3, 1.9), 0, 255)) for c in colour]
        cv2.ellipse(picture, middle, axes, chance.randrange(180), 0, 360, shade, -1, cv2.LINE_AA)
    return picture


def _figure(card: Picture, value: str) -> None:
    """The value in a light oval at the top right."""
    x, y = round(card.shape[1] - 10 * AT), round(11 * AT)
    cv2.ellipse(card, (x, y), (round(4.5 * AT), round(5.5 * AT)), 0, 0, 360, PAPER, -1, cv2.LINE_AA)
    (wide, high), _ = cv2.getTextSize(value, cv2.FONT_HERSHEY_TRIPLEX, 1.9, 4)
    cv2.putText(
        card, value, (x - wide // 2, y + high // 2), cv2.FONT_HERSHEY_TRIPLEX, 1.9, (30, 30, 30), 4, cv2.LINE_AA
    )
