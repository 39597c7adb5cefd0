"""The plain name of a small thing's colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo.found import Image

HUES = ((8, "red"), (20, "orange"), (35, "yellow"), (85, "green"), (128, "blue"), (165, "purple"), (181, "red"))
"""Upper ends of OpenCV's hues, 0 to 180, and their names."""


def name_of(patch: Image) -> str:
    """black, white, grey or one of `HUES`, from the middle of the patch's pixels."""
    hue, full, light = (part.ravel() for part in cv2.split(cv2.cvtColor(patch, cv2.COLOR_BGR2HSV)))
    strong = full > 90
    if strong.mean() < 0.4:
        return "white" if np.median(light) > 150 else "black" if np.median(light) < 70 else "grey"
    turn = np.exp(2j * np.pi * hue[strong & (light > 40)] / 180)
    middle = (np.angle(turn.sum()) / (2 * np.pi) * 180) % 180 if len(turn) else 0.0
    return next(name for end, name in HUES if middle < end)
