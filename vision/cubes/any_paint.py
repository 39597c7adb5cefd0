"""Counts cubes of whatever paint in a field whose ground has a hue that no paint has.

What a cube is, its field says: nothing hangs on its colour, and whatever stands for a cube counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from engine.sighting import Count
from vision.cubes.buried import crowded
from vision.cubes.cubes import (
    FINAL,
    GREY,
    GROUND,
    SCALE,
    SIDE,
    box_of,
    footprint,
    lean_at,
    levelled,
    quads,
    there,
    weighted,
)
from vision.cubes.heap import CLEAR, Place, separated, surplus
from vision.mat.light import Light, rectified
from vision.mat.mat import Box, MatZone
from vision.mat.pose import Pose
from vision.picture import Field, Picture, Points, Quad

SHADES = (1.06, 0.93, 0.8, 0.7, 0.6, 0.5)  # how bright the ground is, in full light and in a cube's shadow
OTHER = 17.0  # unlikeness to the ground from which something is a cube: half of what grey wood has
HALF = 0.57  # part of the unlikeness beside it that the edge of a cube has: white is lighter than a picture can be
SOFT = 0.6  # part of it over which ground turns into cube
VOTE = 0.9  # px of blur over which neighbouring pixels vote
OWN = 0.95  # the area of a cube that lies alone, in footprints: about the median of those drawn in three weathers
OVER = 0.5  # cubes by which a lump may be too large for the cubes found in it
STACKED = (
    0.2  # part by which a cube that lies alone may be too large: of 600 drawn ones none is; of two stacked ones many
)
TOUCHING = 0.15  # variance of the count for each two cubes that touch: one more may lie between them


class Stock(NamedTuple):
    """The cubes in a field: their places at FINAL px per mm, how sure each is, and the count's standard deviation."""

    places: list[Place]
    shares: list[float]
    doubt: float


def read_store(
    frame: Picture, pose: Pose, light: Light, fields: Sequence[tuple[Box, MatZone, Points]]
) -> tuple[Count, list[tuple[str, float, Quad]]]:
    """How many cubes lie in some fields, by what each field holds; and each cube with its share and corners in px.

    A field is the box in mm that is looked at, its zone, and the colour of its ground as a share of white, BGR.
    """
    tally, doubts, found = dict[str, int](), dict[str, float](), list[tuple[str, float, Quad]]()
    for box, zone, ground in fields:
        lean = lean_at(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), pose.eye())
        stock = count_any(rectified(frame, pose, box, SCALE), light.tint, ground, lean)
        tally |= {zone.holds: len(stock.places)} if stock.places else {}
        doubts |= {zone.holds: stock.doubt} if stock.doubt else {}
        corners = quads(pose, box, [box_of(place, lean) for place in stock.places])
        found += [(zone.holds, share, quad) for share, quad in zip(stock.shares, corners, strict=True)]
    return Count(tally, max(doubts.values(), default=0.0), doubts), found


def count_any(zone: Picture, tint: Points, ground: Points, lean: Points) -> Stock:
    """The cubes in a picture of a field at SCALE whose ground has this colour (share of white, BGR).

    `tint` is the lamp's colour, `lean` the apparent shift of a cube's top, (2,) in mm.
    """
    even, _ = levelled(zone, tint, ground)
    solid = solid_in(even, ground)
    best: tuple[float, Stock] | None = None
    for packed in (False, True):
        places, rest = separated(solid, SIDE * FINAL, lean * FINAL, packed)
        stock, over = _stock(solid, places, rest, lean, packed)
        if best is None or over < best[0]:
            best = over, stock
        if over <= OVER:
            break
    assert best is not None
    return best[1]


def solid_in(even: Picture, ground: Points) -> Field:
    """How likely each pixel of a levelled picture is no ground."""
    known = weighted(np.array([ground * shade * GROUND / float(ground @ GREY) for shade in SHADES]))
    seen = weighted(even.reshape(-1, 3)).reshape(*even.shape[:2], 1, 3)
    unlike = cv2.GaussianBlur(np.abs(seen - known).sum(axis=3).min(axis=2).astype(np.float32), (0, 0), VOTE)
    edge = np.maximum(OTHER, HALF * cv2.dilate(unlike, np.ones((round(SIDE * FINAL) + 1,) * 2, np.uint8)))
    return np.asarray(np.clip((unlike - edge) / (SOFT * edge) + 0.5, 0, 1), np.float32)


def _stock(solid: Field, places: list[Place], rest: float, lean: Points, packed: bool) -> tuple[Stock, float]:
    """What the places say, and by how many cubes the worst lump does not fit them."""
    single = footprint(lean) * FINAL * FINAL
    area = single if packed else OWN * single
    over, _, alone = surplus(solid, places, [area] * len(places))
    shares = [there(place.cover) for place in places]
    variance = sum(share * (1 - share) for share in shares)
    variance += there(rest) if rest > CLEAR else 0.0
    variance += over / single if abs(over) > OVER * single else 0.0
    variance += 1.0 if max(alone, default=0.0) > STACKED else 0.0
    variance += TOUCHING * float(crowded(places).sum()) / 2
    return Stock(places, shares, round(float(np.sqrt(max(variance, 0.0))), 3)), abs(over) / single
