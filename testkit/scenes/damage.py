"""Seven ways in which a photo may be worse, each the same at every run."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.photo.found import Image


def as_image(values: object) -> Image:
    return np.asarray(np.clip(np.asarray(values), 0, 255), np.uint8)


def motion(image: Image, length: int = 9) -> Image:
    """Blurred along a line of `length` px."""
    kernel = np.zeros((length, length), np.float32)
    cv2.line(kernel, (0, length // 3), (length - 1, length - 1 - length // 3), 1.0)
    return as_image(cv2.filter2D(image, -1, kernel / kernel.sum()))


def strong_motion(image: Image) -> Image:
    return motion(image, 17)


def dark(image: Image) -> Image:
    """0.3 of the light, with the noise of a small sensor."""
    noise = np.random.default_rng(1).normal(0, 8, image.shape)
    return as_image(image * 0.3 + noise)


def shadow(image: Image) -> Image:
    """A hard shadow over half the picture, 0.4 of the light."""
    h, w = image.shape[:2]
    mask = np.zeros((h, w), np.float32)
    cv2.fillPoly(mask, [np.array([[0, 0], [int(0.7 * w), 0], [int(0.3 * w), h], [0, h]])], 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), 2)
    return as_image(image * (1 - 0.6 * soft[..., None]))


def glare(image: Image) -> Image:
    """A bright spot a quarter of the picture wide."""
    h, w = image.shape[:2]
    y, x = np.mgrid[:h, :w]
    spot = np.exp(-((x - 0.55 * w) ** 2 + (y - 0.45 * h) ** 2) / (2 * (0.12 * max(h, w)) ** 2))
    return as_image(image + 170 * spot[..., None])


def squeezed(image: Image) -> Image:
    """Through JPEG at quality 25."""
    _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 25])
    return as_image(cv2.imdecode(coded, cv2.IMREAD_COLOR))


def warm(image: Image) -> Image:
    """Under a warm lamp without white balance."""
    return as_image(image * np.array([0.55, 0.85, 1.1]))


def half_size(image: Image) -> Image:
    """Seen by a camera of half the pixels, at the size of before so that outlines can be compared."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return as_image(cv2.resize(small, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR))


DAMAGES: dict[str, Callable[[Image], Image]] = {
    "motion blur 9 px": motion,
    "motion blur 17 px": strong_motion,
    "0.3 of the light, noise": dark,
    "hard shadow": shadow,
    "glare": glare,
    "JPEG 25": squeezed,
    "warm light": warm,
    "half the size": half_size,
}
