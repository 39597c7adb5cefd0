"""Chance changes of a picture's light, colour, sharpness and coding; geometry stays."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.photo.found import Image


def weather(image: Image, chance: Generator, hard: float = 1.0) -> Image:
    """A picture as another lamp and another camera might have taken it; `hard` 0 to 1 scales how bad it may get."""
    lit = image.astype(np.float32) / 255
    lit = shade(lit, chance, 0.5 * hard)
    lit = lamp(lit, chance, hard)
    if chance.random() < 0.25 * hard:
        lit = glare(lit, chance)
    lit = soften(lit, chance, hard)
    if chance.random() < 0.5:
        lit = lit + chance.normal(0, chance.uniform(0.005, 0.05) * hard, lit.shape).astype(np.float32)
    out = (lit * 255).clip(0, 255).astype(np.uint8)
    return squeeze(out, chance) if chance.random() < 0.4 else out


def lamp(lit: Image, chance: Generator, hard: float) -> Image:
    """Exposure, contrast curve, colour of the light and saturation."""
    gain = 2.0 ** chance.normal(0, 0.4 * hard)
    if chance.random() < 0.12 * hard:
        gain *= chance.uniform(0.25, 0.5)
    warm = chance.normal(0, 0.12 * hard)
    tint = np.array([gain * (1 - warm), gain * (1 + chance.normal(0, 0.04 * hard)), gain * (1 + warm)], np.float32)
    lit = (lit * tint).clip(0, 1)
    lit = cv2.pow(lit, float(2.0 ** chance.normal(0, 0.3 * hard)))
    grey = cv2.cvtColor(lit, cv2.COLOR_BGR2GRAY)[..., None]
    return grey + (lit - grey) * np.float32(chance.uniform(1 - 0.4 * hard, 1 + 0.3 * hard))


def shade(lit: Image, chance: Generator, share: float) -> Image:
    """A soft gradient, and sometimes a hard-edged shadow or patch of sun."""
    h, w = lit.shape[:2]
    y, x = np.linspace(-1, 1, h, dtype=np.float32)[:, None], np.linspace(-1, 1, w, dtype=np.float32)[None]
    lit = lit * (1 + share * (np.float32(chance.normal(0, 0.3)) * x + np.float32(chance.normal(0, 0.3)) * y))[..., None]
    if chance.random() < share * 0.6:
        mask = np.zeros((h, w), np.float32)
        shape = (chance.random((chance.integers(3, 6), 2)) * 1.6 - 0.3) * (w, h)
        cv2.fillPoly(mask, [shape.astype(np.int32)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), chance.uniform(0.5, 6))
        lit = lit * (1 + mask * np.float32(chance.uniform(-0.65, 0.5)))[..., None]
    return lit


def glare(lit: Image, chance: Generator) -> Image:
    """One to three bright soft spots."""
    h, w = lit.shape[:2]
    spot = np.zeros((h // 4 + 1, w // 4 + 1), np.float32)
    for _ in range(chance.integers(1, 4)):
        at = (int(chance.integers(0, w // 4 + 1)), int(chance.integers(0, h // 4 + 1)))
        axes = (int(chance.integers(1, 14)), int(chance.integers(1, 14)))
        cv2.ellipse(spot, at, axes, chance.uniform(0, 180), 0, 360, float(chance.uniform(0.3, 1.0)), -1)
    spot = cv2.resize(cv2.GaussianBlur(spot, (0, 0), chance.uniform(1, 6)), (w, h))
    return lit + spot[..., None]


def soften(lit: Image, chance: Generator, hard: float) -> Image:
    """Nothing, defocus, motion or over-sharpening."""
    kind = chance.random()
    if kind < 0.2:
        return cv2.GaussianBlur(lit, (0, 0), chance.uniform(0.4, 0.6 + 1.6 * hard))
    if kind < 0.2 + 0.15 * hard:
        return drag(lit, chance, int(chance.integers(3, 12)))
    if kind < 0.5:
        return lit + (lit - cv2.GaussianBlur(lit, (0, 0), 1.2)) * np.float32(chance.uniform(0, 1.2))
    return lit


def drag(lit: Image, chance: Generator, length: int) -> Image:
    """Motion blur of `length` px in a chance direction."""
    kernel = np.zeros((length, length), np.float32)
    angle = chance.uniform(0, np.pi)
    half = (length - 1) / 2
    step = np.array([np.cos(angle), np.sin(angle)]) * half
    ends = [(np.array([half, half]) + sign * step).round().astype(int) for sign in (-1, 1)]
    cv2.line(kernel, [int(v) for v in ends[0]], [int(v) for v in ends[1]], 1.0)
    return cv2.filter2D(lit, -1, kernel / kernel.sum())


def squeeze(image: Image, chance: Generator) -> Image:
    """Through JPEG and back."""
    done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(20, 90))])
    assert done
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)
