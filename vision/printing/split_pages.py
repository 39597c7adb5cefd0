"""A picture larger than the paper: cut into sheets that are trimmed and glued, numbered, with marks and a ruler.

The sheets are upright or lie on their side, whichever takes fewer of them: the mat is six sheets of A4 or Letter on
their side, and three of A3 upright.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np

from vision.picture import Picture
from vision.printing.paper import RULER, draw_ruler
from vision.printing.pdf import Page
from vision.printing.sheet import Sheet

OVERLAP = 8.0  # mm of the neighbour to the right and below that are printed too: the next sheet is glued onto them
TOP = 8.0  # mm between the paper's upper edge and the picture
TICK, CLEAR = 3.0, 1.0  # mm a mark is long, and its distance from the picture
FOOT = 5.5  # mm between the ruler and the paper's lower edge
INK = "#221A2B"
BESIDE, BELOW = TICK + CLEAR, 14.0  # mm at each side for the marks, and below the picture for the ruler
Size = tuple[float, float]


class Plan(NamedTuple):
    """How a picture is cut: the sheet as it lies (mm), how many in a row and in a column, the size of a part (mm)."""

    page: Size
    columns: int
    rows: int
    part: Size

    @property
    def corner(self) -> Size:
        """Where the upper left corner of each part lies on its sheet, mm."""
        over = OVERLAP if self.columns > 1 else 0.0
        return (self.page[0] - self.part[0] - over) / 2, TOP

    def rim(self, place: tuple[int, int]) -> Size:
        """The mm of the neighbours, to the right and below, that are printed with the part at a place."""
        return (
            OVERLAP if place[0] + 1 < self.columns else 0.0,
            OVERLAP if place[1] + 1 < self.rows else 0.0,
        )


def planned(size: Size, paper: Size) -> Plan:
    """The way to print a picture of `size` mm on `paper` (mm, upright) that takes the fewest sheets."""
    ways = (_cut(size, page) for page in ((paper[1], paper[0]), paper))
    return min(ways, key=lambda way: way.columns * way.rows)


def _cut(size: Size, page: Size) -> Plan:
    columns, rows = (
        _fewest(side, room) for side, room in zip(size, (page[0] - 2 * BESIDE, page[1] - TOP - BELOW), strict=True)
    )
    return Plan(page, columns, rows, (size[0] / columns, size[1] / rows))


def _fewest(side: float, room: float) -> int:
    """Into how many parts a side is cut, so that each has room with the rim of its neighbour."""
    return next(n for n in count(1) if side / n + (OVERLAP if n > 1 else 0.0) <= room)


def tiled(picture: Picture, size: Size, paper: Size) -> Iterator[Page]:
    """The sheets of a picture of `size` mm, row by row, on `paper` (mm, upright) as `planned`."""
    plan, scale = planned(size, paper), picture.shape[1] / size[0]
    for number in range(plan.columns * plan.rows):
        sheet = Sheet(plan.page, scale, "#FFFFFF")
        place = (number % plan.columns, number // plan.columns)
        _lay(sheet, picture, place, plan)
        _cutting_marks(sheet, place, plan)
        _foot(sheet, place, plan)
        yield Page(sheet.picture, plan.page, plan.page, (0, 0))


def _lay(sheet: Sheet, picture: Picture, place: tuple[int, int], plan: Plan) -> None:
    """Print a part and the overlap beyond it; where the mat ends, so does the part."""
    starts = [round(n * side * sheet.scale) for n, side in zip(place, plan.part, strict=True)]
    ends = [
        round(((n + 1) * side + rim) * sheet.scale)
        for n, side, rim in zip(place, plan.part, plan.rim(place), strict=True)
    ]
    part = picture[starts[1] : ends[1], starts[0] : ends[0]]
    x, y = (round(side * sheet.scale) for side in plan.corner)
    sheet.picture[y : y + part.shape[0], x : x + part.shape[1]] = part


def _cutting_marks(sheet: Sheet, place: tuple[int, int], plan: Plan) -> None:
    """Marks in line with the part's edges, outside of what is printed: a sheet is cut at its left and upper ones."""
    (x, y), (wide, high) = plan.corner, plan.part
    right, below = plan.rim(place)
    for edge in (x, x + wide):
        _mark(sheet, (edge, y - CLEAR), (edge, y - CLEAR - TICK))
        _mark(sheet, (edge, y + high + below + CLEAR), (edge, y + high + below + CLEAR + TICK))
    for edge in (y, y + high):
        _mark(sheet, (x - CLEAR, edge), (x - CLEAR - TICK, edge))
        _mark(sheet, (x + wide + right + CLEAR, edge), (x + wide + right + CLEAR + TICK, edge))


def _mark(sheet: Sheet, start: Size, end: Size) -> None:
    sheet.line(np.array([start, end]), INK, 0.25)


def _foot(sheet: Sheet, place: tuple[int, int], plan: Plan) -> None:
    """The ruler, which sheet of how many this is, and where it lies."""
    wide, high = sheet.size
    y = high - FOOT
    draw_ruler(sheet, ((wide - RULER) / 2, y), INK)
    number = place[1] * plan.columns + place[0] + 1
    sheet.text(f"{number} / {plan.columns * plan.rows}", (30.0, y - 1.5), 3.2, INK, 0.13)
    for row in range(plan.rows):
        for column in range(plan.columns):
            left, top = wide - 40 + 4.5 * column, y - 5 + 3 * row
            field = (left, top, left + 4.0, top + 2.5)
            if (column, row) == place:
                sheet.box(field, INK)
            else:
                sheet.frame(field, INK, 0.2)
