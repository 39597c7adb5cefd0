"""Blobs of card in the finder's maps, where cards touch or overlap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.net import Maps
from vision.photo.quads import clockwise, widened
from vision.photo.remains import remains
from vision.photo.splits import split

SIDE = 320
"""Blobs are looked at with their longer side at so many px at most."""

LEAST_CELLS = 56
"""Smaller blobs, in cells, are not looked at."""

RIM = 1.5
"""Cells that the border of a card reaches beyond its outline."""

UNKNOWN = 0.12
"""A blob of which more than this share lies in no known card is looked at for lines."""

UNDER = 0.82
"""The least mean share of card in the remainder of a card that lies under another."""


class Seen(NamedTuple):
    """Maps of a scale, 2 × h × w, and the px of the picture per cell."""

    maps: Maps
    cell: float


class Blobs(NamedTuple):
    """Shares of card and of border, where either is likely (without holes), and the px of the picture per cell."""

    card: Maps
    border: Maps
    filled: Image
    cell: float

    def cells(self, corners: Points) -> Points:
        return np.asarray((corners + 0.5) / self.cell - 0.5, np.float32)

    def pixels(self, corners: Points) -> Points:
        return np.asarray((corners + 0.5) * self.cell - 0.5, np.float32)


def blobs_of(seen: list[Seen]) -> Blobs:
    """The surest of all scales at the finest of them, the first."""
    h, w = seen[0].maps.shape[1:]
    layers = [[cv2.resize(one.maps[layer], (w, h)) for one in seen] for layer in range(2)]
    card, border = (np.asarray(np.max(layer, axis=0), np.float32) for layer in layers)
    contours, _ = cv2.findContours(
        (np.maximum(card, border) > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    filled = cv2.drawContours(np.zeros((h, w), np.uint8), contours, -1, 1, -1)
    return Blobs(card, border, np.asarray(filled, np.uint8), seen[0].cell)


def single_cards(image: Image, blobs: Blobs, known: list[Points]) -> Iterator[Points]:
    """Outlines that may be single cards in the blobs that the `known` ones do not account for; all in px."""
    for own, at in unknown(blobs, known):
        yield from in_one(image, blobs, own, at)


def unknown(blobs: Blobs, known: list[Points]) -> Iterator[tuple[NDArray[np.uint8], tuple[int, int]]]:
    """Blobs that the outlines `known`, in px, do not account for, and where (column, row) each lies in the maps."""
    left = np.asarray(cv2.erode(blobs.filled, np.ones((3, 3), np.uint8)), np.uint8)
    for corners in known:
        cv2.fillPoly(left, [np.round(widened(blobs.cells(corners), RIM)).astype(np.int32)], 0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(blobs.filled, connectivity=4)
    for number in range(1, count):
        x, y, w, h, size = (int(value) for value in stats[number])
        own = labels[y : y + h, x : x + w] == number
        if size > LEAST_CELLS and left[y : y + h, x : x + w][own].mean() > UNKNOWN:
            yield own.astype(np.uint8), (x, y)


def unexplained(blobs: Blobs, known: list[Points]) -> NDArray[np.uint8]:
    """1 in the cells of such blobs beside the outlines `known`, in px."""
    left = np.zeros_like(blobs.filled)
    for own, (x, y) in unknown(blobs, known):
        left[y : y + own.shape[0], x : x + own.shape[1]] |= own
    for corners in known:
        cv2.fillPoly(left, [np.round(widened(blobs.cells(corners), RIM)).astype(np.int32)], 0)
    return left


def in_one(image: Image, blobs: Blobs, own: NDArray[np.uint8], at: tuple[int, int]) -> Iterator[Points]:
    """Outlines in one blob that lies at (column, row) of the maps, in px of the picture."""
    rim = min(3, *at)
    x, y = at[0] - rim, at[1] - rim
    h, w = min(own.shape[0] + 2 * rim, blobs.card.shape[0] - y), min(own.shape[1] + 2 * rim, blobs.card.shape[1] - x)
    scale = min(blobs.cell, SIDE / max(w, h))
    size = max(1, round(w * scale)), max(1, round(h * scale))
    x0, y0, x1, y1 = (round(side * blobs.cell) for side in (x, y, x + w, y + h))
    crop = cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
    px = np.array([min(x1, image.shape[1]) - x0, min(y1, image.shape[0]) - y0], np.float32) / size
    blob = cv2.copyMakeBorder(own, rim, rim, rim, rim, cv2.BORDER_CONSTANT)[:h, :w]
    border = np.asarray(cv2.resize(blobs.border[y : y + h, x : x + w], size), np.float32)
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.uint8)
    for corners in split(lab, np.asarray(cv2.resize(blob, size, interpolation=cv2.INTER_NEAREST), np.uint8), border):
        yield clockwise(np.asarray((corners + 0.5) * px - 0.5 + (x0, y0), np.float32))


def partly_hidden(blobs: Blobs, cards: list[Points]) -> Iterator[tuple[Points, float]]:
    """What of the blobs lies beside the known cards and may be that of others under them, and how sure; all in px."""
    for corners in remains(blobs.filled, [blobs.cells(one) for one in cards]):
        mask = cv2.fillPoly(np.zeros(blobs.card.shape, np.uint8), [np.round(corners).astype(np.int32)], 1) > 0
        sure = float(blobs.card[mask].mean()) if mask.any() else 0.0
        if sure > UNDER:
            yield clockwise(blobs.pixels(corners)), 0.9 * sure
