"""Compares round faces in every turn: unrolled about their middle and shifted along the circle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.picture import Field, Picture

SIDE = 64
"""Side in px of a straightened coin; its rim touches the sides."""

TURNS, RINGS = 96, 20
"""Places on a circle and circles between INNER and OUTER at which a face is looked at."""

INNER, OUTER = 0.08, 0.9  # part of the radius: neither the very middle nor the rim, which has the ground beside it
CHANNELS = (1.0, 0.6, 0.6)  # weight of lightness, of green to red and of blue to yellow
SOFT = 0.8  # px of blur before unrolling
LEAST = 6.0  # grey levels of contrast below which a face is plain
SAME = 0.01  # part in which two faces differ; below it they are the same
PLACE = (16, 7)  # turns and rings of one place of a face
FREE, RIM = 0.5, 0.1  # part of a place that is looked at, and part of the radius beside another coin that is not


Circle = tuple[float, float, float]
"""A circle beside a coin: x, y and radius from its middle in its radii."""


class Face(NamedTuple):
    """The spectrum along the circle of an unrolled face, RINGS × (TURNS / 2 + 1) × 3, weighted and of unit length."""

    spectrum: Field


def face_of(coin: Picture) -> Face:
    """The face of a coin in a picture (BGR, SIDE × SIDE)."""
    soft = cv2.GaussianBlur(coin, (0, 0), SOFT)
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), np.float32)
    rolled = cv2.remap(lab, *_places(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rings = _radii()[:, None, None]
    centred = rolled - (rolled * rings).sum(axis=(0, 1)) / (rings.sum() * TURNS)
    contrast = max(float(np.sqrt(np.square(centred[..., 0]).mean())), LEAST)
    weighed = centred / contrast * np.array(CHANNELS, np.float32) * np.sqrt(rings)
    unit = np.asarray(weighed / np.linalg.norm(weighed), np.float32)
    return Face(np.fft.rfft(unit, axis=1))


def likeness(seen: Face, known: Face) -> float:
    """The likeness of two faces in their best turn, -1 to 1."""
    alike = np.fft.irfft((seen.spectrum * np.conj(known.spectrum)).sum(axis=(0, 2)), TURNS)
    return float(alike.max())


def spoilt(seen: Face, known: Face, over: Sequence[Circle] = ()) -> float:
    """How much a face differs from a known one where it differs most, 1 for as much as is printed in such a place.

    Weather differs everywhere and little; what lies on a coin differs where it lies. `over` are places known to be
    another coin's.
    """
    alike = np.fft.irfft((seen.spectrum * np.conj(known.spectrum)).sum(axis=(0, 2)), TURNS)
    turned = np.roll(np.fft.irfft(known.spectrum, TURNS, axis=1), int(alike.argmax()), axis=1)
    off = np.square(np.fft.irfft(seen.spectrum, TURNS, axis=1) - alike.max() * turned).sum(axis=2)
    area, free = np.broadcast_to(_radii()[:, None], off.shape), _outside(over)
    clear = _by_place(area * free) > FREE * _by_place(area)
    return float((_by_place(off * free)[clear] / _by_place(area * free)[clear]).max(initial=0.0) * area.sum())


def _outside(circles: Sequence[Circle]) -> Field:
    """Which places of an unrolled face lie outside circles: 1 or 0."""
    x, y = ((place - (SIDE - 1) / 2) / (SIDE / 2) for place in _places())
    within = [np.hypot(x - at_x, y - at_y) < radius + RIM for at_x, at_y, radius in circles]
    return np.asarray(~np.any([np.zeros_like(x, bool), *within], axis=0), np.float32)


def _by_place(field: Field) -> Field:
    """The mean about each place of an unrolled face, which goes round."""
    wide = PLACE[0]
    round_about = np.concatenate([field[:, -wide:], field, field[:, :wide]], axis=1).astype(np.float32)
    return np.asarray(cv2.blur(round_about, PLACE, borderType=cv2.BORDER_REPLICATE)[:, wide:-wide])


def nearer(seen: Face, one: Face, other: Face) -> float:
    """How much nearer a face is to `one` than to `other`: 1 like the one, -1 like the other, 0 if they are the same.

    Only what distinguishes the two counts, so that a common rim or ground does not hide a small number.
    """
    between = 1 - likeness(one, other)
    return 0.0 if between < SAME else (likeness(seen, one) - likeness(seen, other)) / between


def _radii() -> Field:
    return np.linspace(INNER, OUTER, RINGS, dtype=np.float32)


def _places() -> tuple[Field, Field]:
    """Where in the picture each unrolled place lies, x and y."""
    turns = np.arange(TURNS, dtype=np.float32) * (2 * np.pi / TURNS)
    reach = _radii()[:, None] * (SIDE / 2)
    middle = (SIDE - 1) / 2
    x, y = middle + reach * np.cos(turns), middle + reach * np.sin(turns)
    return x.astype(np.float32), y.astype(np.float32)
