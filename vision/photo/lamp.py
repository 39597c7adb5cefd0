"""A photo taken under a strongly coloured lamp, as a white one would have shown it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo.found import Image

BRIGHT = 98.0
"""Of so many per cent of the pixels each channel is below what counts as white."""

STRIDE = 4
"""Every so many-th row and column is looked at."""

CAST = 1.6
"""The strongest channel's white over the weakest's, from which on a lamp is called coloured."""

MOST = 2.2
"""No channel is raised by more than this."""


def balanced(image: Image) -> Image:
    """The picture with its brightest parts made grey where they have a strong cast, else the picture itself."""
    whites = np.percentile(image[::STRIDE, ::STRIDE].reshape(-1, 3), BRIGHT, axis=0)
    if whites.max() < CAST * whites.min() or not whites.min():
        return image
    gains = np.minimum(whites.max() / whites, MOST)
    ramps = (np.arange(256)[:, None] * gains).clip(0, 255)
    return np.asarray(cv2.LUT(image, ramps.astype(np.uint8)[None]), np.uint8)
