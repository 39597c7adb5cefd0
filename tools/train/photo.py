"""Photos read from disk for training."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision.picture import Picture


def read(path: Path) -> Picture:
    """The picture in a file, BGR; `FileNotFoundError` where there is none."""
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"no picture at {str(path)!r}")
    return image
