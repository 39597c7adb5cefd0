"""The door of pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.camera.load import MOST_PIXELS, NotAPicture, decoded
from vision.look import look
from vision.picture import Picture

KINDS: tuple[tuple[str, tuple[int, ...]], ...] = (
    (".png", ()),
    (".bmp", ()),
    (".jpg", ()),
    (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
    (".jpg", (cv2.IMWRITE_JPEG_RST_INTERVAL, 3)),
    (".webp", (cv2.IMWRITE_WEBP_QUALITY, 80)),
    (".webp", (cv2.IMWRITE_WEBP_QUALITY, 101)),
)
LOOKED_AT = 200 * 200
"""Pixels up to which a picture is looked at too."""


def seeds() -> list[bytes]:
    """Small pictures of every kind and depth that is read; shaded, for in noise a reader sees dice everywhere."""
    rows, columns = np.mgrid[0:40, 0:60]
    colour = np.dstack([rows * 6, columns * 4, rows + columns]).astype(np.uint8)
    pictures = [cv2.imencode(kind, colour, list(settings))[1].tobytes() for kind, settings in KINDS]
    deep: list[Picture] = [colour[..., 0], colour.astype(np.uint16) * 257, np.dstack([colour, colour[..., :1]])]
    return [*pictures, *(cv2.imencode(".png", picture)[1].tobytes() for picture in deep)]


def enter(data: bytes, folder: Path) -> None:
    """A picture is refused, or has colours, 8 bits and a size that can be borne; a small one is looked at."""
    try:
        picture = decoded(data, "fuzz")
    except NotAPicture:
        return
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.shape[0] * picture.shape[1] <= MOST_PIXELS
    if picture.shape[0] * picture.shape[1] <= LOOKED_AT:
        (folder / "fuzz.bin").write_bytes(data)
        for kind in ("markers", "pips"):
            look(folder / "fuzz.bin", kind)
