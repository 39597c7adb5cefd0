"""The calibration sheet: a chessboard with its own markers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture import Picture

SQUARES = (9, 6)  # of the board, across and down
SIDE = 28.0  # mm of a square
MARKER = 21.0  # mm
FIRST_ID = 10  # the ids below belong to the mat


def board() -> cv2.aruco.CharucoBoard:
    """The printed board, lengths in mm."""
    codes = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    ids = np.arange(FIRST_ID, FIRST_ID + SQUARES[0] * SQUARES[1] // 2)
    return cv2.aruco.CharucoBoard(SQUARES, SIDE, MARKER, codes, ids)


def draw_board(scale: float) -> Picture:
    """The board at `scale` px per mm, BGR."""
    size = (round(SQUARES[0] * SIDE * scale), round(SQUARES[1] * SIDE * scale))
    return cv2.cvtColor(board().generateImage(size), cv2.COLOR_GRAY2BGR)
