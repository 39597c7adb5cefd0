"""Pictures of cards that never were: frames, symbols, words and backs, for training only."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.picture import Picture as Image

TALL = 240
"""Height of a drawn card in px."""


def art(chance: Generator, photos: list[Image]) -> Image:
    """One upright card, TALL px high, 0.6 to 0.76 as wide."""
    width = int(TALL * chance.uniform(0.6, 0.76))
    kind = chance.choice(["symbols", "frame", "back", "pips", "empty"], p=[0.3, 0.3, 0.13, 0.22, 0.05])
    if kind == "frame":
        return framed(width, chance, photos)
    if kind == "back":
        return back(width, chance)
    card = ground(width, chance)
    if kind == "symbols":
        symbols(card, chance)
    if kind == "pips":
        pips(card, chance, photos)
    return card


def ground(width: int, chance: Generator) -> Image:
    """White, cream or now and then coloured stock."""
    shade = chance.uniform(215, 255) + chance.normal(0, 5, 3)
    if chance.random() < 0.15:
        shade = chance.uniform(20, 250, 3)
    return np.full((TALL, width, 3), shade.clip(0, 255), np.uint8)


def colour(chance: Generator) -> tuple[float, float, float]:
    """A chance colour, more often a strong one."""
    hue, full, light = chance.integers(0, 180), chance.integers(60, 255), chance.integers(20, 255)
    b, g, r = cv2.cvtColor(np.array([[[hue, full, light]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


def symbols(card: Image, chance: Generator) -> None:
    """One to three equal shapes, full, hatched or in outline."""
    h, w = card.shape[:2]
    many, tone = int(chance.integers(1, 4)), colour(chance)
    fill = chance.choice(["full", "hatch", "line"])
    outline = shape(chance) * (w * chance.uniform(0.25, 0.38), h * chance.uniform(0.08, 0.12))
    for number in range(many):
        middle = (w / 2, h / 2 + (number - (many - 1) / 2) * h * 0.28)
        points = (outline + middle).astype(np.int32)
        if fill == "full":
            cv2.fillPoly(card, [points], tone, cv2.LINE_AA)
        if fill == "hatch":
            hatch(card, points, tone, int(chance.integers(3, 7)))
        cv2.polylines(card, [points], True, tone, int(chance.integers(1, 4)), cv2.LINE_AA)


def shape(chance: Generator) -> np.ndarray:
    """A closed outline within −1 to 1."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    power = chance.choice([0.4, 1.0, 2.0])
    x, y = (np.sign(f(turn)) * np.abs(f(turn)) ** power for f in (np.cos, np.sin))
    return np.stack([x, y + chance.choice([0, 0.4]) * np.sin(2.5 * x)], axis=1)


def hatch(card: Image, points: np.ndarray, tone: tuple[float, float, float], step: int) -> None:
    mask, lines = np.zeros(card.shape[:2], np.uint8), card.copy()
    cv2.fillPoly(mask, [points], 1)
    lines[:, ::step] = tone
    card[mask > 0] = lines[mask > 0]


def framed(width: int, chance: Generator, photos: list[Image]) -> Image:
    """A border (often black or white), a coloured frame, a picture and a box of words."""
    edge = chance.choice(["black", "white", "any"], p=[0.5, 0.3, 0.2])
    tone = {"black": (15.0, 15.0, 15.0), "white": (245.0, 245.0, 245.0)}.get(edge) or colour(chance)
    card = np.full((TALL, width, 3), np.array(tone) + chance.normal(0, 6, 3), np.float32).clip(0, 255).astype(np.uint8)
    rim = int(chance.integers(3, 14))
    card[rim:-rim, rim:-rim] = colour(chance)
    inset = rim + int(chance.integers(0, 10))
    top, middle = inset + int(chance.integers(4, 22)), int(TALL * chance.uniform(0.45, 0.7))
    picture = patch(photos, chance, (width - 2 * inset, middle - top))
    card[top:middle, inset : width - inset] = picture
    low = middle + int(chance.integers(4, 14))
    card[low : TALL - inset - 6, inset : width - inset] = chance.uniform(150, 250, 3).astype(np.uint8)
    words(card, (inset + 4, low + 9, width - inset - 4, TALL - inset - 10), chance)
    words(card, (inset, inset + 9, width - inset, inset + 12), chance)
    return card


