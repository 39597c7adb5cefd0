"""Proposes outlines of cards from lightness and colour alone: four lines fitted to each region of several masks."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image, Points
from vision.photo.quads import area, clockwise, fitted

LONG_SIDE = 800
"""The masks are made at this long side in px."""

BOX_SIDE = 512
"""The long side in px at which boxes are looked for."""

SHORT, LARGEST = 24.0, 0.85
"""The least short side in px at that size, and the greatest share of the picture."""

FILLED = 0.9
"""The least share of its four-sided outline that a region fills."""

NEAR = 5.0
"""Px by which the places and sizes of two contours differ that count once."""

SAME = 0.03
"""Outlines whose corners are nearer than this, of the root of their area, are one."""

ASPECT = 2.3
"""The greatest ratio of neighbouring sides."""


def outlines(image: Image) -> list[Points]:
    """Four-sided regions in px of the picture, some of them nearly the same."""
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)
    found = [clockwise(corners) for corners in quadrangles(new_contours(lab))]
    return [np.asarray((corners + 0.5) / scale - 0.5, np.float32) for corners in distinct(found)]


def distinct(found: list[Points]) -> list[Points]:
    """The first of all outlines that are nearly the same."""
    left, kept = np.array(found, np.float32).reshape(-1, 4, 2), []
    while len(left):
        kept.append(left[0])
        apart = max(1.5, SAME * float(np.sqrt(area(left[0]))))
        left = left[np.abs(left - left[0]).max(axis=(1, 2)) > apart]
    return kept


def new_contours(lab: Image) -> Iterator[Points]:
    """Contours n × 1 × 2 of all masks that may be cards by their size, those of one place once."""
    seen = np.zeros((0, 5), np.float32)
    for mask in masks(lab):
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for contour in cv2.findContours(opened, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            x, y, w, h = cv2.boundingRect(contour)
            inside = cv2.contourArea(contour)
            if min(w, h) < SHORT or not SHORT**2 < inside < LARGEST * mask.size:
                continue
            place = np.array([x, y, x + w, y + h, np.sqrt(inside)], np.float32)
            if not (np.abs(seen - place).max(axis=1) < NEAR).any():
                seen = np.vstack([seen, place])
                yield np.asarray(contour)


def boxes(image: Image) -> NDArray[np.float32]:
    """Boxes n × 4 px of compact regions about as wide as high, 10 px and more at `BOX_SIDE`: what a die may be."""
    scale = BOX_SIDE / max(image.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)
    found: list[NDArray[np.float32]] = []
    for box in (one for mask in masks(lab) for one in compact(mask)):
        if all(np.abs(box - other).max() > 0.12 * (box[2] - box[0]) for other in found):
            found.append(box)
    return (np.array(found, np.float32).reshape(-1, 4) + 0.5) / np.float32(scale) - 0.5


def compact(mask: Image) -> Iterator[NDArray[np.float32]]:
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if min(w, h) < 10 or max(w, h) > 0.7 * max(mask.shape) or max(w, h) > 1.7 * min(w, h):
            continue
        around = cv2.contourArea(cv2.convexHull(contour))
        if cv2.contourArea(contour) > 0.75 * around and around > 0.45 * w * h:
            yield np.array([x, y, x + w, y + h], np.float32)


def masks(lab: Image) -> Iterator[Image]:
    """Light against the neighbourhood at two widths, light and dark against the whole, colour, and closed edges."""
    light = cv2.GaussianBlur(lab[..., 0], (3, 3), 0)
    for width, over in ((0.08, -6), (0.25, -12)):
        block = max(3, int(width * max(light.shape)) | 1)
        local = cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, over)
        yield np.asarray(local, np.uint8)
    _, bright = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield np.asarray(bright, np.uint8)
    yield np.asarray(255 - bright, np.uint8)
    far = unlike_the_ground(lab)
    _, strange = cv2.threshold(far, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield np.asarray(strange, np.uint8)
    edges = np.max([cv2.Canny(cv2.GaussianBlur(part, (3, 3), 0), 30, 90) for part in cv2.split(lab)], axis=0)
    yield np.asarray(255 - cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)


def unlike_the_ground(lab: Image) -> Image:
    """How far each pixel's light and colour lie from those usual along the picture's rim."""
    rim = np.concatenate([lab[:12].reshape(-1, 3), lab[-12:].reshape(-1, 3), lab[:, :12].reshape(-1, 3)])
    ground = np.median(rim, axis=0).astype(np.float32)
    away = (lab.astype(np.float32) - ground) * (0.7, 2.0, 2.0)
    return np.asarray(np.sqrt(np.square(away).sum(axis=2)).clip(0, 255), np.uint8)


def quadrangles(contours: Iterator[Points]) -> Iterator[Points]:
    for contour in contours:
        inside = cv2.contourArea(contour)
        if inside < 0.84 * cv2.contourArea(cv2.convexHull(contour)):
            continue
        sides = cv2.minAreaRect(contour)[1]
        if max(sides) > 1.2 * ASPECT * min(sides) or min(sides) < SHORT:
            continue
        corners = fitted(contour.reshape(-1, 2).astype(np.float32))
        if corners is not None and inside > FILLED * area(corners) and shaped_like_a_card(corners):
            yield corners


def shaped_like_a_card(corners: Points) -> bool:
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return bool(min(sides) > SHORT and max(sides) < ASPECT * min(sides) and cv2.isContourConvex(corners))
