"""Estimates how many cubes may lie hidden under others, from what the found cubes do not explain in the picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cubes.heap import HALF, Place
from vision.picture import Field, Picture, Points

# the thresholds and the two parts of the variance were fitted to 360 drawn fields in three weathers, and are checked
# on others (`python -m tools.measure.heaps`)
LUMP = 1.45  # footprints above which a lump is more than one cube
CLOSE, PILE = 10.9, 3  # px between the middles of touching cubes, and the number in a chain that makes a pile
PART = (0.12, 0.7)  # footprints of a piece of colour that is the visible part of a cube
EXCESS = (
    0.7  # footprints by which a lump's area, without edges, differs from its cubes' when they are surely miscounted
)
BASE, PER_SIGN = 0.3, 0.9  # variance of a count where cubes lie under others, and for each footprint that does not fit
STEEP = 8  # how fast the weight of visible parts beside two touching cubes rises
PLAIN = 1.5  # unexplained footprints above which cubes certainly lie under others
TRACELESS = 0.1  # probability of that where cubes touch and everything is explained


def variances(
    labels: Picture, solid: Field, places: Sequence[Place], codes: Points, footprints: Points, dusk: float = 1.0
) -> Points:
    """The additional variance of each colour's count, as cubes may lie under others: (n colours,).

    `labels` (height, width) is each pixel's colour by number, `solid` its probability of being no ground, `codes` the
    colour of each place; `footprints` are the areas in px² that single cubes of each colour cover alone, a cube's own
    area last. `dusk` (1 in good light) is the factor by which more must show beside two
    touching cubes, as noise shows too.
    """
    own, single = footprints[:-1], float(footprints[-1])
    count, lumps = cv2.connectedComponents((solid > HALF).astype(np.uint8))
    at = np.array([lumps[place.y, place.x] for place in places], int)
    close = crowded(places)
    sizes = np.bincount(lumps.ravel(), minlength=count)
    large = np.bincount(at[close], minlength=count) > 0 if close.any() else sizes > LUMP * single
    large[0] = False
    here = large[lumps] & (labels < len(own))
    if not places or not here.any():
        return np.zeros(len(own))
    covered = np.bincount(codes[large[at]], weights=own[codes[large[at]]], minlength=len(own))
    off = np.abs(np.bincount(labels[here], minlength=len(own)) - covered) / single
    shown = _strays(labels, here, places, codes, len(own)) / single + _parts(labels, here, len(own), single)
    if close.any() and not piled(places):  # touching pairs only: just clearly visible parts count
        return np.asarray((BASE + PER_SIGN * shown) * min(1.0, float(shown.sum()) / (PLAIN * dusk)) ** STEEP)
    buried = np.clip((float(shown.sum() + off.max()) / PLAIN) ** 2, TRACELESS, 1.0)
    return np.asarray(
        (BASE + PER_SIGN * (off + shown)) * _wrong(labels, solid, lumps, large, at, codes, footprints, buried)
    )


def _wrong(
    labels: Picture,
    solid: Field,
    lumps: Picture,
    large: Points,
    at: Points,
    codes: Points,
    footprints: Points,
    buried: float,
) -> Points:
    """The probability that each colour is miscounted: cubes are `buried`, or a lump has room for more or fewer."""
    own, single = footprints[:-1], float(footprints[-1])
    wrong = np.full(len(own), buried)
    for lump in np.flatnonzero(large):
        here, there = lumps == lump, codes[at == lump]
        excess = _room(solid, here, labels, own, single) - len(there)
        wrong[there] = np.maximum(wrong[there], min(1.0, excess**2 / EXCESS**2))
    return wrong


def crowded(places: Sequence[Place]) -> Points:
    """Whether each place has another so close that their cubes touch or overlap: (n places,)."""
    return np.asarray(_touching(places).sum(axis=1) > 1)


def _touching(places: Sequence[Place]) -> Points:
    """Whether places touch, each with itself too: (n, n)."""
    middles = np.array([(place.x, place.y) for place in places], float).reshape(-1, 2)
    return np.asarray(np.linalg.norm(middles[:, None] - middles, axis=2) < CLOSE)


def piled(places: Sequence[Place]) -> bool:
    """Whether PILE places or more touch in a chain."""
    touching = _touching(places).astype(int)
    reached = np.linalg.matrix_power(touching, PILE - 1) > 0
    return bool(reached.sum(axis=1).max() >= PILE)


def _strays(labels: Picture, here: Picture, places: Sequence[Place], codes: Points, colours: int) -> Points:
    """Pixels of each colour that lie nearest to a cube of another one."""
    rows, columns = np.nonzero(here)
    seen = labels[rows, columns]
    return np.bincount(seen[seen != codes[nearest(rows, columns, places)]], minlength=colours).astype(float)


def nearest(rows: Points, columns: Points, places: Sequence[Place]) -> Points:
    """The index of the place nearest to each pixel, (n,)."""
    middles = np.array([(place.x, place.y) for place in places])
    return np.asarray(((columns[:, None] - middles[:, 0]) ** 2 + (rows[:, None] - middles[:, 1]) ** 2).argmin(axis=1))


def _parts(labels: Picture, here: Picture, colours: int, single: float) -> Points:
    """How many pieces of each colour are smaller than a cube, and larger than noise."""
    parts = np.zeros(colours)
    for code in range(colours):
        _, _, stats, _ = cv2.connectedComponentsWithStats((here & (labels == code)).astype(np.uint8), connectivity=4)
        areas = stats[1:, cv2.CC_STAT_AREA] / single
        parts[code] = ((areas > PART[0]) & (areas < PART[1])).sum()
    return parts


def _room(solid: Field, lump: Picture, labels: Picture, own: Points, single: float) -> float:
    """The footprints that fit in a lump, without the edges over which colours bleed."""
    rims, _ = cv2.findContours(lump.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rim = sum(cv2.arcLength(each, True) for each in rims)
    shares = np.bincount(labels[lump & (labels < len(own))], minlength=len(own)).astype(float)
    bleeds = (np.sqrt(own) - np.sqrt(single)) / 2 @ (shares / max(shares.sum(), 1.0))
    return float((solid[lump].sum() - bleeds * rim) / single)
