"""Printed markers in any photo: ids and corners."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from engine.errors import WrongInput
from vision.picture import Picture, Points

USUAL = "5X5_50"
PREFIXES = ("", "DICT_", "DICT_APRILTAG_", "DICT_ARUCO_")
SMALL = 500_000  # pixels of a picture below which it is also searched in double size: tags of 20 px are common there
LEAST = 0.015  # perimeter of a marker in double size as part of the picture's longer side


def family_code(name: str) -> int:
    """OpenCV's number of a dictionary such as ``5X5_50``, ``tag36h11`` or ``MIP_36h12``; ValueError for others."""
    plain = name.removeprefix("tag")
    for prefix in PREFIXES:
        code = getattr(cv2.aruco, f"{prefix}{plain}", None)
        if f"{prefix}{plain}".startswith("DICT_") and isinstance(code, int):
            return code
    raise WrongInput(f"no marker dictionary {name!r}: try 5X5_50, 6X6_250 or 36h11")


def find_markers(picture: Picture, family: str = USUAL) -> list[tuple[int, Points]]:
    """Every marker of a dictionary, also white on black: id and corners (4, 2) in px, clockwise from its top left."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    found = _detected(grey, _detector(family_code(family), 0.03))
    if grey.size <= SMALL:
        double = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        again = [
            (n, (corners + 0.5) / 2 - 0.5) for n, corners in _detected(double, _detector(family_code(family), LEAST))
        ]
        found += [marker for marker in again if not any(_same(marker, other) for other in found)]
    return sorted(found, key=lambda marker: (marker[0], float(marker[1][0, 0])))


def _same(marker: tuple[int, Points], other: tuple[int, Points]) -> bool:
    side = float(np.linalg.norm(marker[1][1] - marker[1][0]))
    return marker[0] == other[0] and float(np.linalg.norm(marker[1].mean(axis=0) - other[1].mean(axis=0))) < side


def _detected(grey: Picture, detector: cv2.aruco.ArucoDetector) -> list[tuple[int, Points]]:
    corners, ids, _ = detector.detectMarkers(grey)
    if ids is None:
        return []
    return [(int(n), np.asarray(c, float)[0]) for n, c in zip(ids.ravel(), corners, strict=True)]


@lru_cache(maxsize=8)
def _detector(code: int, least: float) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    settings.detectInvertedMarker = True
    settings.minMarkerPerimeterRate = least
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(code), settings)
