"""Identifies the enrolled card in a picture by thumbnails and two hashes; gives no name when in doubt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import WrongInput
from vision.photo.found import Identity, Image, Points

WIDE, TALL = 128, 176
"""Size in px of a rectified card."""

THUMB = (20, 28)
"""Width and height in px of the compared thumbnails."""

ALIKE, CLEAR = 1.42, 0.12
"""The least sum of correlation and share of equal hash bits, and its least lead over the next card's.

The same card reaches 1.47 in 95 of 100 photos in another light, another card of the same frame 1.40 at most (measured
on the photos `cards_mtg_tmikonen`).
"""

NAMED = re.compile(r"(?P<name>.+?)(-\d+)?\.(jpe?g|png|webp|bmp)$", re.IGNORECASE)


class Print(NamedTuple):
    """What is kept of a picture: thumbnails n × 3·20·28 of unit length, and bits of two hashes, n each."""

    thumbs: NDArray[np.float32]
    bits: NDArray[np.bool_]


class Album:
    """The enrolled cards; a name may have several pictures."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._prints: list[Print] = []
        self._joined: Print | None = None

    def enrol(self, name: str, card: Image) -> None:
        """Add an upright picture of the whole card, of any size."""
        self.names.append(name)
        self._prints.append(print_of(card))
        self._joined = None

    def identify(self, card: Image) -> Identity:
        """The name of the card in an upright or overturned picture; no name when the evidence is weak or divided."""
        if not self.names:
            return Identity(None, 0.0, None)
        likeness = self._compared(card)
        order = np.argsort(-likeness)
        best = self.names[order[0]]
        rival = next((int(index) for index in order if self.names[index] != best), None)
        lead = float(likeness[order[0]] - (likeness[rival] if rival is not None else 1.0))
        sure = likeness[order[0]] >= ALIKE and lead >= CLEAR
        return Identity(best if sure else None, share(lead), self.names[rival] if rival is not None else None)

    def _compared(self, card: Image) -> NDArray[np.float32]:
        """Correlation plus share of equal hash bits with each picture, either way up."""
        if self._joined is None:
            self._joined = Print(*(np.stack(parts) for parts in zip(*self._prints, strict=True)))
        seen = [print_of(card), print_of(np.ascontiguousarray(card[::-1, ::-1]))]
        both = [self._joined.thumbs @ one.thumbs + (self._joined.bits == one.bits).mean(axis=1) for one in seen]
        return np.asarray(np.max(both, axis=0), np.float32)


def share(lead: float) -> float:
    """A lead as a probability: 0 is even, `CLEAR` about 0.9."""
    return round(float(1 / (1 + np.exp(-2.2 * lead / CLEAR))), 3)


def print_of(card: Image) -> Print:
    same = cv2.resize(card, (WIDE, TALL), interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(same, cv2.COLOR_BGR2LAB), np.uint8)
    small = cv2.resize(lab, THUMB, interpolation=cv2.INTER_AREA).astype(np.float32)
    centred = small - small.mean(axis=(0, 1))
    weighed = centred / np.maximum(np.sqrt(np.square(centred).mean(axis=(0, 1))), (8, 4, 4))
    flat = (weighed * (1.0, 0.7, 0.7)).ravel()
    return Print(np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32), np.concatenate([rises(lab), waves(lab)]))


def rises(lab: Image) -> NDArray[np.bool_]:
    """dHash: whether each of 8 × 8 cells is lighter, or redder, or yellower, than its left neighbour."""
    small = cv2.resize(lab, (9, 8), interpolation=cv2.INTER_AREA).astype(np.int16)
    return np.asarray((small[:, 1:] > small[:, :-1]).ravel(), np.bool_)


def waves(lab: Image) -> NDArray[np.bool_]:
    """pHash: the signs of the 16 × 16 lowest waves of a 64 × 64 picture of the light about their median."""
    light = cv2.resize(lab[..., 0], (64, 64), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = cv2.dct(light)[:16, :16].ravel()[1:]
    return np.asarray(low > np.median(low), np.bool_)


def upright(image: Image, corners: Points) -> Image:
    """The card within `corners` (4 × 2 px, clockwise) with its long side upright, WIDE × TALL px."""
    points = corners.astype(np.float32)
    lengths = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        points = np.roll(points, -1, axis=0)
    scale = max(1, int(min(lengths) / WIDE))
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32) * scale - 0.5
    matrix = cv2.getPerspectiveTransform(points, flat)
    large = cv2.warpPerspective(image, matrix, (WIDE * scale, TALL * scale), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (WIDE, TALL), interpolation=cv2.INTER_AREA), np.uint8)


def album(folder: Path) -> Album:
    """The pictures `<name>.jpg` or `<name>-<number>.jpg` (also png, webp, bmp) of a folder.

    Raises `ValueError` when the folder holds none or one that cannot be read.
    """
    made = Album()
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if named := NAMED.match(path.name):
            image = cv2.imread(str(path))
            if image is None:
                raise WrongInput(f"not a picture: {str(path)!r}")
            made.enrol(named["name"], np.asarray(image, np.uint8))
    if not made.names:
        raise WrongInput(f"no pictures to match in {str(folder)!r}")
    return made
