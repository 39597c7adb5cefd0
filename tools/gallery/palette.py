"""Writes a picture with opacity as a PNG of 256 colours: two thirds of the bytes, and no difference to the eye."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np

from vision.picture import Field, Picture, Points

COLOURS = 256  # as many as a byte can number
KEPT = 96  # the most frequent colours stay as they are; the rest are those of edges
WEIGHT = 6  # times a colour counts at most, by the root of how often it is there
ROUNDS, STILL, STARTS = 30, 0.3, 2  # of the search for the colours of edges, and the change that ends it


def in_palette(png: bytes, most: int = COLOURS) -> bytes:
    """A PNG with opacity again, in at most so many colours: more than KEPT, and 256 at most."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError("no PNG with opacity")
    return _written(*_numbered(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA), np.uint8), most))


def _numbered(picture: Picture, most: int) -> tuple[Picture, Picture]:
    """The numbers of the colours of a picture (RGBA), and the colours (n, 4) with the opaque ones last."""
    clear = np.where(picture[..., 3:] > 0, picture, 0).reshape(-1, 4)
    found, where, counts = np.unique(clear, axis=0, return_inverse=True, return_counts=True)
    seen = found.astype(np.float32)
    seen[:, :3] *= seen[:, 3:] / 255  # as it is seen on black: what is clear has no colour
    chosen = _chosen(seen, counts, most)
    nearest = np.square(seen[:, None] - chosen[None]).sum(axis=2).argmin(axis=1)
    chosen[:, :3] *= 255 / np.maximum(chosen[:, 3:], 1)
    order = np.argsort(chosen[:, 3], kind="stable")
    numbers = np.argsort(order)[nearest][where].reshape(picture.shape[:2])
    return numbers.astype(np.uint8), np.clip(np.round(chosen[order]), 0, 255).astype(np.uint8)


def _chosen(seen: Field, counts: Points, most: int) -> Field:
    """At most so many of these colours (n, 4), or means of them."""
    if len(seen) <= most:
        return seen.copy()
    kept = np.argsort(-counts)[:KEPT]
    rest = np.setdiff1d(np.arange(len(seen)), kept)
    weighed = np.repeat(seen[rest], np.clip(np.sqrt(counts[rest]), 1, WEIGHT).astype(int), axis=0)
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, ROUNDS, STILL)
    means = cv2.kmeans(weighed, most - KEPT, np.empty(0, np.int32), ends, STARTS, cv2.KMEANS_PP_CENTERS)[2]
    return np.vstack([seen[kept], means])


def _written(numbers: Picture, colours: Picture) -> bytes:
    """The PNG of a picture of numbers and their colours (RGBA)."""
    high, wide = numbers.shape
    lines = b"".join(b"\0" + row.tobytes() for row in numbers)  # each line as it is, none told by another
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)  # 8 bits a pixel, by a palette
    faint = int((colours[:, 3] < 255).sum())
    parts = {
        b"IHDR": head,
        b"PLTE": colours[:, :3].tobytes(),
        b"tRNS": colours[:faint, 3].tobytes(),
        b"IDAT": zlib.compress(lines, 9),
    }
    written = b"".join(_chunk(kind, data) for kind, data in parts.items() if data)  # without opacity no tRNS
    return b"\x89PNG\r\n\x1a\n" + written + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
