"""`companion lens`: how a camera's lens bends, measured from looks at the calibration sheet and kept for it."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from engine.errors import NotFound

if TYPE_CHECKING:
    from vision.mat.calibration import View

LOOKS = 8
"""Looks at the sheet the measurement rests on."""
WAIT = 0.3
PATIENCE = 10.0
"""Seconds without any picture after which there is no such camera."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("camera", help="its address, its number, or a folder of pictures")
    parser.add_argument("--of", default="", metavar="CAMERA", help="the camera a folder's pictures were taken with")
    parser.add_argument("--looks", type=int, default=LOOKS, help="at the sheet, each from another side")


def run(asked: argparse.Namespace) -> int:
    from companion.host.data_folder import data_folder
    from companion.tasks.colour_calibration import lens_file
    from vision.mat.calibration import calibrate, store

    print("Show the sheet from all sides, near the edges too, and hold it still each time.", flush=True)
    seen = []
    for look in islice(looks(asked.camera), asked.looks):
        seen.append(look)
        print(f"{len(seen)} of {asked.looks}", flush=True)
    found = calibrate([view for view, _size in seen], seen[-1][1] if seen else (0, 0))
    path = lens_file(data_folder(asked), asked.of or asked.camera)
    store(path, found)
    print(f"{found.error:.2f} px from {found.views} looks, kept in {path}")
    return 0


def looks(camera: str) -> Iterator[tuple[View, tuple[int, int]]]:
    """Looks at the sheet that differ from each other, with the size of the picture in px; ends when the pictures do."""
    from companion.tasks.lens_calibration import APART, apart
    from vision.camera.source import Camera
    from vision.mat.calibration import find_sheet

    seen: list[View] = []
    with Camera(camera) as source:
        until = time.monotonic() + PATIENCE
        while (shot := source.newest(WAIT)) is not None or not source.ended:
            if shot is not None:
                until = math.inf
            elif time.monotonic() > until:
                raise NotFound(source.trouble or f"no picture from {source.source.shown!r} in {PATIENCE:.0f} s")
            view = find_sheet(shot.picture) if shot is not None else None
            if shot is None or view is None:
                continue
            size = (shot.picture.shape[1], shot.picture.shape[0])
            if all(apart(view, other) > APART * size[0] for other in seen):
                seen.append(view)
                yield view, size
