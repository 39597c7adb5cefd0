"""A picture larger than the paper: cut into sheets that are trimmed and glued, numbered, with marks and a ruler."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.picture import Picture
from vision.printing.paper import RULER, draw_ruler
from vision.printing.pdf import Page
from vision.printing.sheet import Sheet

COLUMNS, ROWS = 3, 2
OVERLAP = 8.0  # mm of the neighbour to the right and below that are printed too: the next sheet is glued onto them
TOP = 8.0  # mm between the paper's upper edge and the picture
TICK, CLEAR = 3.0, 1.0  # mm a mark is long, and its distance from the picture
FOOT = 5.5  # mm between the ruler and the paper's lower edge
INK = "#221A2B"
Size = tuple[float, float]


def tiled(picture: Picture, size: Size, paper: Size) -> Iterator[Page]:
    """The sheets of a picture of `size` mm, row by row, on `paper` (mm, upright) lying on its side."""
    scale = picture.shape[1] / size[0]
    page = (paper[1], paper[0])
    for number in range(COLUMNS * ROWS):
        sheet = Sheet(page, scale, "#FFFFFF")
        place = (number % COLUMNS, number // COLUMNS)
        corner = laid_at(size, paper)
        _lay(sheet, picture, place, corner, size)
        _cutting_marks(sheet, place, corner, size)
        _foot(sheet, place)
        yield Page(sheet.picture, page, page, (0, 0))


def laid_at(size: Size, paper: Size) -> tuple[float, float]:
    """Where the upper left corner of each part lies on its sheet, mm."""
    return ((paper[1] - size[0] / COLUMNS - OVERLAP) / 2, TOP)


def _part(size: Size) -> Size:
    return size[0] / COLUMNS, size[1] / ROWS


def _lay(sheet: Sheet, picture: Picture, place: tuple[int, int], corner: Size, size: Size) -> None:
    """Print a part and the overlap beyond it; where the mat ends, so does the part."""
    starts = [round(n * side * sheet.scale) for n, side in zip(place, _part(size), strict=True)]
    ends = [
        round(((n + 1) * side + (OVERLAP if n + 1 < all else 0)) * sheet.scale)
        for n, side, all in zip(place, _part(size), (COLUMNS, ROWS), strict=True)
    ]
    part = picture[starts[1] : ends[1], starts[0] : ends[0]]
    x, y = (round(side * sheet.scale) for side in corner)
    sheet.picture[y : y + part.shape[0], x : x + part.shape[1]] = part


def _cutting_marks(sheet: Sheet, place: tuple[int, int], corner: Size, size: Size) -> None:
    """Marks in line with the part's edges, outside of what is printed: a sheet is cut at its left and upper ones."""
    (x, y), (wide, high) = corner, _part(size)
    right = OVERLAP if place[0] + 1 < COLUMNS else 0.0
    below = OVERLAP if place[1] + 1 < ROWS else 0.0
    for edge in (x, x + wide):
        _mark(sheet, (edge, y - CLEAR), (edge, y - CLEAR - TICK))
        _mark(sheet, (edge, y + high + below + CLEAR), (edge, y + high + below + CLEAR + TICK))
    for edge in (y, y + high):
        _mark(sheet, (x - CLEAR, edge), (x - CLEAR - TICK, edge))
        _mark(sheet, (x + wide + right + CLEAR, edge), (x + wide + right + CLEAR + TICK, edge))


def _mark(sheet: Sheet, start: Size, end: Size) -> None:
    sheet.line(np.array([start, end]), INK, 0.25)


def _foot(sheet: Sheet, place: tuple[int, int]) -> None:
    """The ruler, which sheet of how many this is, and where it lies."""
    wide, high = sheet.size
    y = high - FOOT
    draw_ruler(sheet, ((wide - RULER) / 2, y), INK)
    number = place[1] * COLUMNS + place[0] + 1
    sheet.text(f"{number} / {COLUMNS * ROWS}", (30.0, y - 1.5), 3.2, INK, 0.13)
    for row in range(ROWS):
        for column in range(COLUMNS):
            left, top = wide - 40 + 4.5 * column, y - 5 + 3 * row
            field = (left, top, left + 4.0, top + 2.5)
            if (column, row) == place:
                sheet.box(field, INK)
            else:
                sheet.frame(field, INK, 0.2)
