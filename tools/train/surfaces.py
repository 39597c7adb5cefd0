"""Grounds and prints drawn for the renders of `tools.train.renders`: wood, cloth, felt, mats, cards, paper, coins.

All colours are blue-green-red, 8 bits, as they leave the lamp white.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator

from vision.picture import Picture

SIDE = 1600
GOODS = ((40, 190, 235), (45, 45, 45), (45, 40, 200), (200, 100, 30), (60, 130, 30))
"""Printed goods squares: yellow, black, red, blue, green."""

WORDS = ("salt", "wool", "harbour", "market", "tower", "grain", "quay", "amber", "silk", "gate", "road", "guild")


def rough(chance: Generator, cells: tuple[int, int], size: int = SIDE) -> np.ndarray:
    """Smooth noise about 0 with so many (rows, columns) of bumps."""
    bumps = chance.normal(0, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(bumps, (size, size), interpolation=cv2.INTER_CUBIC))


def tinted(light: np.ndarray, colour: Sequence[float]) -> Picture:
    """A picture of one colour whose lightness is given as factors."""
    return np.asarray(np.clip(light[..., None] * np.array(colour, np.float32), 0, 255), np.uint8)


def wood(chance: Generator) -> Picture:
    """Planks with bent grain, from white oak to walnut."""
    dark = chance.random()
    colour = np.array([120, 165, 205]) * (1 - dark) + np.array([38, 55, 85]) * dark
    bend = 3 * rough(chance, (9, 4)) + 0.7 * rough(chance, (60, 12))
    y = np.linspace(0, chance.uniform(40, 120), SIDE, dtype=np.float32)[:, None]
    grain = np.sin(y + 2.2 * bend) * 0.5 + rough(chance, (800, 24)) * 0.35
    light = 1 + chance.uniform(0.04, 0.16) * grain + 0.05 * rough(chance, (4, 4))
    if chance.random() < 0.5:
        for edge in range(int(chance.integers(80, 300)), SIDE, int(chance.integers(180, 420))):
            light[edge : edge + 3] *= chance.uniform(0.4, 0.8)
    else:
        light += chance.uniform(0.03, 0.1) * rough(chance, (1200, 40))
    return tinted(light, tuple(colour * chance.uniform(0.85, 1.15, 3)))


def cloth(chance: Generator) -> Picture:
    """Felt or linen of any colour, green and dark ones most often."""
    hue = int(chance.choice([chance.integers(0, 180), chance.integers(60, 80)]))
    shade = cv2.cvtColor(
        np.array([[[hue, chance.integers(0, 220), chance.integers(30, 190)]]], np.uint8), cv2.COLOR_HSV2BGR
    )
    light = 1 + 0.06 * rough(chance, (6, 6)) + 0.08 * chance.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    return tinted(cv2.GaussianBlur(light, (0, 0), 0.8), tuple(float(v) for v in shade[0, 0]))


def gingham(chance: Generator) -> Picture:
    """A checked cloth of one colour and white."""
    check = chance.integers(24, 60)
    lines = ((np.arange(SIDE) // check) % 2).astype(np.float32)
    share = (lines[:, None] + lines[None]) / 2
    hue = np.array([[[chance.integers(0, 180), chance.integers(110, 230), chance.integers(60, 190)]]], np.uint8)
    colour = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    woven = 1 + 0.05 * chance.normal(0, 1, (SIDE, SIDE)) + 0.05 * rough(chance, (5, 5))
    mixed = share[..., None] * colour + (1 - share[..., None]) * np.array([215.0, 220, 222])
    return creased(np.asarray(np.clip(mixed * woven[..., None], 0, 255), np.uint8), chance)


def creased(image: Picture, chance: Generator) -> Picture:
    """A cloth that does not lie quite flat: its threads bend, its folds are lit from one side."""
    right, down = (chance.uniform(0, 35) * rough(chance, (8, 8)) for _ in range(2))
    rows, columns = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    bent = cv2.remap(image, columns + right, rows + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    folds = cv2.GaussianBlur(rough(chance, (14, 14)), (0, 0), 12)
    lit = 1 + chance.uniform(0, 25) * np.gradient(folds, axis=int(chance.integers(2)))
    return np.asarray(np.clip(bent * lit.clip(0.4, 1.4)[..., None], 0, 255), np.uint8)


def plain(chance: Generator) -> Picture:
    """A white top or, more often for it is harder, a black play mat."""
    shade = chance.uniform(195, 235) if chance.random() < 0.3 else chance.uniform(18, 60)
    light = 1 + 0.03 * rough(chance, (8, 8)) + 0.04 * chance.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    return tinted(light, tuple(shade * chance.uniform(0.93, 1.07, 3)))


def printed(chance: Generator) -> Picture:
    """A mat with faint zones and words on mottled ground."""
    base = np.array([150.0, 165, 175]) * chance.uniform(0.35, 1.1) * chance.uniform(0.9, 1.1, 3)
    image = tinted(1 + 0.12 * rough(chance, (7, 7)) + 0.04 * rough(chance, (60, 60)), tuple(base))
    for _ in range(14):
        x, y = (int(v) for v in chance.integers(0, SIDE, 2))
        w, h = (int(v) for v in chance.integers(120, 500, 2))
        if chance.random() < 0.4:
            tone = np.array(cv2.mean(image[y : y + h, x : x + w])[:3]) * 0.6 + chance.uniform(20, 200, 3) * 0.4
            cv2.rectangle(image, (x, y), (x + w, y + h), tone.tolist(), -1)
        cv2.rectangle(image, (x, y), (x + w, y + h), (base * 0.6).tolist(), int(chance.integers(2, 8)))
        cv2.putText(image, word(chance).upper(), (x + 20, y + 50), 0, 1.4, (base * 0.3).tolist(), 3, cv2.LINE_AA)
    return image


def ground(chance: Generator) -> Picture:
    """Any of the above."""
    kinds = (wood, wood, wood, cloth, cloth, gingham, gingham, plain, plain, printed)
    return kinds[chance.integers(len(kinds))](chance)


def word(chance: Generator) -> str:
    return WORDS[chance.integers(len(WORDS))]


def card(chance: Generator) -> Picture:
    """A playing card: its back, or a face with a picture, goods squares, text and a coin."""
    light = chance.random() < 0.6
    image = np.full((440, 300, 3), 225 if light else 45, np.uint8)
    ink = (40, 40, 40) if light else (225, 225, 225)
    frame = chance.uniform(0, 255, 3).tolist()
    if chance.random() < 0.3:
        return back(image, chance)
    cv2.rectangle(image, (22, 50), (278, 215), chance.uniform(60, 250, 3).tolist(), -1)
    for _ in range(5):
        peak = chance.integers((22, 60), (278, 215), (3, 2))
        cv2.fillPoly(image, [peak.astype(np.int32)], chance.uniform(40, 220, 3).tolist())
    for place in range(int(chance.integers(0, 6))):
        corner = (26 + place * 50, 232)
        cv2.rectangle(image, corner, (corner[0] + 38, 270), GOODS[chance.integers(5)], -1)
        cv2.rectangle(image, corner, (corner[0] + 38, 270), ink, 2)
    for line in range(4):
        cv2.putText(image, f"{word(chance)} {word(chance)}", (26, 310 + line * 28), 0, 0.7, ink, 1, cv2.LINE_AA)
    cv2.circle(image, (255, 395), 26, (70, 200, 235), -1)
    cv2.putText(image, str(chance.integers(1, 20)), (240, 404), 0, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
    cv2.rectangle(image, (8, 8), (292, 432), frame, 10)
    return image


def back(image: Picture, chance: Generator) -> Picture:
    """A lattice of one colour on the card."""
    shade = chance.uniform(40, 200, 3).tolist()
    cv2.rectangle(image, (14, 14), (286, 426), shade, -1)
    for start in range(-440, 300, 16):
        cv2.line(image, (start, 14), (start + 440, 426), (220, 220, 220), 2)
        cv2.line(image, (start + 440, 14), (start, 426), (220, 220, 220), 2)
    cv2.circle(image, (150, 220), 44, shade, -1)
    return image


def coin(chance: Generator) -> Picture:
    """The struck face of a coin: a raised rim, a figure, an inscription, lit from one side."""
    face = np.zeros((220, 220), np.uint8)
    cv2.circle(face, (110, 110), 102, 128, 8)
    cv2.ellipse(face, (110, 110), chance.integers(20, 60, 2).tolist(), float(chance.uniform(0, 360)), 0, 360, 128, -1)
    cv2.putText(face, str(chance.integers(1, 60)), (60, 150), 0, chance.uniform(1.5, 3), 255, 10, cv2.LINE_AA)
    for turn in np.arange(0, 2 * np.pi, 0.3):
        x, y = 110 + 82 * np.cos(turn), 110 + 82 * np.sin(turn)
        cv2.circle(face, (round(x), round(y)), int(chance.integers(2, 8)), 128, -1)
    high = cv2.GaussianBlur(face.astype(np.float32) / 128, (0, 0), 2)
    across, down = np.gradient(high, axis=1), np.gradient(high, axis=0)
    turn = chance.uniform(0, 2 * np.pi)
    metal = (185, 195, 200) if chance.random() < 0.5 else (70, 150, 200)
    return tinted(np.clip(1 + 2.5 * (np.cos(turn) * across + np.sin(turn) * down), 0.2, 1.8), metal)


def sheet(chance: Generator) -> Picture:
    """A page of words with a few coloured fields."""
    image = np.full((700, 500, 3), 235, np.uint8)
    for _ in range(int(chance.integers(0, 4))):
        x, y = (int(v) for v in chance.integers(30, 400, 2))
        size = chance.integers(40, 160, 2)
        cv2.rectangle(image, (x, y), (x + int(size[0]), y + int(size[1])), chance.uniform(0, 255, 3).tolist(), -1)
    for line in range(22):
        text = " ".join(word(chance) for _ in range(6))
        cv2.putText(image, text, (30, 60 + line * 28), 0, 0.6, (50, 50, 50), 1, cv2.LINE_AA)
    return image
