"""A hand over the virtual table."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.picture import Picture, bgr

# Capsules in px about the finger tips (0, 0), the arm towards +y: from, to, radius
FINGERS = (
    ((0, 8), (6, 95), 15), ((-34, 26), (-22, 110), 14), ((32, 16), (32, 100), 14), ((60, 44), (54, 118), 12),
    ((-78, 108), (-28, 165), 17), ((18, 150), (22, 175), 62), ((22, 190), (28, 300), 46),
)  # fmt: skip
SLEEVE = ((28, 290), (60, 1200), 66)  # px: from, to, radius
SHADOW = (26, 22)  # px by which it lies to the right of the hand and below


@cache
def _colours() -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    read = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text(encoding="utf-8"))["hand"]
    return bgr(read["skin"]), bgr(read["sleeve"])


@cache
def _shape() -> tuple[Picture, Picture, Picture]:
    """Skin, sleeve and shading of the hand in a picture whose fingertips are at (120, 20)."""
    skin, sleeve = np.zeros((900, 320), np.uint8), np.zeros((900, 320), np.uint8)
    for start, end, radius in FINGERS:
        _capsule(skin, start, end, radius)
    _capsule(sleeve, *SLEEVE)
    skin, sleeve = (np.asarray(cv2.GaussianBlur(m, (0, 0), 1.0), np.uint8) for m in (skin, sleeve))
    depth = np.minimum(cv2.distanceTransform((skin > 99).astype(np.uint8), cv2.DIST_L2, 3), 14) / 14
    cloth = np.minimum(cv2.distanceTransform((sleeve > 99).astype(np.uint8), cv2.DIST_L2, 3), 30) / 30
    shade = np.where(sleeve > 99, 0.65 + 0.35 * cloth, 0.72 + 0.28 * depth)
    return skin, sleeve, (shade * 255).astype(np.uint8)


def _capsule(mask: Picture, start: tuple[int, int], end: tuple[int, int], radius: int) -> None:
    shift = np.array([120, 20])
    ends = [tuple(int(v) for v in np.array(p) + shift) for p in (start, end)]
    cv2.line(mask, ends[0], ends[1], (255,), radius * 2, cv2.LINE_AA)


def draw_hand(picture: Picture, tips: tuple[float, float], light: float) -> None:
    """Draw a hand with its shadow, fingertips at `tips` in px, the arm coming from the near side."""
    skin, sleeve, shade = _shape()
    both = cv2.max(skin, sleeve)
    left, top = round(tips[0]) - 120, round(tips[1]) - 20
    _stamp(picture, np.zeros((1, 1, 3), np.uint8), cv2.blur(both, (25, 25)) // 3, (left + SHADOW[0], top + SHADOW[1]))
    for mask, colour in zip((skin, sleeve), _colours(), strict=True):
        paint = cv2.merge([cv2.multiply(shade, np.full_like(shade, int(c * light)), scale=1 / 255) for c in colour])
        _stamp(picture, paint, mask, (left, top))


def _stamp(picture: Picture, paint: Picture, mask: Picture, at: tuple[int, int]) -> None:
    high, wide = mask.shape
    x0, y0 = max(at[0], 0), max(at[1], 0)
    x1, y1 = min(at[0] + wide, picture.shape[1]), min(at[1] + high, picture.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    inner = (slice(y0 - at[1], y1 - at[1]), slice(x0 - at[0], x1 - at[0]))
    share = cv2.cvtColor(mask[inner], cv2.COLOR_GRAY2BGR)
    part = picture[y0:y1, x0:x1]
    over = paint[inner] if paint.shape[:2] == mask.shape else np.broadcast_to(paint, part.shape).copy()
    part[:] = cv2.add(cv2.multiply(part, 255 - share, scale=1 / 255), cv2.multiply(over, share, scale=1 / 255))
