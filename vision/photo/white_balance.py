"""Corrects photos taken in dim light or under a strongly coloured lamp to how bright white light would show them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image

BRIGHT = 98.0
"""Of so many per cent of the pixels each channel is below what counts as white."""

STRIDE = 4
"""Every so many-th row and column is looked at."""

CAST = 1.6
"""The strongest channel's white over the weakest's, from which on a lamp is called coloured."""

MOST = 2.2
"""No channel is raised by more than this."""

LIGHTEST, NEARLY_WHITE = 95, 220
"""The percentile of a picture's light that ought to be so light, of 255."""

BRIGHTER, NOISY = 4.0, 2.0
"""The most that light is raised, and from which gain on a dark picture is calmed first."""

GRAIN = 3.0
"""The least noise, as a deviation in grey levels, of a dark picture that is raised: in one without, edges are clear."""

SECOND = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""The second difference both ways, of unit noise: edges and slopes hardly show in it."""


def balanced(image: Image) -> Image:
    """The picture with its brightest parts made grey where they have a strong cast, raised where it is dark and noisy.

    Any other picture itself.
    """
    image = lightened(image)
    whites = np.percentile(image[::STRIDE, ::STRIDE].reshape(-1, 3), BRIGHT, axis=0)
    if whites.max() < CAST * whites.min() or not whites.min():
        return image
    gains = np.minimum(whites.max() / whites, MOST)
    return raised(image, 1.0, gains)


def lightened(image: Image) -> Image:
    """A dark picture full of noise raised to the light of a usual one; any other itself."""
    gain = lack(np.percentile(image[::STRIDE, ::STRIDE].reshape(-1, 3), LIGHTEST, axis=0).max())
    return raised(image, gain, np.full(3, gain)) if gain > NOISY and noise(image) > GRAIN else image


def noise(image: Image) -> float:
    """The deviation of a picture's noise in grey levels, from the median of its second differences (Immerkær 1996)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return float(np.median(np.abs(cv2.filter2D(grey, cv2.CV_32F, SECOND)))) / 0.6745


def lack(light: float) -> float:
    """By how much light must be raised to be nearly white, within bounds."""
    return float(np.clip(NEARLY_WHITE / max(light, 1.0), 1, BRIGHTER))


def raised(image: Image, gain: float, gains: NDArray[np.float64]) -> Image:
    """The picture with each channel raised by its own of `gains`, noise calmed where the light's `gain` is great."""
    calm = cv2.medianBlur(image, 3) if gain > NOISY else image
    ramp = np.arange(256)[:, None] * gains
    return np.asarray(cv2.LUT(calm, ramp.clip(0, 255).astype(np.uint8)[None]), np.uint8)
