"""The play mat as it is printed, and the wood under it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.mat.mat import Box, Mat, MatZone
from vision.picture import Picture
from vision.printing.sheet import Sheet

WOOD = ((58, 92, 140), (44, 72, 112))  # light and dark grain, BGR
PLANK = 95.0  # mm
SYMBOL = 44.0  # mm, of the silhouette in a field
CELL_LINE = 0.5  # mm
WORDS = 4.0  # mm high are the words beside a field
BESIDE = 9.0  # mm by which they are narrower than it at least: a symbol has room beside them
CODES = {"DICT_5X5_50": cv2.aruco.DICT_5X5_50}


RULER = 100.0  # mm of the ruler by which the scale of a print is checked


def draw_mat(mat: Mat, scale: float, language: str = "en") -> Picture:
    """The printed mat at `scale` px per mm, BGR, with its words in a language."""
    sheet = Sheet(mat.size, scale, mat.ground["mat"])
    wide, high = mat.size
    sheet.frame((2, 2, wide - 2, high - 2), mat.ground["line"], 0.6, 6)
    _zones(sheet, mat)
    signs = [] if mat.cells is None else [(place, mat.cells.sign) for place in mat.cells.signs]
    for (x, y), colour in [*((patch.middle, patch.colour) for patch in mat.patches), *signs]:
        half = mat.patch / 2
        sheet.box((x - half, y - half, x + half, y + half), colour)
    for number in range(len(mat.corners)):
        _marker(sheet, mat, number)
    draw_ruler(sheet, (wide / 2 - RULER / 2, high - 14), mat.ground["line"])
    for label in mat.labels:
        x0, _, x1, _ = mat.zones[label.zone].box
        sheet.text(label.words[language], label.middle, WORDS, mat.ground["line"], 0.14, "serif", x1 - x0 - BESIDE)
    return sheet.picture


def draw_ruler(sheet: Sheet, at: tuple[float, float], ink: str) -> None:
    """A ruler of 100 mm whose left end is `at`, with a mark at each centimetre and its length in words beside it."""
    x, y = at
    sheet.line(np.array([(x, y), (x + RULER, y)]), ink, 0.3)
    for centimetre in range(11):
        long = 2.0 if centimetre % 5 else 3.5
        mark = x + 10 * centimetre
        sheet.line(np.array([(mark, y - long), (mark, y)]), ink, 0.3)
    sheet.text("100 mm", (x + RULER + 11, y - 1.5), 2.6, ink, 0.13)


def _zones(sheet: Sheet, mat: Mat) -> None:
    for zone in (zone for zone in mat.zones.values() if zone.kind not in ("columns", "store")):
        sheet.box(zone.box, mat.ground[zone.ground], 4)
        if zone.kind == "cubes" or zone.holds:
            for ends in mat.lines(zone.name):
                sheet.line(np.array(ends), mat.ground["cell"], CELL_LINE)
        else:
            sheet.frame(zone.box, mat.ground["line"], 0.8, 4)
        _cells(sheet, zone, mat.ground["line"])
        if zone.symbol:
            sheet.symbol(zone.symbol, _middle(zone.box), SYMBOL, mat.ground["line"])
    for number, name in enumerate(n for n in mat.zones if mat.zones[n].kind == "cubes"):
        x0, _, x1, y1 = mat.zones[name].box
        sheet.text("I" * (number + 1) if number < 3 else ("IV", "V")[number - 3], ((x0 + x1) / 2, y1 + 6), 5.0,
                   mat.ground["line"], 0.12, "serif")  # fmt: skip
    for ornament in mat.ornaments:
        sheet.symbol(ornament.symbol, ornament.middle, ornament.size, mat.ground["line"])


def _cells(sheet: Sheet, zone: MatZone, ink: str) -> None:
    """The corners of a grid's cells as small crosses: lines would show as edges beside the tiles."""
    for x, y in map(zone.middle_of, zone.cells):
        for right, down in ((2, 0), (0, 2)):
            at = np.array([(x - right, y - down), (x + right, y + down)]) - zone.pitch / 2
            sheet.line(at, ink, 0.3)


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _marker(sheet: Sheet, mat: Mat, number: int) -> None:
    x, y = mat.corners[number]
    half = mat.marker / 2 + mat.margin
    sheet.box((x - half, y - half, x + half, y + half), "#F4F2EC")
    codes = cv2.aruco.getPredefinedDictionary(CODES[mat.dictionary])
    modules = codes.markerSize + 2
    bits = cv2.aruco.generateImageMarker(codes, mat.first + number, modules)
    side, left, top = mat.marker / modules, x - mat.marker / 2, y - mat.marker / 2
    sheet.box((left, top, left + mat.marker, top + mat.marker), "#141216")
    for row, column in np.argwhere(bits > 0):
        sheet.box(
            (left + column * side, top + row * side, left + (column + 1) * side, top + (row + 1) * side), "#F4F2EC"
        )


def draw_wood(size: tuple[float, float], scale: float, seed: int) -> Picture:
    """A table of planks, `size` mm at `scale` px per mm, BGR."""
    return _planks(size, scale, seed).copy()


@lru_cache(maxsize=2)
def _planks(size: tuple[float, float], scale: float, seed: int) -> Picture:
    wide, high = round(size[0] * scale), round(size[1] * scale)
    chance = np.random.default_rng(seed)
    grain = cv2.resize(
        chance.normal(0, 1, (high // 2, 24)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
    )
    grain = cv2.GaussianBlur(grain, (0, 0), 1.2) + 0.7 * cv2.resize(
        chance.normal(0, 1, (24, 6)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
    )
    planks = (np.arange(high) / scale / PLANK).astype(int)
    grain += chance.normal(0, 0.6, planks.max() + 1)[planks][:, None].astype(np.float32)
    mix = 1 / (1 + np.exp(-grain))[..., None]
    wood = mix * np.array(WOOD[0], np.float32) + (1 - mix) * np.array(WOOD[1], np.float32)
    wood[np.flatnonzero(np.diff(planks))] *= 0.45
    return np.clip(wood, 0, 255).astype(np.uint8)
