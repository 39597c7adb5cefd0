"""Lens calibration from pictures of the calibration sheet or a chessboard, kept per camera."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.errors import WrongInput
from engine.files import write_whole
from vision.mat.board import board
from vision.mat.optics import Optics
from vision.picture import Picture, Points

FEWEST = 5  # views a calibration rests on
LEAST_CORNERS = 8  # corners of the sheet a view must show
OUTLIER = 1.6  # times the median error from which a view is left out
WORTH = 0.9  # share of the plain model's error below which the richer lens model is taken


class NotCalibrated(WrongInput):
    """The pictures do not suffice to calibrate the lens."""


@dataclass(frozen=True)
class View:
    """A board in one picture: its corners on the board (n, 3) in mm or squares and in the picture (n, 2) in px."""

    board: Points
    pixels: Points


@dataclass(frozen=True)
class Calibration:
    """A lens, the root mean square of its errors in px, and the number of views it is based on."""

    optics: Optics
    error: float
    views: int


def find_sheet(picture: Picture) -> View | None:
    """Our calibration sheet in a picture, whole or in part."""
    sheet = board()
    detector = cv2.aruco.CharucoDetector(sheet)
    corners, ids, _, _ = detector.detectBoard(_grey(picture))
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    return View(np.asarray(sheet.getChessboardCorners())[ids.ravel()], np.asarray(corners, float).reshape(-1, 2))


def find_chessboard(picture: Picture, inner: tuple[int, int]) -> View | None:
    """A whole chessboard with `inner` corners (across, down) in a picture; its places are in squares."""
    found, corners = cv2.findChessboardCornersSB(_grey(picture), inner, flags=cv2.CALIB_CB_ACCURACY)
    if not found:
        return None
    places = np.zeros((inner[0] * inner[1], 3), np.float32)
    places[:, :2] = np.mgrid[: inner[0], : inner[1]].T.reshape(-1, 2)
    return View(places, np.asarray(corners, float).reshape(-1, 2))


def calibrate(views: Sequence[View], size: tuple[int, int]) -> Calibration:
    """The lens that took these views in pictures of `size` px; NotCalibrated with too few of them.

    Views that fit far worse than the others are left out; the plain lens model (k1, k2, p1, p2, k3) gives way to the
    rational one only when that fits clearly better.
    """
    if len(views) < FEWEST:
        raise NotCalibrated(f"{len(views)} pictures show the sheet: {FEWEST} are needed")
    plain = _settled(views, size, 0)
    rich = _settled(views, size, cv2.CALIB_RATIONAL_MODEL)
    return rich if rich.error < WORTH * plain.error else plain


def _settled(views: Sequence[View], size: tuple[int, int], model: int) -> Calibration:
    """The calibration without the views that fit badly in a first one over all views."""
    _, each = _solved(views, size, model)
    good = [view for view, error in zip(views, each, strict=True) if error <= OUTLIER * float(np.median(each))]
    kept = good if len(good) >= FEWEST else list(views)
    return _solved(kept, size, model)[0]


def _solved(views: Sequence[View], size: tuple[int, int], model: int) -> tuple[Calibration, Points]:
    places = [np.asarray(view.board, np.float32) for view in views]
    pixels = [np.asarray(view.pixels, np.float32) for view in views]
    error, matrix, bend, _, _, _, _, each = cv2.calibrateCameraExtended(
        places, pixels, size, np.eye(3), np.zeros(8 if model else 5), flags=model
    )
    return Calibration(Optics(matrix, np.asarray(bend).ravel(), size), float(error), len(views)), np.asarray(
        each
    ).ravel()


def _grey(picture: Picture) -> Picture:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture


def store(path: Path, calibration: Calibration) -> None:
    """Keep a camera's calibration in a file; OSError if that fails."""
    optics = calibration.optics
    kept = {
        "size": list(optics.size), "matrix": optics.matrix.tolist(), "bend": optics.bend.tolist(),
        "error": calibration.error, "views": calibration.views,
    }  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(kept, indent=1).encode())


def stored(path: Path) -> Calibration:
    """The calibration kept in a file; FileNotFoundError if there is none, NotCalibrated if the file is damaged."""
    text = path.read_text(encoding="utf-8")
    try:
        kept = json.loads(text)
        optics = Optics(
            np.array(kept["matrix"], float), np.array(kept["bend"], float), (kept["size"][0], kept["size"][1])
        )
        if optics.matrix.shape != (3, 3) or len(optics.bend) not in (4, 5, 8, 12, 14):
            raise NotCalibrated(f"{str(path)!r} holds a matrix {optics.matrix.shape} and {len(optics.bend)} bends")
        return Calibration(optics, float(kept["error"]), int(kept["views"]))
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise NotCalibrated(f"{str(path)!r} is no calibration: {error}") from error
