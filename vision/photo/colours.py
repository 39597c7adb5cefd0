"""Names the colour of a small piece in plain words."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo.found import Image

HUES = ((8, "red"), (20, "orange"), (35, "yellow"), (85, "green"), (128, "blue"), (165, "purple"), (181, "red"))
"""Upper ends of OpenCV's hues, 0 to 180, and their names."""

TINTS = {"orange": (10, 20), "green": (35, 95), "blue": (95, 130), "purple": (130, 165)}
"""OpenCV's hues of what may pass for black. Red is none: black dice with red specks are common."""

TINT, PART, MOSTLY = 50, 0.2, 0.5
"""The strength from which on a pixel has a tint. Where so large a part of a patch has a cold one, or most of it is
orange, it is not black (of the dice in `dice_byler` those are 0.12 of black ones at most, 0.24 of the others)."""


def tint_of(patch: Image) -> str:
    """The tint that much of a dark patch has, or nothing."""
    hue, strength, _ = cv2.split(cv2.cvtColor(patch, cv2.COLOR_BGR2HSV))
    tinted = strength > TINT
    parts = {name: float((tinted & (low <= hue) & (hue < high)).mean()) for name, (low, high) in TINTS.items()}
    if parts.pop("orange") >= MOSTLY:
        return "orange"
    return max(parts, key=parts.__getitem__) if sum(parts.values()) >= PART else ""


def name_of(patch: Image) -> str:
    """black, white, grey or one of `HUES`, from the middle of the patch's pixels."""
    hue, full, light = (part.ravel() for part in cv2.split(cv2.cvtColor(patch, cv2.COLOR_BGR2HSV)))
    strong = full > 90
    if strong.mean() < 0.4:
        return "white" if np.median(light) > 150 else "black" if np.median(light) < 70 else "grey"
    turn = np.exp(2j * np.pi * hue[strong & (light > 40)] / 180)
    middle = (np.angle(turn.sum()) / (2 * np.pi) * 180) % 180 if len(turn) else 0.0
    return next(name for end, name in HUES if middle < end)
