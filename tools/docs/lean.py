"""`python -m tools.docs.lean FOLDER`: the same pictures in fewer bytes, for they are kept with the sources."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from tools.gallery.palette import in_palette

SHIPPED = "table.png"
"""The picture that goes into every sdist, for the README."""
COLOURS = 128
"""So many are enough for it."""


def lean(path: Path) -> None:
    """Write a PNG without its layer of opacity, as small as that becomes; one that would grow is left."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    small = cv2.imencode(
        ".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    )[1]
    if len(small) < path.stat().st_size:
        path.write_bytes(small.tobytes())


def in_few_colours(path: Path) -> None:
    """Write a PNG in COLOURS, where that makes it smaller: less than half the bytes, and no difference to the eye."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    opaque = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    small = in_palette(cv2.imencode(".png", opaque)[1].tobytes(), COLOURS)
    if len(small) < path.stat().st_size:
        path.write_bytes(small)


if __name__ == "__main__":
    for each in sorted(Path(sys.argv[1]).glob("*.png")):
        lean(each)
    in_few_colours(Path(sys.argv[1]) / SHIPPED)
