"""Where a tile does not show its print: something stands there, even if it is of the print's own tone.

Pictures are aligned to the tile as those of `vision.flat.dice`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.dice import MARGIN, SCALE, STANDS, spread_of
from vision.picture import Field, Picture

CLEAR = 0.06  # spread of the light about a place, in the print or in what is seen, from which the two can be compared
LIKE = 0.4  # likeness of what is seen about a place to the print below which it is something else
STREAK = 8  # px that a streak of light is narrower than
LIGHT = 0.4  # share of white that print has at least where streaks and shadows are left out
SHADED, DARKEST = 0.55, 0.06  # part of the print's light that is left in a shadow at most, and at least
FINE, SIGN, TOUCH = (
    1.0,
    7,
    5,
)  # px that blur noise and a shadow's edge; px of dark signs in it; px that it is beside what casts it
BESIDE = 5.0  # mm about a deep shadow that are left out: half a face, with which its edge is compared
DEEP = 0.16  # part of the print's light that is left in a deep shadow; black paint has .25 of it and more
WIDE = 5.0  # mm² of such places from which something stands there: rightly read tiles of rooms have 4 at most
STRIP = np.ones((4, 4), np.uint8)  # px that a strip of such places is narrower than; about a die they are a disc
EDGE = 3.0  # mm about what is known to cover a tile that are left out, for what blurs it


def unshown(seen: Field, printed: Field, covered: Picture) -> float:
    """The mm² of places about which the print is not seen, beside what is known to cover it; 0 where that is little."""
    light, own = printed.mean(axis=2), seen.mean(axis=2)
    edge, size = round(MARGIN * SCALE), light.shape[0]
    own = own * np.pad(_lightened(own[edge : edge + size, edge : edge + size], light, covered), edge, mode="edge")
    shadows = deep_shadows(seen, printed, covered)
    steps = range(edge - 1, edge + 2)
    parts = [own[down : down + size, right : right + size] for down in steps for right in steps]
    alike = np.max([_likeness(part, light) for part in parts], axis=0)
    clear = np.maximum(spread_of(light), spread_of(_without_gleam(parts[len(parts) // 2], light))) > CLEAR
    free = _free(covered, EDGE) & _free(shadows, BESIDE)
    strange = _broad(clear & free & _standing(size) & (alike < LIKE))
    area = float(strange.sum()) / SCALE**2
    return area if area > WIDE else 0.0


def _lightened(own: Field, printed: Field, covered: Picture) -> Field:
    """By how much the shadows that reach to what is known to cover a tile are darker than the rest, as factors.

    What else stands in a shadow keeps its own signs: pips that are as much lighter than their paint.
    """
    part = cv2.GaussianBlur(own, (0, 0), FINE) / np.maximum(cv2.GaussianBlur(printed, (0, 0), FINE), DARKEST)
    plain, factors = printed > LIGHT, np.ones(own.shape, np.float32)
    for shadow in _touching((part < SHADED) & plain, covered):
        levels = part[shadow & plain]
        factors[shadow] = 1 / max(float(np.median(levels)), DARKEST) if levels.size else 1.0
    return np.asarray(cv2.GaussianBlur(factors, (0, 0), FINE))


def _touching(dark: NDArray[np.bool_], covered: Picture) -> list[NDArray[np.bool_]]:
    """The dark places, with signs within them, that reach to what is known to cover a tile, each by itself."""
    closed = cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((SIGN, SIGN), np.uint8))
    closed[covered > 0] = 0
    _, labels = cv2.connectedComponents(closed)
    beside = np.unique(labels[cv2.dilate(covered, np.ones((TOUCH, TOUCH), np.uint8)) > 0])
    return [labels == number for number in beside if number]


def deep_shadows(seen: Field, printed: Field, covered: Picture) -> Picture:
    """The deep shadows (255) over light print that reach to what is known to cover a tile.

    Whatever else stood in them would show its upper side, which is as high and as well lit as that of what casts them.
    """
    edge, size = round(MARGIN * SCALE), len(printed)
    light, own = printed.mean(axis=2), seen[edge : edge + size, edge : edge + size].mean(axis=2)
    dark = (own < DEEP * light) & (light > LIGHT)
    _, parts = cv2.connectedComponents(np.where(dark, np.uint8(255), covered))
    return np.where(dark & np.isin(parts, np.unique(parts[covered > 0])), np.uint8(255), np.uint8(0))


def _broad(strange: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of some places is no narrow strip: along a tile's side such are seen where a dark gap or a bright rim is."""
    return cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, STRIP) > 0


def _free(covered: Picture, out: float) -> NDArray[np.bool_]:
    """Where nothing that is covered lies within so many mm."""
    return cv2.erode(255 - covered, np.ones((2 * round(out * SCALE) + 1,) * 2, np.uint8)) > 0


def _without_gleam(own: Field, printed: Field) -> Field:
    """What is seen without narrow streaks that are lighter, where the print is light: varnish mirrors a lamp so.

    A die of that tone has dark pips.
    """
    calm = cv2.morphologyEx(own, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (STREAK, STREAK)))
    return np.where(cv2.blur(printed, (STREAK, STREAK)) > LIGHT, calm, own)


def _likeness(one: Field, other: Field) -> Field:
    """The correlation of two pictures in the disc of a face about each place."""
    both = spread_of(one + other) ** 2 - spread_of(one - other) ** 2
    return np.asarray(both / (4 * spread_of(one) * spread_of(other)))


def _standing(size: int) -> Field:
    """Where on a tile the middle of a die may be."""
    away = np.abs(np.arange(size) - (size - 1) / 2) <= size / 2 - STANDS * SCALE
    return np.outer(away, away)
