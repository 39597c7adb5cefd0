"""A cheap camera's picture of linear light: exposure, white balance, tone curve, noise, sharpening, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.picture import Field, Picture, Points

PAPER = 0.578  # linear light of the grey level 200, which `vision.camera.tuning` wants of white paper
SET = (-0.6, 0.3)  # by how many stops it may miss that, as cameras have few exposures to choose from


def developed(light: Field, chance: Generator, paper: Points | None = None, stops: float = 0.0) -> Picture:
    """The camera's picture (BGR, 8 bits) of linear light (BGR, 1 is white in full light).

    The camera chooses its exposure itself, or it was set by where white `paper` is seen, (n, 2) in px; it is longer
    than that by so many `stops`.
    """
    grey = np.maximum(light.reshape(-1, 3).mean(axis=0), 1e-5)
    balanced = light * (grey.mean() / grey) ** chance.uniform(0.3, 1.0) * np.exp(chance.normal(0, 0.04, 3))
    goal = 0.3 * 2.0 ** chance.normal(0, 0.5)
    metered = float(np.percentile(balanced, 60))
    if paper is not None:
        x, y = paper.T
        goal, metered = PAPER * 2.0 ** chance.uniform(*SET), float(balanced[y, x].mean())
    exposed = balanced * goal * 2.0**stops / max(metered, 1e-4)
    soft = cv2.GaussianBlur(exposed.astype(np.float32), (0, 0), float(chance.uniform(0.35, 0.9)))
    shot, read = 10 ** chance.uniform(-4.3, -3.2), 10 ** chance.uniform(-5.5, -4.4)
    noisy = soft + chance.normal(0, 1, soft.shape) * np.sqrt(np.maximum(soft, 0) * shot + read)
    return squeezed(sharpened(toned(noisy, chance), chance), chance)


def toned(light: Field, chance: Generator) -> Field:
    """Display values 0 to 1: the usual curve, a little contrast, more or less saturation."""
    held = np.clip(light, 0, 1)
    shown = np.where(held < 0.0031308, 12.92 * held, 1.055 * np.maximum(held, 1e-6) ** (1 / 2.4) - 0.055)
    bent = shown + chance.uniform(0, 0.25) * (shown * shown * (3 - 2 * shown) - shown)
    middle = bent.mean(axis=2, keepdims=True)
    return np.asarray(middle + chance.uniform(0.75, 1.25) * (bent - middle), np.float32)


def sharpened(shown: Field, chance: Generator) -> Field:
    return np.asarray(shown + chance.uniform(0, 0.7) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.1)), np.float32)


def squeezed(shown: Field, chance: Generator) -> Picture:
    """Through JPEG and back."""
    picture = (255 * shown).clip(0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 93))])
    back = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert back is not None
    return np.asarray(back, np.uint8)
