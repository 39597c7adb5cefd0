"""Printed pieces described as data: tiles, boards and markers a game draws of symbols, words and plain shapes.

A plate lists what is drawn on it, in order, each as a list whose first item says what it is; places and sizes are in mm
from the top left corner, colours #RRGGBB:

- ``["symbol", NAME, x, y, size, ink]`` a silhouette in a square of `size` around its middle;
- ``["text", WORDS, x, y, height, ink, most]`` words around their middle, at most `most` wide (0 for any width);
- ``["disc", x, y, radius, ink]``, ``["box", x0, y0, x1, y1, ink, round]``,
  ``["frame", x0, y0, x1, y1, ink, width]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

import cv2

from vision.picture import Picture
from vision.printing.sheet import Sheet

DRAWN_AT = 12.0  # px per mm before a plate is brought to the scale asked for


class Plate(TypedDict):
    """A printed piece: width and height in mm, the colour of its ground, and what is drawn on it."""

    size: tuple[float, float]
    ground: str
    drawn: list[list[str | float]]


def plate(printed: Plate) -> Sheet:
    """A plate drawn on a sheet; KeyError for an unknown kind of drawing or symbol."""
    wide, high = printed["size"]
    sheet = Sheet((wide, high), DRAWN_AT, printed["ground"])
    for kind, *how in printed["drawn"]:
        KINDS[str(kind)](sheet, *how)
    return sheet


def plate_art(printed: Plate, scale: float) -> Picture:
    """A plate's picture at `scale` px per mm, BGR."""
    wide, high = printed["size"]
    return cv2.resize(plate(printed).picture, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA)


def _symbol(sheet: Sheet, name: str, x: float, y: float, size: float, ink: str) -> None:
    sheet.symbol(name, (x, y), size, ink)


def _text(sheet: Sheet, words: str, x: float, y: float, height: float, ink: str, most: float) -> None:
    sheet.text(words, (x, y), height, ink, 0.16, "plain", most)


def _disc(sheet: Sheet, x: float, y: float, radius: float, ink: str) -> None:
    sheet.disc((x, y), radius, ink)


def _box(sheet: Sheet, x0: float, y0: float, x1: float, y1: float, ink: str, by: float) -> None:
    sheet.box((x0, y0, x1, y1), ink, by)


def _frame(sheet: Sheet, x0: float, y0: float, x1: float, y1: float, ink: str, width: float) -> None:
    sheet.frame((x0, y0, x1, y1), ink, width)


KINDS: Mapping[str, Callable[..., None]] = {
    "symbol": _symbol,
    "text": _text,
    "disc": _disc,
    "box": _box,
    "frame": _frame,
}
