"""Cubes that may lie under others: what in a picture of touching cubes does not fit the cubes found in it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cubes.heap import HALF, Place
from vision.picture import Field, Picture, Points

# the thresholds and the two parts of the variance were fitted to 360 drawn fields in three weathers, and are checked
# on others (`python -m tools.measure.heaps`)
LUMP = 1.45  # footprints from which a lump is more than one cube
CLOSE, PILE = 10.9, 3  # px between the middles of two cubes that touch, and so many in a chain that make a pile
PART = (0.12, 0.7)  # footprints of a piece of colour that is the visible part of a cube
EXCESS = 0.7  # footprints by which a lump's area misses its cubes', edges left out, when they are surely miscounted
BASE, PER_SIGN = 0.3, 0.9  # variance of a count where cubes lie under others, and for each footprint that does not fit
STEEP = 8  # how fast what shows beside two that touch gains weight
PLAIN = 1.5  # footprints that do not fit from which cubes certainly lie under others
TRACELESS = 0.1  # how probably they do where cubes touch and everything fits


def variances(
    labels: Picture, solid: Field, places: Sequence[Place], codes: Points, footprints: Points, dusk: float = 1.0
) -> Points:
    """By how much the variance of each colour's count grows, as cubes may lie under others: (n colours,).

    `labels` (height, width) names each pixel's colour by number, `solid` says how surely it is no ground, `codes` the
    colour of each place; `footprints` are the areas in px² that single cubes of each colour cover alone, a cube's own
    area last. In the `dusk` so many times more must show beside two that touch: noise shows too.
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
    if close.any() and not piled(places):  # pairs that touch: only what plainly shows counts
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
    """How probably each colour is miscounted: as cubes are `buried`, or as a lump has room for more or fewer."""
    own, single = footprints[:-1], float(footprints[-1])
    wrong = np.full(len(own), buried)
    for lump in np.flatnonzero(large):
        here, there = lumps == lump, codes[at == lump]
        excess = _room(solid, here, labels, own, single) - len(there)
        wrong[there] = np.maximum(wrong[there], min(1.0, excess**2 / EXCESS**2))
    return wrong


def crowded(places: Sequence[Place]) -> Points:
    """Which places have others so close that their cubes touch or lie on each other: (n places,)."""
    return np.asarray(_touching(places).sum(axis=1) > 1)


def _touching(places: Sequence[Place]) -> Points:
    """Which places touch which, themselves included: (n, n)."""
    middles = np.array([(place.x, place.y) for place in places], float).reshape(-1, 2)
    return np.asarray(np.linalg.norm(middles[:, None] - middles, axis=2) < CLOSE)


def piled(places: Sequence[Place]) -> bool:
    """Whether PILE places or more touch one after the other."""
    touching = _touching(places).astype(int)
    reached = np.linalg.matrix_power(touching, PILE - 1) > 0
    return bool(reached.sum(axis=1).max() >= PILE)


def _strays(labels: Picture, here: Picture, places: Sequence[Place], codes: Points, colours: int) -> Points:
    """Pixels of each colour that lie nearest to a cube of another one."""
    rows, columns = np.nonzero(here)
    seen = labels[rows, columns]
    return np.bincount(seen[seen != codes[nearest(rows, columns, places)]], minlength=colours).astype(float)


def nearest(rows: Points, columns: Points, places: Sequence[Place]) -> Points:
    """Which place each pixel (n,) lies nearest to, (n,)."""
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
    """How many footprints a lump has room for, once the edges over which colours bleed are left out."""
    rims, _ = cv2.findContours(lump.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rim = sum(cv2.arcLength(each, True) for each in rims)
    shares = np.bincount(labels[lump & (labels < len(own))], minlength=len(own)).astype(float)
    bleeds = (np.sqrt(own) - np.sqrt(single)) / 2 @ (shares / max(shares.sum(), 1.0))
    return float((solid[lump].sum() - bleeds * rim) / single)
