"""Decides which frames are worth reading: those without motion that differ from the last one read."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Picture, Points

Signed = NDArray[np.integer[Any] | np.floating[Any]]

SMALL = (320, 180)  # px of the small pictures in which movement is looked for
STIR = 14  # grey levels by which a small pixel changes when something moves; camera noise stays below
FEW = 6  # small pixels that may stir without anything moving
SKEW = 1.7  # times the usual width of an edge from which a frame counts as blurred
HAND = 0.008  # least part of the frame that a hand reaching in from its edge covers
ENOUGH = 3  # measures of the noise that are believed
MEMORY = 31  # edge widths remembered
TILES = (16, 9)  # parts of a small picture of which each tells the noise; things move in few of them
LATEST = 8  # measures of the noise of which the median counts
STRONGEST = 40  # grey levels; a pixel that changes by more is no noise
OUTLIER = 5.5  # deviations of the noise within which every pixel of a still picture stays
SOFTENED = 5  # px over which small pictures are averaged where noise alone would stir them


class Gate:
    """Watches small copies of the frames; `still` counts the frames without motion.

    `noisy` says that this camera's noise alone would stir single pixels: then small pictures are compared softened.
    """

    def __init__(self) -> None:
        self.still = 0
        self.small: Picture = np.zeros((SMALL[1], SMALL[0]), np.uint8)
        self.noisy = False
        self._soft: list[float] = []
        self._step: Signed | None = None
        self._noise: list[float] = []

    def watch(self, frame: Picture) -> bool:
        """Take the next frame; True when nothing moved since the one before."""
        small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), SMALL, interpolation=cv2.INTER_AREA)
        quiet = stirred(small, self.small, noisy=self.noisy) <= FEW
        if not quiet or self.noisy:
            self._listen(small)
        else:
            self._step = None
        self.small = small
        self.still = self.still + 1 if quiet else 0
        return quiet

    def _listen(self, small: Picture) -> None:
        """Measure the noise: what it adds to a pixel in one frame it takes back in the next, which motion does not."""
        change = cv2.subtract(small, self.small, dtype=cv2.CV_16S)
        step: Signed = np.clip(change, -STRONGEST, STRONGEST).astype(np.int16)
        if self._step is not None:
            taken_back = cv2.resize(-(step * self._step).astype(np.float32), TILES, interpolation=cv2.INTER_AREA)
            variance = max(float(np.median(taken_back)), 0.0)  # of a frame; that of the difference of two is twice it
            self._noise = [*self._noise[1 - LATEST :], (2 * variance) ** 0.5]
            self.noisy = len(self._noise) >= ENOUGH and OUTLIER * median(self._noise) > STIR
        self._step = step

    def blurred(self, softness: float) -> bool:
        """Whether a still frame's edges are far wider than usual; remembers them as usual if they are not."""
        if len(self._soft) >= 5 and softness > SKEW * median(self._soft):
            return True
        self._soft = [*self._soft[-MEMORY:], softness]
        return False


def softness(grey: Picture, outlines: Sequence[Points]) -> float:
    """The width in px of the printed markers' edges, from black to white, given their outlines (4, 2) in px."""
    widths = [_edge_width(grey, outline) for outline in outlines]
    return median(widths) if widths else 0.0


def _edge_width(grey: Picture, outline: Points) -> float:
    """The width of a marker's edges in px: the height of the mean profile across each side over its steepest step."""
    sides = np.roll(outline, -1, axis=0) - outline
    outward = np.stack([sides[:, 1], -sides[:, 0]], axis=1) / np.linalg.norm(sides, axis=1, keepdims=True)
    feet = outline[:, None] + np.linspace(0.15, 0.85, 24)[None, :, None] * sides[:, None]
    places = feet[:, :, None] + np.arange(-5, 5.5, 0.5)[None, None, :, None] * outward[:, None, None]
    flat = places.reshape(4 * 24, -1, 2).astype(np.float32)
    # x and y apart: OpenCV 5.0 misreads a map of both with an empty second one
    seen = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = seen.reshape(4, 24, -1).mean(axis=1)
    steepest = (profiles[:, 2:] - profiles[:, :-2]).max(axis=1)
    return float(np.median(np.ptp(profiles, axis=1) / np.maximum(steepest, 0.5)))


def stirred(small: Picture, before: Picture, mask: Picture | None = None, noisy: bool = False) -> int:
    """How many pixels of two small pictures differ; of a `noisy` camera's, softened."""
    moved = _moved(small, before, noisy)
    return cv2.countNonZero(moved if mask is None else cv2.bitwise_and(moved, mask))


def _moved(small: Picture, before: Picture, noisy: bool) -> Picture:
    if noisy:
        small, before = (cv2.blur(one, (SOFTENED, SOFTENED)) for one in (small, before))
    return cv2.threshold(cv2.absdiff(small, before), STIR, 255, cv2.THRESH_BINARY)[1]


def reaching_in(small: Picture, before: Picture, noisy: bool = False) -> Picture:
    """A mask of what differs from `before` and reaches in from the frame's edge: a hand, an arm, a sleeve."""
    moved = _moved(small, before, noisy)
    solid = cv2.morphologyEx(moved, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    _, spots, stats, _ = cv2.connectedComponentsWithStats(solid)
    mask = np.zeros_like(solid)
    for n, (x, y, wide, high, area) in enumerate(stats):
        at_edge = x == 0 or y == 0 or x + wide == SMALL[0] or y + high == SMALL[1]
        if n and at_edge and area > HAND * SMALL[0] * SMALL[1]:
            mask[spots == n] = 255
    return mask


def small_mask(outline: Points, size: tuple[int, int]) -> Picture:
    """An outline (n, 2) in px of a frame of `size` as a mask for small pictures."""
    mask = np.zeros((SMALL[1], SMALL[0]), np.uint8)
    scaled = outline * np.array([SMALL[0] / size[0], SMALL[1] / size[1]])
    cv2.fillConvexPoly(mask, np.round(scaled).astype(np.int32), (255,))
    return mask
