"""Where the cells of the city lie on its map: as large as they may be, and clear of the map's own buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kivy.metrics import dp

LARGEST, SMALLEST = 132, 57
"""The side of a tile in dp: as large as it is drawn at first, and as small as a finger still finds it."""
ACTS = ((6, 70), (6, 134), (6, 198))
"""Where the map's own buttons stand on it, from its lower left corner, in dp: above where a toast is shown."""
LOOK = (6, 262)
"""Where the button stands that opens what the camera sees of the city, on a map that has it."""
ACT = 56
"""How large each of them is, in dp."""
BESIDE = 70
"""An inset of so many dp at the left clears the buttons."""
INSETS = ((0, 0), (BESIDE, 0))
"""What the fitted city may leave free at the left and below, in dp."""
Spot = tuple[int, int]


class MapLayout(NamedTuple):
    """A city laid out: its first column and row, how many there are, and the `side` of a tile in px.

    `inset` (left, below) is left free of a map of `size`, both in px; its buttons stand at `acts`, in dp.
    """

    first: Spot
    cells: Spot
    size: tuple[float, float]
    inset: tuple[float, float]
    side: float
    acts: tuple[Spot, ...] = ACTS

    def place(self, x: int, y: int) -> tuple[float, float]:
        """The lower left corner of a cell in px from that of the map; rows grow downwards."""
        wide, high = (self.size[0] - self.inset[0], self.size[1] - self.inset[1])
        left = self.inset[0] + (wide - self.cells[0] * self.side) / 2
        top = self.inset[1] + (high + self.cells[1] * self.side) / 2
        return left + (x - self.first[0]) * self.side, top - (y - self.first[1] + 1) * self.side

    @property
    def over(self) -> tuple[float, float]:
        """How far the city reaches beyond the map at each side, in px; negative where it does not."""
        return (self.cells[0] * self.side - self.size[0]) / 2, (self.cells[1] * self.side - self.size[1]) / 2

    def clear(self, cells: Sequence[Spot]) -> bool:
        """Does no cell lie under a button?"""
        spots = [self.place(x, y) for x, y in cells]
        return not any(
            x < dp(left) + dp(ACT) and dp(left) < x + self.side and y < dp(low) + dp(ACT) and dp(low) < y + self.side
            for x, y in spots
            for left, low in self.acts
        )


def laid(
    tiles: Sequence[Spot],
    cells: Sequence[Spot],
    size: tuple[float, float],
    zoom: float,
    margin: int = 1,
    acts: tuple[Spot, ...] = ACTS,
) -> MapLayout:
    """Lay a city out with `margin` rows of cells all around its tiles; `zoom` is the side in dp, 0 fits the city in.

    A fitted city is as large as it may be with every cell clear of the buttons.
    """
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    first = min(xs) - margin, min(ys) - margin
    count = max(xs) + margin + 1 - first[0], max(ys) + margin + 1 - first[1]
    if zoom:
        return MapLayout(first, count, size, (0.0, 0.0), float(dp(zoom)))
    tried = [_fitted(first, count, size, inset)._replace(acts=acts) for inset in INSETS]
    return max((each for each in tried if each.clear(cells)), key=lambda each: each.side, default=tried[-1])


def _fitted(first: Spot, count: Spot, size: tuple[float, float], inset: Spot) -> MapLayout:
    free = float(dp(inset[0])), float(dp(inset[1]))
    side = min((size[0] - free[0]) / count[0], (size[1] - free[1]) / count[1], dp(LARGEST))
    return MapLayout(first, count, size, free, max(float(dp(SMALLEST)), side))
