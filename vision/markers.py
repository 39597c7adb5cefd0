"""Printed markers in any photo: ids and corners."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.picture import Picture, Points

USUAL = "5X5_50"
PREFIXES = ("DICT_", "DICT_APRILTAG_", "DICT_ARUCO_")


def family_code(name: str) -> int:
    """OpenCV's number of a dictionary such as ``5X5_50``, ``36h11`` or ``MIP_36h12``; ValueError for another name."""
    for prefix in ("", *PREFIXES):
        code = getattr(cv2.aruco, f"{prefix}{name}", None)
        if f"{prefix}{name}".startswith("DICT_") and isinstance(code, int):
            return code
    raise ValueError(f"no marker dictionary {name!r}: try 5X5_50, 6X6_250 or 36h11")


def find_markers(picture: Picture, family: str = USUAL) -> list[tuple[int, Points]]:
    """Every marker of a dictionary: its id and corners (4, 2) in px, clockwise from its own top left."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    corners, ids, _ = _detector(family).detectMarkers(grey)
    if ids is None:
        return []
    found = [(int(n), np.asarray(c, float)[0]) for n, c in zip(ids.ravel(), corners, strict=True)]
    return sorted(found, key=lambda marker: (marker[0], float(marker[1][0, 0])))


@lru_cache(maxsize=8)
def _detector(family: str) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(family_code(family)), settings)
