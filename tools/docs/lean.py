"""`python -m tools.docs.lean FOLDER`: the same pictures in fewer bytes, for they are kept with the sources."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2


def lean(path: Path) -> None:
    """Write a PNG without its layer of opacity, as small as that becomes; one that would grow is left."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    small = cv2.imencode(
        ".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    )[1]
    if len(small) < path.stat().st_size:
        path.write_bytes(small.tobytes())


if __name__ == "__main__":
    for each in sorted(Path(sys.argv[1]).glob("*.png")):
        lean(each)