def patch(photos: list[Image], chance: Generator, size: tuple[int, int]) -> Image:
    """A piece of a photo, its colours turned, or noise where there is none."""
    w, h = max(4, size[0]), max(4, size[1])
    photo = photos[chance.integers(len(photos))]
    y, x = (int(chance.integers(0, max(1, n - m))) for n, m in zip(photo.shape[:2], (h, w), strict=True))
    part = cv2.resize(photo[y : y + h, x : x + w], (w, h))
    turned = cv2.cvtColor(part, cv2.COLOR_BGR2HSV).astype(np.uint8)
    turned[..., 0] = (turned[..., 0].astype(int) + int(chance.integers(0, 180))) % 180
    turned[..., 1] = np.minimum(turned[..., 1].astype(int) + int(chance.integers(0, 90)), 255)
    return cv2.cvtColor(turned, cv2.COLOR_HSV2BGR)


def words(card: Image, box: tuple[int, int, int, int], chance: Generator) -> None:
    """Lines of letters in `box` (x0, y0, x1, y1)."""
    letters = "abcdefghijklmnopqrstuvwxyz     ABC12345"
    for y in range(box[1], box[3], 11):
        text = "".join(chance.choice(list(letters), int(chance.integers(6, 30))))
        cv2.putText(card, text[: (box[2] - box[0]) // 6], (box[0], y), 0, 0.3, (20, 20, 20), 1, cv2.LINE_AA)


def back(width: int, chance: Generator) -> Image:
    """A card's back: a pattern within a plain border."""
    card = np.full((TALL, width, 3), chance.choice([20, 235]), np.uint8)
    rim, step, tone = int(chance.integers(3, 14)), int(chance.integers(4, 14)), colour(chance)
    inner = card[rim:-rim, rim:-rim]
    inner[:] = colour(chance)
    if chance.random() < 0.7:
        y, x = np.mgrid[: inner.shape[0], : inner.shape[1]]
        inner[((x + y) // step + (x - y) // step) % 2 == 0] = tone
    if chance.random() < 0.5:
        middle = (inner.shape[1] // 2, inner.shape[0] // 2)
        cv2.circle(inner, middle, int(chance.integers(10, 50)), colour(chance), -1, cv2.LINE_AA)
    return card


def pips(card: Image, chance: Generator, photos: list[Image]) -> None:
    """A playing card: index in two corners, and pips or a picture between them."""
    h, w = card.shape[:2]
    tone = (30.0, 30.0, 200.0) if chance.random() < 0.5 else (20.0, 20.0, 20.0)
    sign = str(chance.choice(list("AKQJ023456789")))
    if sign in "KQJ":
        x, y = int(w * 0.18), int(h * 0.1)
        card[y : h - y, x : w - x] = patch(photos, chance, (w - 2 * x, h - 2 * y))
    else:
        blob = shape(chance) * (w * 0.08, h * 0.06)
        for column in chance.choice([0.3, 0.5, 0.7], int(chance.integers(1, 4)), replace=False):
            for row in np.linspace(0.18, 0.82, int(chance.integers(1, 5))):
                at = np.array([w * column, h * row])
                cv2.fillPoly(card, [(blob + at).astype(np.int32)], tone, cv2.LINE_AA)
    corner = np.zeros((34, 22, 3), np.uint8) + card[4, 4]
    cv2.putText(corner, sign, (3, 20), 0, 0.6, tone, 2, cv2.LINE_AA)
    cv2.circle(corner, (10, 27), 5, tone, -1, cv2.LINE_AA)
    card[5:39, 4:26], card[h - 39 : h - 5, w - 26 : w - 4] = corner, corner[::-1, ::-1]
