"""A drawn camera of 1920 × 1080 px over a mat and the sheets that lie beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from vision.drawn.laid import Laid, LaidCube, LaidDie
from vision.drawn.lens import Lens
from vision.drawn.scene import Scene
from vision.drawn.weather import TEXTURE, Weather
from vision.mat.mat import Mat
from vision.picture import rectangle, turned
from vision.printing.paper import draw_mat

FRAME = (1920, 1080)
FAR = 1.75  # times as far away as over a mat alone: 1280 mm are seen


class Lying(NamedTuple):
    """How a sheet lies: its middle in mm on the mat, turned by so many degrees clockwise."""

    x: float
    y: float
    turn: float = 0.0


class WideWeather(Weather):
    """A weather under a larger and more distant camera."""

    def lens(self, mat: Mat) -> Lens:
        aim = (mat.size[0] / 2, mat.size[1] / 2)
        return Lens(self.tilt, self.turn, self.distance * FAR, self.k1, aim, frame=FRAME)


class WideScene(Scene):
    """A mat with `sheets` beside it, each with how it lies."""

    def __init__(self, mat: Mat, weather: str, seed: int, sheets: Sequence[tuple[Mat, Lying]], **printed: Any) -> None:
        super().__init__(mat, WideWeather(**vars(Weather.named(weather))), seed, **printed)
        self._noise = tuple((np.tile(more, (2, 2, 1)), np.tile(less, (2, 2, 1))) for more, less in self._noise)
        for sheet, lying in sheets:
            drawing = draw_mat(sheet, TEXTURE)
            corners = self.lens.to_pixels(turned(rectangle(*sheet.size), lying.x, lying.y, lying.turn))
            self._stick(self._empty, corners, drawing, np.full(drawing.shape[:2], 255, np.uint8))
        self.lay([])


def on_sheet(sheet: Mat, lying: Lying, pieces: Sequence[LaidCube | LaidDie]) -> list[Laid]:
    """Pieces of a sheet by where they then lie on the mat."""
    middle, found = np.array(sheet.size) / 2, list[Laid]()
    for piece in pieces:
        ((x, y),) = turned(np.array([(piece.x, piece.y)]) - middle, lying.x, lying.y, lying.turn)
        found.append(replace(piece, x=float(x), y=float(y), angle=piece.angle + lying.turn))
    return found


def around(mat: Mat, sheets: Mapping[str, Mat]) -> dict[str, Lying]:
    """Up to four sheets to the left and the right of a mat, a little askew."""
    wide, high = mat.size
    places = [(-145.0, high * 0.23), (wide + 145.0, high * 0.23), (-145.0, high * 0.8), (wide + 145.0, high * 0.8)]
    return {
        owner: Lying(x, y, turn) for owner, (x, y), turn in zip(sheets, places, (-2.0, 3.0, 1.0, -1.5), strict=False)
    }
