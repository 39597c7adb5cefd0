"""From a labelled box to the card's four corners, where the picture is clear enough to tell."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

import cv2
import numpy as np

from vision.photo.edges import refined
from vision.photo.quads import area, clockwise, fitted
from vision.picture import Picture as Image

KEPT = Path(tempfile.gettempdir()) / "companion-outlines"

SIDE = 160
"""Boxes are looked at with their longer side at so many px."""


def outline(image: Image, box: np.ndarray, others: list[np.ndarray]) -> np.ndarray | None:
    """The corners (4 × 2 px) of the one card in `box` (x0, y0, x1, y1), `None` when in doubt.

    GrabCut from the box; the region must be a full quadrangle that fills the box, and touch no other box.
    """
    h, w = image.shape[:2]
    inside = box[0] > 3 and box[1] > 3 and box[2] < w - 3 and box[3] < h - 3
    if not inside or any(meets(box, other) for other in others):
        return None
    scale = SIDE / max(box[2] - box[0], box[3] - box[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x0, y0, x1, y1 = (box * scale).round().astype(int)
    mask = grabbed(small, (x0, y0, x1 - x0, y1 - y0))
    corners = quadrangle(mask, np.array([x0, y0, x1, y1]))
    if corners is None:
        return None
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.uint8)
    return refined(lab, clockwise((corners + 0.5) / scale - 0.5), 2.5 / scale)


def traced(photo: str, image: Image, boxes: list[np.ndarray]) -> list[np.ndarray | None]:
    """`outline` for every box of a photo, remembered between runs."""
    path = KEPT / (hashlib.sha1(f"{photo} {image.shape}".encode()).hexdigest() + ".json")
    if not path.exists():
        found = [outline(image, box, boxes[:i] + boxes[i + 1 :]) for i, box in enumerate(boxes)]
        KEPT.mkdir(exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps([None if one is None else one.tolist() for one in found]), encoding="utf-8")
        fresh.replace(path)
    points = json.loads(path.read_text(encoding="utf-8"))
    return [None if one is None else np.array(one, np.float32) for one in points]


def meets(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.all(np.minimum(a[2:], b[2:]) > np.maximum(a[:2], b[:2])))


def grabbed(image: Image, box: tuple[int, int, int, int]) -> Image:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.grabCut(image, mask, box, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_RECT)
    card = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    return cv2.morphologyEx(card, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))


def quadrangle(mask: Image, box: np.ndarray) -> np.ndarray | None:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    corners = fitted(largest.reshape(-1, 2).astype(np.float32))
    if corners is None or not 0.93 < cv2.contourArea(largest) / max(1.0, area(corners)) < 1.05:
        return None
    found = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    right = np.abs(found - box).max() < 0.06 * SIDE and 1.15 < max(sides) / min(sides) < 2.1
    return corners if right else None
