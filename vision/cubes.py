"""Counting cubes by colour on the mat's light zones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.light import SHADES, Light
from vision.picture import Picture, Points

SCALE = 2.0  # px per mm of a zone
SIDE = 8.0  # mm
GOODS = "GBRKY"
CROSS = np.ones((3, 3), np.uint8)
BLACK_SHADES = (1.9, 1.0, 0.5)  # black wood gleams
GLEAM = 0.3  # share of white it does not gleam beyond
CAST = (1.0, 0.8, 0.6)  # how bright the ground is in a cube's shadow
NEIGHBOURHOOD = 34.0  # mm around a pixel in which its brightest ground is looked for
ALONE = (0.75, 1.5)  # areas, in cubes, of spots taken for one cube
# the median area of single cubes in the drawn frames of three weathers, as part of the computed footprint
OWN = {"G": 1.15, "B": 1.06, "R": 1.11, "K": 1.08, "Y": 1.25}
SURE_PART = 0.6  # twice the part of a cube by which an area may miss a whole number without raising doubt
LEAST = 0.4  # part of a cube's own area below which a spot is no cube
CRUMB = 0.12  # the same for what raises doubt
GROUND = 190.0  # grey level the ground is brought to
VOTE = 2.0  # px over which neighbours vote
FINE = 2.8  # table steps for a unit of unlikeness
FARTHEST = 90.0  # unlikeness beyond which nothing counts more
BITS = 5  # of each LAB channel kept in the table of colours


@dataclass(frozen=True)
class Blob:
    """Cubes of one colour that hang together: how many, their box x, y, width, height in px, and the doubt."""

    colour: str
    count: int
    box: tuple[int, int, int, int]
    off: float


class CubeCounter:
    """Counts cubes of the printed colours; one is made for each measurement of the light.

    `ground` is the zone's own colour as a share of white, BGR.
    """

    def __init__(self, light: Light, ground: Points) -> None:
        self._table = _nearest(*_prototypes(light, ground))
        self._tint = light.tint

    def count(self, zone: Picture, lean: Points) -> list[Blob]:
        """The cubes in a rectified picture of a zone; `lean` is how far a cube's top is shifted, (2,) in mm."""
        labels = self.labelled(zone)
        single = footprint(lean) * SCALE * SCALE
        blobs: list[Blob] = []
        for code, colour in enumerate(GOODS):
            mask = cv2.inRange(labels, np.array([code]), np.array([code]))
            if cv2.countNonZero(mask):
                blobs += _blobs(cv2.morphologyEx(mask, cv2.MORPH_OPEN, CROSS), colour, single)
        return blobs

    def labelled(self, zone: Picture) -> Picture:
        """For each pixel the index of its colour in ``GBRKY``, or 5 for the ground."""
        lab = cv2.cvtColor(levelled(zone, self._tint), cv2.COLOR_BGR2LAB)
        wide = lab.astype(np.int32) >> (8 - BITS)
        index = (wide[..., 0] << (2 * BITS)) | (wide[..., 1] << BITS) | wide[..., 2]
        # neighbours vote with their doubts: single pixels of a dim black cube may have any colour
        unlike = cv2.split(cv2.GaussianBlur(self._table.take(index, axis=0), (0, 0), VOTE))
        labels, least = np.full(index.shape, len(GOODS), np.uint8), unlike[-1]
        for code, one in enumerate(unlike[:-1]):
            labels[one < least] = code
            least = cv2.min(one, least)
        return labels


def footprint(lean: Points) -> float:
    """The area in mm² a cube covers on the mat, its visible sides included, when its top is shifted by `lean` mm."""
    return SIDE * SIDE + SIDE * float(np.linalg.norm(lean)) * 1.2


def lean_at(place: tuple[float, float], eye: Points) -> Points:
    """How far the top of a cube at a place (mm) seems shifted for a camera at `eye` (x, y, height in mm)."""
    return np.asarray((np.array(place) - eye[:2]) * SIDE / (eye[2] - SIDE))


def tally(blobs: list[Blob]) -> tuple[dict[str, int], float]:
    """How many cubes of each colour, none left out, and the standard deviation of a count."""
    counts = dict.fromkeys(GOODS, 0)
    for blob in blobs:
        counts[blob.colour] += blob.count
    doubt = max((blob.off for blob in blobs), default=0.0)
    return {c: n for c, n in counts.items() if n}, round(doubt, 3)


