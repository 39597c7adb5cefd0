"""Refines corners to a fraction of a pixel: each side becomes a straight line through the strongest edges beside it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.quads import crossing

Floats = NDArray[np.float32]

PLACES = np.linspace(0.1, 0.9, 32, dtype=np.float32) - 0.5
"""Where along a side, −0.5 to 0.5, profiles are taken: not at the rounded corners."""

SLOPES = np.linspace(-0.8, 0.8, 9, dtype=np.float32)
"""Turns of a side that are tried, as the rise over its length in reaches."""

STEP = 0.5
"""Px between two samples of a profile."""

INSET = 0.7
"""Px inwards from the steepest place of a light card's soft edge to the edge itself, for lightness rises fastest where
it is dark; fitted to the corners of `cards_set_*`. A dark card's edge is the steepest place."""

DARKER = 8.0
"""How much darker, of 255, a card must be than its ground for its edge to be sought outside of the steepest place."""

STRONG = 60.0
"""A step in LAB above this counts no more."""


def refined(lab: Image, corners: Points, reach: float) -> Points:
    """`corners` (clockwise) moved onto the edges of a LAB picture that lie within about `reach` px of its sides."""
    for span in (1.6 * reach, 0.8 * reach):
        corners = once(lab, corners, max(2.0, span))
    return corners


def once(lab: Image, corners: Points, reach: float) -> Points:
    offsets = np.arange(-reach - 1, reach + 1.01, STEP, dtype=np.float32)
    ends = np.roll(corners, -1, axis=0)
    normals = outward(corners, ends)
    rise, light = steps(lab, corners, ends, normals, offsets)
    starts, courses = sides(rise, light, corners, ends, normals, offsets)
    moved = [crossing((starts[i - 1], courses[i - 1]), (starts[i], courses[i])) for i in range(4)]
    if any(point is None for point in moved):
        return corners
    fine = np.array(moved, np.float32)
    far = np.linalg.norm(fine - corners, axis=1) > 4 * reach
    return np.asarray(np.where(far[:, None], corners, fine), np.float32)


def outward(starts: Points, ends: Points) -> Points:
    along = (ends - starts) / (np.linalg.norm(ends - starts, axis=1, keepdims=True) + 1e-6)
    return np.stack([along[:, 1], -along[:, 0]], axis=1).astype(np.float32)


def steps(lab: Image, starts: Points, ends: Points, normals: Points, offsets: Floats) -> tuple[Floats, Floats]:
    """The height of the step in light and colour, sides × places × offsets, and the mean lightness, sides × offsets."""
    rise, soft = beside(lab, starts, ends, normals, PLACES, offsets)
    return rise, np.asarray(soft[..., 0].mean(axis=1), np.float32)


def beside(
    lab: Image, starts: Points, ends: Points, normals: Points, places: Floats, offsets: Floats
) -> tuple[Floats, Floats]:
    """Steps and soft colours along and beside sides: sides × places × offsets, and the same × 3."""
    middles = (starts + ends)[:, None] / 2 + places[:, None] * (ends - starts)[:, None]
    flat = (middles[:, :, None] + offsets[:, None] * normals[:, None, None]).reshape(-1, len(offsets), 2)
    values = cv2.remap(lab, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = np.asarray(cv2.GaussianBlur(values.astype(np.float32), (5, 1), 1.0), np.float32)
    rise = np.zeros(soft.shape[:2], np.float32)
    rise[:, 1:-1] = np.sqrt(np.square(soft[:, 2:] - soft[:, :-2]).sum(axis=2))
    shape = (len(starts), len(places), len(offsets))
    return rise.reshape(shape), soft.reshape(*shape, 3)


def sides(
    rise: Floats, light: Floats, starts: Points, ends: Points, normals: Points, offsets: Floats
) -> tuple[Points, Points]:
    """A point and the direction of each side's line; the side itself where there is no clear edge."""
    shift, slope, clear = best_lines(rise, offsets)
    shift = shift + np.where(lighter_outside(light, offsets, shift), 0.0, -INSET)
    shift, slope = np.where(clear, shift, 0)[:, None], np.where(clear, slope, 0)[:, None]
    starts, ends = starts + normals * (shift - 0.5 * slope), ends + normals * (shift + 0.5 * slope)
    course = ends - starts
    return starts, np.asarray(course / (np.linalg.norm(course, axis=1, keepdims=True) + 1e-6), np.float32)


def lighter_outside(light: Floats, offsets: Floats, shift: Floats) -> NDArray[np.bool_]:
    """Whether each side is lighter 2 px outside of its edge than 2 px inside."""
    out, within = ([np.interp(at + off, offsets, one) for one, at in zip(light, shift, strict=True)] for off in (2, -2))
    return np.subtract(out, within) > DARKER


def best_lines(rise: Floats, offsets: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Each side's line that gathers the most step: offset of its middle, rise over its length, whether it is clear.

    All lines of a grid are tried, then a weighted least-squares line is laid through the steps beside the best.
    """
    near = np.exp(-0.5 * (offsets / (0.7 * offsets[-1])) ** 2)
    capped = np.minimum(rise, STRONG) * near
    slopes = SLOPES * offsets[-1]
    bent = np.round((slopes[:, None] * PLACES) / STEP).astype(int)
    columns = (bent[:, :, None] + np.arange(len(offsets))).clip(0, len(offsets) - 1)
    total = capped[:, np.arange(len(PLACES))[:, None], columns].sum(axis=2)
    slope, middle = np.divmod(total.reshape(len(rise), -1).argmax(axis=1), len(offsets))
    clear = total.max(axis=(1, 2)) > 2.0 * len(PLACES)
    return *fit(rise, offsets, offsets[middle], slopes[slope]), np.asarray(clear)


def fit(rise: Floats, offsets: Floats, shift: Floats, slope: Floats) -> tuple[Floats, Floats]:
    """Least squares through the steps within 1.5 px of each side's line; the line itself where there are few."""
    guess = shift[:, None] + slope[:, None] * PLACES
    weight = rise * (np.abs(offsets - guess[..., None]) < 1.5)
    total = weight.sum(axis=2)
    middle = (weight * offsets).sum(axis=2) / np.maximum(total, 1e-6)
    share = np.minimum(total, STRONG)
    whole = np.maximum(share.sum(axis=1), 1e-6)
    place, height = (share * PLACES).sum(axis=1) / whole, (share * middle).sum(axis=1) / whole
    away = PLACES - place[:, None]
    turn = (share * away * middle).sum(axis=1) / np.maximum((share * away**2).sum(axis=1), 1e-6)
    few = (total > 0).sum(axis=1) < 6
    return np.where(few, shift, height - turn * place), np.where(few, slope, turn)
