"""Compares tiles with prints: faces of a few px, free of the light on them, in blocks of which some may be covered."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.flat.dice import SCALE
from vision.flat.tiles import unlit
from vision.picture import Field, Picture, Points

FACE = 38  # px in which tiles are distinguished
ROUGH = FACE // 2  # px in which the likeliest prints are found
BLOCKS, KEPT = 4, 10  # a tile is compared in 4 by 4 blocks; so many of them count: things may stand on the others


def small(shares: Field, coarse: float) -> Field:
    size = round(shares.shape[0] / SCALE * coarse)
    return _features(cv2.resize(shares * 255, (size, size), interpolation=cv2.INTER_AREA))


def face(tile: Picture | Field, size: int = FACE) -> Field:
    return _features(cv2.resize(np.asarray(tile, np.float32), (size, size), interpolation=cv2.INTER_AREA))


def _features(picture: Field) -> Field:
    return np.asarray(unlit(np.clip(picture, 0, 400)), np.float32)


def blocks(faces: Field) -> Field:
    """Faces (n, size, size, 3) as blocks (BLOCKS², n, values)."""
    step = faces.shape[1] / BLOCKS
    ends = [round(n * step) for n in range(BLOCKS + 1)]
    parts = [
        faces[:, ends[y] : ends[y + 1], ends[x] : ends[x + 1]].reshape(len(faces), -1)
        for y in range(BLOCKS)
        for x in range(BLOCKS)
    ]
    longest = max(part.shape[1] for part in parts)
    return np.stack([np.pad(part, ((0, 0), (0, longest - part.shape[1]))) for part in parts])


def robust(seen: Field, known: Field) -> Points:
    """The unlikeness of every picture (rows) to every print (columns), the worst blocks left out."""
    cross = seen @ known.transpose(0, 2, 1)
    own, its = np.square(seen).sum(axis=2), np.square(known).sum(axis=2)
    off = (own[:, :, None] + its[:, None, :] - 2 * cross) / (own[:, :, None] + its[:, None, :] + 0.5)
    return np.asarray(np.partition(off, KEPT, axis=0)[:KEPT].mean(axis=0))


def alike(seen: Field, known: Field) -> float:
    """The part of a print's own changes that is seen in its better blocks; both are faces (size, size, 3)."""
    same, energy = [], []
    for one, other in zip(_parts(seen), _parts(known), strict=True):
        one, other = (part - part.mean(axis=(0, 1)) for part in (one, other))
        energy.append(float(np.square(other).sum()))
        same.append(2 * float((one * other).sum()) / (float(np.square(one).sum()) + energy[-1] + 1e-6))
    kept = np.argsort(same)[-KEPT:]
    return float(np.array(same)[kept] @ np.array(energy)[kept] / max(np.array(energy)[kept].sum(), 1e-6))


def _parts(face: Field) -> Iterator[Field]:
    """The blocks of a face, row by row."""
    ends = [round(n * len(face) / BLOCKS) for n in range(BLOCKS + 1)]
    for y in range(BLOCKS):
        for x in range(BLOCKS):
            yield face[ends[y] : ends[y + 1], ends[x] : ends[x + 1]]


def block_costs(part: Field, printed: Field) -> float:
    gain = float(part.mean() / printed.mean())
    off = cv2.resize(np.abs(part / gain - printed), (BLOCKS * 2, BLOCKS * 2), interpolation=cv2.INTER_AREA)
    kept = np.sort(off.ravel())[: off.size * KEPT // BLOCKS**2]
    return float(kept.mean())