def _blobs(mask: Picture, colour: str, single: float) -> list[Blob]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    # a contour runs through the middles of its pixels: half of each lies outside
    areas = np.array([cv2.contourArea(line) + len(line) / 2 + 1 for line in outlines]) / single
    alone = areas[(areas > ALONE[0]) & (areas < ALONE[1])]
    # a bright colour bleeds into its neighbourhood and a dark one shrinks: cubes that lie alone show by how much
    own = (2 * OWN[colour] + float(alone.sum())) / (2 + len(alone))
    return [
        _blob(colour, float(area / own), cv2.boundingRect(line))
        for area, line in zip(areas, outlines, strict=True)
        if area / own >= CRUMB
    ]


def _blob(colour: str, cubes: float, box: Sequence[int]) -> Blob:
    count = max(1, round(cubes)) if cubes >= LEAST else 0
    off = max(0.0, 2 * abs(cubes - count) - SURE_PART) if cubes > 1 else max(0.0, 0.7 - cubes if count else cubes)
    x, y, wide, high = box
    return Blob(colour, count, (x, y, wide, high), off)


def levelled(zone: Picture, tint: Points) -> Picture:
    """The zone without the lamp's colour and with its local ground at one brightness, so that shadows vanish."""
    dimness = float(np.clip(120 / max(float(np.percentile(zone[::4, ::4], 80)), 1.0), 0.8, 1.8))
    lamp = np.array([*(1 / tint), 0.0])
    even = cv2.multiply(cv2.GaussianBlur(zone, (0, 0), dimness), lamp, dtype=cv2.CV_32F)
    value = cv2.cvtColor(even, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(value, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    reach = int(NEIGHBOURHOOD * SCALE / 4) | 1
    ground = cv2.dilate(cv2.medianBlur(small, 3), np.ones((reach, reach), np.uint8))
    ground = cv2.blur(cv2.erode(ground, np.ones((reach - 2, reach - 2), np.uint8)), (3, 3))
    wide = np.maximum(cv2.resize(ground, value.shape[::-1], interpolation=cv2.INTER_LINEAR), 12)
    gain = cv2.divide(GROUND, wide)
    return cv2.multiply(even, cv2.merge([gain, gain, gain]), dtype=cv2.CV_8U)


def _prototypes(light: Light, ground: Points) -> tuple[list[int], Points]:
    """Colours, as shares of the local ground's brightness, and the label each stands for."""
    grey = float(ground @ [0.114, 0.587, 0.299])
    labels, shares = [], []
    for code, colour in enumerate(GOODS):
        for shade in BLACK_SHADES if colour == "K" else SHADES:
            own = light.colours[colour]
            labels.append(code)
            shares.append(own * (min(shade, _gleam(own)) if colour == "K" else shade) / grey)
    for shade in CAST:
        labels.append(len(GOODS))
        shares.append(ground * shade / grey)
    return labels, np.array(shares)


def _gleam(black: Points) -> float:
    """How many times as bright as it is black wood may look; brown wood gleams less."""
    return max(1.0, GLEAM / max(float(black @ [0.114, 0.587, 0.299]), 0.01))


def _nearest(labels: list[int], shares: Points) -> Picture:
    """A table from LAB (BITS bits a channel) to how unlike each label it is; lightness counts half."""
    colours = np.clip(shares * GROUND, 0, 255).astype(np.uint8)[None]
    weights = np.array([0.5, 1.0, 1.0])
    known = cv2.cvtColor(colours, cv2.COLOR_BGR2LAB)[0].astype(np.float32) * weights
    steps = (np.arange(1 << BITS) + 0.5) * (256 >> BITS)
    cells = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3) * weights
    distances = np.stack([np.abs(cells - colour).sum(axis=1) for colour in known], axis=1)
    nearest = [distances[:, np.array(labels) == code].min(axis=1) for code in range(len(GOODS) + 1)]
    return np.asarray(np.minimum(np.stack(nearest, axis=1), FARTHEST) * FINE, np.uint8)
