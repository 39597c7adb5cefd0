"""A part of the camera's picture, enlarged: where it lies, and points from one to the other."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.play.reports import Frame

MARGIN = 0.02
"""How much is shown around it, as a share of the picture's width."""
Point = tuple[float, float]


class Closeup(Struct, frozen=True):
    """A rectangle of a picture, its sides as shares of the picture's; the whole picture by default."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    low: float = 1.0

    def inward(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Points of the picture as points of this part (both as shares)."""
        wide, high = self.right - self.left, self.low - self.top
        return tuple(((x - self.left) / wide, (y - self.top) / high) for x, y in points)

    def outward(self, x: float, y: float) -> Point:
        """A point of this part as a point of the picture."""
        return self.left + x * (self.right - self.left), self.top + y * (self.low - self.top)

    def of(self, frame: Frame | None) -> Frame:
        """This part of a picture; an empty one without a picture."""
        if frame is None or not frame.pixels:
            return Frame(pixels=b"", width=16, height=9)
        left, right = int(self.left * frame.width), int(self.right * frame.width)
        rows = range(int(self.top * frame.height), int(self.low * frame.height))
        cut = (frame.pixels[4 * (y * frame.width + left) : 4 * (y * frame.width + right)] for y in rows)
        return Frame(
            pixels=b"".join(cut), width=right - left, height=len(rows), marks=(), corners=frame.corners, note=frame.note
        )


def around(outline: Sequence[Point]) -> Closeup:
    """The part of the picture around an outline; the whole picture without one."""
    if not outline:
        return Closeup()
    xs, ys = [x for x, _y in outline], [y for _x, y in outline]
    sides = min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN
    left, top, right, low = (min(1.0, max(0.0, side)) for side in sides)
    return Closeup(left, top, right, low) if right - left > MARGIN and low - top > MARGIN else Closeup()
