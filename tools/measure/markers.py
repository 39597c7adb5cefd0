"""Printed markers found, markers seen where there are none, and lenses calibrated from chessboards."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tools.measure.sets import Miss, Photo, Source
from vision.mat.calibration import View, calibrate, find_chessboard
from vision.mat.markers import USUAL, find_markers

SETS = ("fid_apriltag_swatbotics", "fid_apriltag_pupil", "fid_aruco_caliscope", "fid_charuco_caliscope")
BOARDS = ("calib_chess_swatbotics", "calib_chess_udacity_wide")


class Detected(NamedTuple):
    """Share of known markers found, ids reported that are not there, ms a photo (median)."""

    markers: int
    share: float
    false: int
    ms: float
    misses: list[Miss]


def detected(source: Source, name: str) -> Detected:
    """How many markers of a set are found; where glare or a hand hides some, none is asked for."""
    asked, hit, false, times, misses = 0, 0, 0, [], []
    for photo in every(source, name):
        started = time.process_time()
        seen = find_markers(photo.image, family(photo))
        times.append(1000 * (time.process_time() - started))
        there, read = Counter(photo.truth["ids"]), Counter(number for number, _ in seen)
        wanted = Counter() if photo.truth.get("occluded_or_glare") else there
        lost, extra = wanted - read, read - there
        asked, false, hit = asked + wanted.total(), false + extra.total(), hit + (wanted & read).total()
        if lost or extra:
            what = f"not found {sorted(lost.elements())}, not there {sorted(extra.elements())}"
            wrong = [np.asarray(corners, np.float32) for number, corners in seen if number in extra]
            misses.append(Miss(photo, what, [], wrong))
    return Detected(asked, hit / asked, false, float(np.median(times)), misses)


def every(source: Source, name: str) -> list[Photo]:
    """All photos of a set: no network of ours was trained on markers or chessboards."""
    return list(source._replace(unseen=False).photos(name))


def family(photo: Photo) -> str:
    return str(photo.truth["family"] if "family" in photo.truth else photo.truth["board"]["dictionary"])


class Strangers(NamedTuple):
    """Markers of the mat's dictionary reported in photos that show none of it."""

    photos: int
    false: int
    ms: float
    misses: list[Miss]


def strangers(source: Source) -> Strangers:
    times, misses, false = [], [], 0
    for name in with_pictures(source.folder):
        for photo in every(source, name):
            started = time.process_time()
            seen = find_markers(photo.image, USUAL)
            times.append(1000 * (time.process_time() - started))
            false += len(seen)
            if seen:
                wrong = [np.asarray(corners, np.float32) for _, corners in seen]
                misses.append(Miss(photo, f"{[number for number, _ in seen]} are not there", [], wrong))
    return Strangers(len(times), false, float(np.median(times)), misses)


def with_pictures(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob("*/ground_truth.json"))


class Lens(NamedTuple):
    """Share of whole boards found; root mean square error in px of the lens."""

    photos: int
    found: float
    error: float
    misses: list[Miss]


def lens(source: Source, name: str) -> Lens:
    """Chessboards of a set found, and the lens from those of one size of picture."""
    whole = [photo for photo in every(source, name) if photo.truth["complete"]]
    views: dict[tuple[int, int], list[View]] = {}
    misses = []
    for photo in whole:
        across, down = photo.truth["pattern_inner_corners"]
        view = find_chessboard(photo.image, (across, down))
        if view is None:
            misses.append(Miss(photo, "no chessboard found", [], []))
        else:
            views.setdefault((photo.image.shape[1], photo.image.shape[0]), []).append(view)
    largest = max(views, key=lambda size: len(views[size]))
    return Lens(len(whole), 1 - len(misses) / len(whole), calibrate(views[largest], largest).error, misses)
