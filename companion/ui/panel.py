"""Rounded areas with a plain or dashed edge."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, pi, sin
from typing import ClassVar

from kivy.graphics import Color, Mesh
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.ui.drawn import Drawn
from companion.ui.plates import Radii, plate, put
from companion.ui.theme import theme


class Panel(Drawn):
    """A rounded area with an edge: `fill` and `edge` are tokens, `thick` the edge in dp, `dashed` its style."""

    fill = StringProperty("card")
    edge = StringProperty("hair")
    thick = NumericProperty(1.5)
    radius = NumericProperty(14)
    corners = ListProperty([])
    dashed = BooleanProperty(False)

    DRAWS: ClassVar[tuple[str, ...]] = ("pos", "size", "fill", "edge", "thick", "radius", "corners", "dashed")

    def draw(self) -> None:
        self.canvas.before.clear()
        edged = bool(self.edge and self.thick)
        if min(self.size) <= 0 or not (self.fill or edged):
            return
        fill, edge = theme.tone(self.fill), theme.tone(self.edge)
        thick = dp(self.thick) if edged and not self.dashed else 0.0
        with self.canvas.before:
            if self.fill or thick:
                put(self.pos, self.size, plate(fill, edge, thick, self._radii()))
            if self.dashed and edged:
                Color(*edge)
                self._dashes()

    def _radii(self) -> Radii:
        """Px of the four corners, no larger than there is room."""
        most = min(self.size) / 2
        first, second, third, fourth = self.corners or [self.radius] * 4
        return min(dp(first), most), min(dp(second), most), min(dp(third), most), min(dp(fourth), most)

    def _dashes(self) -> None:
        half = dp(self.thick) / 2
        width, height = self.width - 2 * half, self.height - 2 * half
        if min(width, height) > 0:
            place = (self.x + half, self.y + half, width, height)
            vertices, indices = dashes(*place, dp(self.radius), dp(self.thick))
            Mesh(vertices=vertices, indices=indices, mode="triangles")


def dashes(
    x: float, y: float, width: float, height: float, radius: float, thick: float
) -> tuple[list[float], list[int]]:
    """The quads of a dashed rounded rectangle, as a mesh of triangles (Kivy itself dashes only lines of width 1)."""
    path = rounded(x, y, width, height, min(radius, width / 2, height / 2))
    vertices: list[float] = []
    indices: list[int] = []
    spots = along(path, dp(3))
    on, period = 2, 4
    for i in range(0, len(spots) - 1):
        if i % period >= on:
            continue
        (ax, ay), (bx, by) = spots[i], spots[i + 1]
        length = max(1e-6, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        nx, ny = (ay - by) / length * thick / 2, (bx - ax) / length * thick / 2
        first = len(vertices) // 4
        for px, py in ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)):
            vertices += [px, py, 0, 0]
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    return vertices, indices


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[tuple[float, float]]:
    """The outline of a rounded rectangle as a closed path."""
    path = []
    for cx, cy, start in (
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
        (x + width - radius, y + radius, 270),
    ):
        for degrees in range(start, start + 91, 15):
            angle = degrees * pi / 180
            path.append((cx + radius * cos(angle), cy + radius * sin(angle)))
    return [*path, path[0]]


def along(path: list[tuple[float, float]], step: float) -> list[tuple[float, float]]:
    """Points at equal distances along a path; the distance is adjusted so that they close it."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(path)]
    total = sum(lengths)
    count = max(4, 4 * ceil(total / step / 4))
    spots, edge, walked = [], 0, 0.0
    for i in range(count + 1):
        at = total * i / count
        while edge < len(lengths) - 1 and walked + lengths[edge] < at:
            walked += lengths[edge]
            edge += 1
        share = (at - walked) / lengths[edge] if lengths[edge] else 0
        (ax, ay), (bx, by) = path[edge], path[edge + 1]
        spots.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return spots
