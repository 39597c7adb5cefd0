"""Chance changes of a picture's light, colour, sharpness and coding; geometry stays."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.picture import Picture as Image

NOISE = np.random.default_rng(0).standard_normal(1 << 21, dtype=np.float32)
"""Drawn once, for drawing it anew for each picture would take longest of all."""


def weather(image: Image, chance: Generator, hard: float = 1.0) -> Image:
    """A picture as another lamp and another camera might have taken it; `hard` 0 to 1 scales how bad it may get."""
    lit = lamp(image, chance, hard).astype(np.float32)
    if chance.random() < 0.8:
        lit *= shade(lit.shape[:2], chance, 0.5 * hard)
    if chance.random() < 0.25 * hard:
        lit += glare(lit.shape[:2], chance)
    lit = soften(lit, chance, hard)
    if chance.random() < 0.5:
        start = int(chance.integers(0, len(NOISE) - lit.size))
        lit += NOISE[start : start + lit.size].reshape(lit.shape) * np.float32(chance.uniform(1, 13) * hard)
    out = lit.clip(0, 255).astype(np.uint8)
    return squeeze(out, chance) if chance.random() < 0.4 else out


def lamp(image: Image, chance: Generator, hard: float) -> Image:
    """Exposure, contrast curve, colour of the light and saturation."""
    gain = 2.0 ** chance.normal(0, 0.4 * hard)
    if chance.random() < 0.12 * hard:
        gain *= chance.uniform(0.25, 0.5)
    warm = chance.normal(0, 0.12 * hard)
    tint = np.array([gain * (1 - warm), gain * (1 + chance.normal(0, 0.04 * hard)), gain * (1 + warm)])
    ramp = np.linspace(0, 1, 256)[:, None] * tint
    curve = (255 * ramp.clip(0, 1) ** (2.0 ** chance.normal(0, 0.3 * hard))).astype(np.uint8)
    lit = cv2.LUT(image, curve[None])
    grey = cv2.cvtColor(cv2.cvtColor(lit, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    full = float(chance.uniform(1 - 0.4 * hard, 1 + 0.3 * hard))
    return cv2.addWeighted(lit, full, grey, 1 - full, 0)


def shade(size: tuple[int, int], chance: Generator, share: float) -> np.ndarray:
    """A soft gradient, and sometimes a hard-edged shadow or patch of sun, as factors."""
    h, w = size
    y, x = np.linspace(-1, 1, h, dtype=np.float32)[:, None], np.linspace(-1, 1, w, dtype=np.float32)[None]
    factor = 1 + share * (np.float32(chance.normal(0, 0.3)) * x + np.float32(chance.normal(0, 0.3)) * y)
    if chance.random() < share * 0.6:
        mask = np.zeros((h, w), np.float32)
        shape = (chance.random((chance.integers(3, 6), 2)) * 1.6 - 0.3) * (w, h)
        cv2.fillPoly(mask, [shape.astype(np.int32)], float(chance.uniform(-0.65, 0.5)))
        factor *= 1 + cv2.GaussianBlur(mask, (0, 0), chance.uniform(0.5, 4))
    return factor[..., None]


def glare(size: tuple[int, int], chance: Generator) -> np.ndarray:
    """One to three bright soft spots, to be added."""
    h, w = size
    spot = np.zeros((h // 4 + 1, w // 4 + 1), np.float32)
    for _ in range(chance.integers(1, 4)):
        at = (int(chance.integers(0, w // 4 + 1)), int(chance.integers(0, h // 4 + 1)))
        axes = (int(chance.integers(1, 14)), int(chance.integers(1, 14)))
        cv2.ellipse(spot, at, axes, chance.uniform(0, 180), 0, 360, float(chance.uniform(0.3, 1.0)), -1)
    blurred = cv2.resize(cv2.GaussianBlur(spot, (0, 0), chance.uniform(1, 6)), (w, h))
    return 255 * blurred[..., None]


def soften(lit: Image, chance: Generator, hard: float) -> Image:
    """Nothing, defocus, motion or over-sharpening."""
    kind = chance.random()
    if kind < 0.2:
        return cv2.GaussianBlur(lit, (0, 0), chance.uniform(0.4, 0.6 + 1.6 * hard))
    if kind < 0.2 + 0.15 * hard:
        return drag(lit, chance, int(chance.integers(3, 12)))
    if kind < 0.5:
        return np.asarray(lit + (lit - cv2.GaussianBlur(lit, (0, 0), 1.2)) * np.float32(chance.uniform(0, 1.2)))
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


def dragged(image: Image, chance: Generator, longest: float) -> Image:
    """A picture taken while the camera or the table moved by up to `longest` px."""
    return np.asarray(drag(image, chance, int(chance.uniform(3, max(4.0, longest)))), np.uint8)


def squeeze(image: Image, chance: Generator) -> Image:
    """Through JPEG and back."""
    done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(20, 90))])
    assert done
    squeezed = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert squeezed is not None
    return squeezed
