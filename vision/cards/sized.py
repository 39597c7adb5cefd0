"""Outlines that reach beyond their card, to the edge of a printed field, say: its size tells where it may lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Protocol

import numpy as np

from vision.cards.find import straightened
from vision.cards.read import REACH, SCALE
from vision.layouts.layout import Layout, Ledger
from vision.mat.pose import Pose
from vision.picture import Picture, Points

BEYOND = 1.0  # mm by which an outline is larger than its card before that is no chance
ENDS = 0.0, 0.5, 1.0  # parts of what is too much that may lie before the card
ACROSS, DOWN = ((0, 1), (3, 2)), ((0, 3), (1, 2))  # from which corner to which the two sides go


class FitReader(Protocol):
    """Reads a straightened card and says how well it fits, −1 to 1."""

    @property
    def layout(self) -> Layout | Ledger: ...
    def read(self, card: Picture, /) -> tuple[Any, float]: ...


def sized(frame: Picture, pose: Pose, outlines: Points, reader: FitReader) -> Points:
    """Outlines of cards, (n, 4, 2) in px of the frame: of one that is too large, the part in which a card fits best."""
    size = reader.layout.size

    def fit(outline: Points) -> float:
        return reader.read(straightened(frame, outline, size, SCALE, REACH))[1]

    tried = [[outline, *map(pose.to_pixels, within(pose.to_mat(outline), size))] for outline in outlines]
    best = [max(places, key=fit) if places[1:] else places[0] for places in tried]
    return np.array(best, float).reshape(-1, 4, 2)


def within(outline: Points, size: tuple[float, float]) -> Iterator[Points]:
    """The places of a card of this size in an outline (4, 2) that is larger, all in mm; none if it is as large.

    The corners follow each other round the card, the first two along its width.
    """
    over = [side if side > BEYOND else 0.0 for side in (_sides(outline) - size).tolist()]
    if not any(over):
        return
    for before in product(*(ENDS if side else ENDS[:1] for side in over)):
        yield _shrunk(_shrunk(outline, over[0], before[0], ACROSS), over[1], before[1], DOWN)


def _sides(outline: Points) -> Points:
    """How wide and how high an outline is in the middle."""
    a, b, c, d = outline
    return np.array([np.linalg.norm(b + c - a - d), np.linalg.norm(c + d - a - b)]) / 2


def _shrunk(outline: Points, over: float, before: float, ways: tuple[tuple[int, int], ...]) -> Points:
    """An outline with so much less on the way from each corner to the next; a part of it is taken at the first."""
    shrunk = outline.copy()
    for first, last in ways:
        along = (outline[last] - outline[first]) / np.linalg.norm(outline[last] - outline[first])
        shrunk[first] += along * over * before
        shrunk[last] -= along * over * (1 - before)
    return shrunk
