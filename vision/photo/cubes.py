"""Wooden cubes of five colours on any photo, told from houses, discs and dice of the same colours."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import dice
from vision.photo.found import CUBE_COLOURS, Cube, Cubes, Die, Image
from vision.photo.net import Net, dense, peaks, shipped, sigmoid, softmax

Floats = NDArray[np.floating]

LONG_SIDE = 960
"""The long side in px at which the finder looks; an 8 mm cube should be 13 px or more there."""

BIAS = 4
"""The finder is trained to give its logits plus this."""

GLIMPSE, MOST = 0.06, 160
"""The least peak of the finder that is looked at, and how many of them at most, the highest first."""

WINDOW = 48
"""Side in px of what the sorter sees about a peak, at LONG_SIDE."""

LEAST = 0.5
"""From this share on a peak is the piece the sorter says (docs/vision-results.md)."""

SURELY_A_DIE = 0.8
"""From this share on, the dice reader's, what the sorter calls a cube is a die."""

APART = 0.48
"""Two peaks nearer than this part of the larger one's size are one piece."""

DIE = len(CUBE_COLOURS) + 2
"""The sorter's number for dice, after those of cubes, houses and discs; the next one is nothing."""


class Piece(NamedTuple):
    """What the sorter says of a peak: its kind's number, share, middle and size in px of the picture."""

    kind: int
    share: float
    x: float
    y: float
    size: float


class Nets(NamedTuple):
    """The networks that `find` uses."""

    finder: Net
    sorter: Net
    dice: Net
    pips: Net


def find(image: Image, nets: Nets | None = None) -> Cubes:
    """The cubes of a picture. Where dice are the only pieces in it, they are what is counted.

    Other networks than the shipped ones are for measurements.
    """
    nets = nets or Nets(*(shipped(name) for name in ("cubes", "pieces", "dice", "pips")))
    pieces = without_dice(image, look(image, nets.finder, nets.sorter), nets.pips)
    rolled = dice.find(image, nets.dice, nets.pips)
    items = [cube(piece) for piece in pieces if piece.kind < len(CUBE_COLOURS)]
    if rolled and all(any(covers(die, piece) for die in rolled) for piece in pieces):
        items = coloured(rolled)
    counts = {colour: sum(item.colour == colour for item in items) for colour in CUBE_COLOURS}
    return Cubes(counts, items)


def look(image: Image, finder: Net, sorter: Net) -> list[Piece]:
    """All pieces of a picture, each once, the surest first."""
    maps, cell = dense(finder, image, LONG_SIDE)
    highest = sigmoid(maps - BIAS).max(axis=0)
    found = peaks(highest, GLIMPSE)
    if not len(found):
        return []
    found = found[np.argsort(-highest[found[:, 0], found[:, 1]])][:MOST]
    sorted_out = sort(image, (found[:, ::-1] + 0.375) * cell, sorter)
    kept: list[Piece] = []
    for piece in sorted(sorted_out, key=lambda one: -one.share):
        if piece.share >= LEAST and all(apart(piece, other) for other in kept):
            kept.append(piece)
    return kept


def without_dice(image: Image, pieces: list[Piece], reader: Net) -> list[Piece]:
    """Those that neither the sorter nor the reader of dice takes for a die."""
    left = [piece for piece in pieces if piece.kind != DIE]
    if not left:
        return []
    boxes = np.array(
        [[p.x - p.size / 2, p.y - p.size / 2, p.x + p.size / 2, p.y + p.size / 2] for p in left], np.float32
    )
    dice_like = dice.judged(image, boxes, reader)[2]
    return [piece for piece, share in zip(left, dice_like, strict=True) if share < SURELY_A_DIE]


def sort(image: Image, points: Floats, sorter: Net) -> list[Piece]:
    """What the sorter says of each point (n × 2 px)."""
    scale = LONG_SIDE / max(image.shape[:2])
    batch = np.stack([window(image, x, y, scale) for x, y in points]).transpose(0, 3, 1, 2) / 255
    logits = sorter(np.ascontiguousarray(batch, np.float32)).reshape(len(points), -1)
    shares = softmax(logits[:, :-1])
    sizes = np.exp(logits[:, -1]) * 32 / scale
    kinds = shares[:, : DIE + 1].argmax(axis=1)
    said = zip(kinds, shares[np.arange(len(points)), kinds], points, sizes, strict=True)
    return [Piece(int(kind), float(share), float(x), float(y), float(size)) for kind, share, (x, y), size in said]


def window(image: Image, x: float, y: float, scale: float) -> Image:
    matrix = np.array([[scale, 0, WINDOW / 2 - scale * x], [0, scale, WINDOW / 2 - scale * y]], np.float32)
    return np.asarray(cv2.warpAffine(image, matrix, (WINDOW, WINDOW), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def apart(a: Piece, b: Piece) -> bool:
    return bool(np.hypot(a.x - b.x, a.y - b.y) > APART * max(a.size, b.size))


def cube(piece: Piece) -> Cube:
    return Cube(CUBE_COLOURS[piece.kind], (round(piece.x, 1), round(piece.y, 1)), round(piece.share, 3))


def covers(die: Die, piece: Piece) -> bool:
    x0, y0, x1, y1 = die.box
    return x0 <= piece.x <= x1 and y0 <= piece.y <= y1


def coloured(rolled: list[Die]) -> list[Cube]:
    """Dice of the five colours as cubes."""
    known = [die for die in rolled if die.colour in CUBE_COLOURS]
    return [Cube(die.colour, middle(die.box), die.confidence) for die in known]


def middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return round((box[0] + box[2]) / 2, 1), round((box[1] + box[3]) / 2, 1)
