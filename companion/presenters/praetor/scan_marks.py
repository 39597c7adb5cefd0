"""What the camera's picture shows of the city: the part where it lies, and on it what is in doubt, in a word."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play.reports import Frame, Mark
from companion.presenters.praetor.doubts import doubts
from companion.presenters.scene import Scene
from companion.views.common.parts import Word
from companion.views.common.scan import MarkBox

TILE = "tile:"
AIR, LEAST = 1.2, 0.3
"""So many sides of a tile are shown around the city, and no smaller part of the picture than this."""
Part = tuple[float, float, float, float]


def focus_of(frame: Frame) -> Part | None:
    """The part of the picture where tiles lie, with some room around them; None where none are read."""
    tiles = [mark for mark in frame.marks if mark.label.startswith(TILE)]
    if not tiles:
        return None
    across = [x / frame.width for mark in tiles for x, _y in mark.corners]
    down = [y / frame.height for mark in tiles for _x, y in mark.corners]
    left, right = _around(across, _side(tiles, 0) / frame.width)
    top, foot = _around(down, _side(tiles, 1) / frame.height)
    return left, top, right, foot


def _side(tiles: list[Mark], axis: int) -> float:
    """How long the longest tile is in a direction, in px."""
    spans = [[corner[axis] for corner in mark.corners] for mark in tiles]
    return max(max(span) - min(span) for span in spans)


def _around(places: list[float], side: float) -> tuple[float, float]:
    """From where to where is shown so that all places are, within the picture."""
    air = max(AIR * side, (LEAST - (max(places) - min(places))) / 2)
    return max(0.0, min(places) - air), min(1.0, max(places) + air)


def doubted_marks(scene: Scene, frame: Frame) -> Iterator[MarkBox]:
    """The tiles on the picture that lie otherwise than in the book, or whose worker does, as what is asked."""
    odd = doubts(scene)
    for mark in frame.marks:
        tile = mark.label.removeprefix(TILE).partition(":")[0]
        if mark.label.startswith(TILE) and tile in odd:
            corners = tuple((x / frame.width, y / frame.height) for x, y in mark.corners)
            yield MarkBox((Word(odd[tile], True),), corners, False)
