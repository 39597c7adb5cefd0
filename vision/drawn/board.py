"""The calibration sheet held before the drawn camera, as its lens bends it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import cache

import cv2
import numpy as np

from vision.drawn.lens import Lens
from vision.mat.board import SIDE, SQUARES, draw_board
from vision.picture import Field, Picture, Points

SCALE = 4.0  # px per mm of the sheet's drawing
EDGE = 14.0  # mm of white paper round the squares


@dataclass(frozen=True)
class HeldSheet:
    """The sheet in a hand: its middle in mm on and over the mat, leaning and turned in degrees."""

    x: float
    y: float
    _: KW_ONLY
    height: float = 0.0
    lean: float = 0.0
    roll: float = 0.0
    turn: float = 0.0


def draw_sheet(picture: Picture, sheet: HeldSheet, lens: Lens, light: Field) -> None:
    """Draw the sheet into a picture in place, under a field of light."""
    drawing = _drawing()
    places = _cells(drawing.shape[1], drawing.shape[0])
    seen = lens.to_pixels(_held(sheet, places.reshape(-1, 2) / SCALE, drawing.shape)).reshape(places.shape)
    for row in range(places.shape[0] - 1):
        for column in range(places.shape[1] - 1):
            _cell(picture, drawing, _corners(places, row, column), _corners(seen, row, column), light)


@cache
def _drawing() -> Picture:
    edge = round(EDGE * SCALE)
    return cv2.copyMakeBorder(draw_board(SCALE), edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(255, 255, 255))


def _cells(wide: int, high: int) -> Points:
    """The corners (rows, columns, 2) in px of cells whose seams run through the middles of the squares."""
    middles = [EDGE + (np.arange(count) + 0.5) * SIDE for count in SQUARES]
    across, down = ([0, *middle * SCALE, end] for middle, end in zip(middles, (wide, high), strict=True))
    return np.stack(np.meshgrid(across, down), axis=-1)


def _corners(places: Points, row: int, column: int) -> Points:
    below, beside = row + 1, column + 1
    return np.array([places[row, column], places[row, beside], places[below, beside], places[below, column]])


def _held(sheet: HeldSheet, places: Points, shape: tuple[int, ...]) -> Points:
    """Places on the sheet (n, 2) in mm as they hang over the mat, (n, 3)."""
    flat = np.hstack([places - np.array(shape[1::-1]) / SCALE / 2, np.zeros((len(places), 1))])
    lean, roll, turn = np.radians([sheet.lean, sheet.roll, sheet.turn])
    about_x = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    about_y = np.array([[np.cos(roll), 0, np.sin(roll)], [0, 1, 0], [-np.sin(roll), 0, np.cos(roll)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return np.asarray(flat @ (about_z @ about_y @ about_x).T + np.array([sheet.x, sheet.y, sheet.height]))


def _cell(picture: Picture, drawing: Picture, there: Points, here: Points, light: Field) -> None:
    x, y, wide, high = cv2.boundingRect(here.astype(np.float32))
    x0, y0, x1, y1 = (
        max(x - 1, 0),
        max(y - 1, 0),
        min(x + wide + 1, picture.shape[1]),
        min(y + high + 1, picture.shape[0]),
    )
    if x1 <= x0 or y1 <= y0:
        return
    corner = np.array([x0, y0])
    onto = cv2.getPerspectiveTransform((there - 0.5).astype(np.float32), (here - corner).astype(np.float32))
    seen = cv2.warpPerspective(drawing, onto, (x1 - x0, y1 - y0), flags=cv2.INTER_AREA)
    cover = np.zeros(seen.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, np.round((here - corner) * 16).astype(np.int32), (255,), cv2.LINE_8, 4)
    part = (slice(y0, y1), slice(x0, x1))
    shaded = cv2.multiply(seen, light[part], dtype=cv2.CV_8U)
    picture[part][cover > 0] = shaded[cover > 0]
