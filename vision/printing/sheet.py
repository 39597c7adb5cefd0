"""A sheet of paper to draw on, in millimetres."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.picture import Colour, Picture, Points, bgr
from vision.printing.marks import OUTLINE, OWN, Mark, read_mark

INK = "#221A2B"
SHIFT = 4  # OpenCV draws at sixteenths of a pixel
CURVE_STEPS = 10  # straight pieces that a curve is drawn in
FONTS = {"plain": cv2.FONT_HERSHEY_DUPLEX, "serif": cv2.FONT_HERSHEY_TRIPLEX}
CAP_HEIGHT = 21.0  # units of a Hershey capital


@cache
def symbols() -> dict[str, tuple[Mark, ...]]:
    """The printed silhouettes by name, those of the games' own folders too, each the marks it consists of."""
    folder = Path(__file__).parent
    files = (folder / "symbols.toml", *sorted(folder.glob("*/symbols.toml")))
    read = (tomllib.loads(file.read_text(encoding="utf-8")) for file in files)
    return {name: tuple(map(read_mark, marks)) for one in read for name, marks in one.items()}


@cache
def outlines(path: str) -> tuple[tuple[Points, bool], ...]:
    """Flatten the path commands M L C Z into polygons (n, 2) and whether each is closed."""
    lines: list[tuple[list[tuple[float, float]], bool]] = []
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            lines.append(([points[0]], False))
        elif command == "Z":
            lines[-1] = (lines[-1][0], True)
        elif command == "L":
            lines[-1][0].extend(points)
        else:
            lines[-1][0].extend(_curve(lines[-1][0][-1], points))
    return tuple((np.array(points), closed) for points, closed in lines)


def _curve(start: tuple[float, float], points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    out: list[tuple[float, float]] = []
    for n in range(0, len(points), 3):
        knots = np.array([start, *points[n : n + 3]])
        for t in np.linspace(0, 1, CURVE_STEPS + 1)[1:]:
            weights = np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
            x, y = weights @ knots
            out.append((float(x), float(y)))
        start = points[n + 2]
    return out


ACCENTS = {
    "\N{COMBINING ACUTE ACCENT}": (((-0.06, 0.0), (0.14, 0.22)),),
    "\N{COMBINING GRAVE ACCENT}": (((0.06, 0.0), (-0.14, 0.22)),),
    "\N{COMBINING DIAERESIS}": (((-0.17, 0.1),), ((0.17, 0.1),)),
    "\N{COMBINING TILDE}": (((-0.2, 0.04), (-0.07, 0.14), (0.07, 0.04), (0.2, 0.14)),),
}
"""Strokes over a letter, in heights of a capital from the middle of its upper edge; one point is a dot."""


def unaccented(words: str) -> tuple[str, list[tuple[int, str]]]:
    """Words in the letters that Hershey's fonts have, and the accents over them by the place of their letter."""
    plain, accents = "", list[tuple[int, str]]()
    for sign in unicodedata.normalize("NFD", words):
        if unicodedata.combining(sign):
            accents.append((len(plain) - 1, sign))
        else:
            plain += sign
    return plain, accents


class Sheet:
    """Paper of `size` mm drawn at `scale` px per mm; positions and sizes of all methods in mm, colours #RRGGBB."""

    def __init__(self, size: tuple[float, float], scale: float, paper: Colour = "#FFFCF5") -> None:
        self.size, self.scale = size, scale
        high, wide = round(size[1] * scale), round(size[0] * scale)
        row = np.tile(np.array(bgr(paper), np.uint8), (1, wide, 1))
        self.picture: Picture = np.repeat(row, high, axis=0)

    def _fixed(self, points: Points) -> Points:
        return np.round((points * self.scale - 0.5) * (1 << SHIFT)).astype(np.int32)

    def fill(self, points: Points, colour: Colour) -> None:
        """Fill a polygon (n, 2)."""
        cv2.fillPoly(self.picture, [self._fixed(np.asarray(points, float))], bgr(colour), cv2.LINE_AA, SHIFT)

    def line(self, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a polyline (n, 2) of `width` mm."""
        thick = max(1, round(width * self.scale))
        fixed = [self._fixed(np.asarray(points, float))]
        cv2.polylines(self.picture, fixed, closed, bgr(colour), thick, cv2.LINE_AA, SHIFT)

    def box(self, box: tuple[float, float, float, float], colour: Colour, round_by: float = 0.0) -> None:
        """Fill a rectangle x0, y0, x1, y1 with corners rounded by `round_by` mm."""
        self.fill(rounded(box, round_by), colour)

    def frame(self, box: tuple[float, float, float, float], colour: Colour, width: float, round_by: float = 0) -> None:
        """Draw the outline of a rectangle x0, y0, x1, y1."""
        self.line(rounded(box, round_by), colour, width, closed=True)

    def disc(self, middle: tuple[float, float], radius: float, colour: Colour) -> None:
        """Fill a disc."""
        self.fill(np.array(middle) + radius * circle(), colour)

    def symbol(self, name: str, middle: tuple[float, float], size: float, ink: Colour = INK) -> None:
        """Draw a silhouette in a square of `size` mm around `middle`."""
        unit = size / 48
        chosen = {OWN: ink, OUTLINE: ink}
        for mark in symbols()[name]:
            for points, closed in [*outlines(mark.path), *_rounded(mark)]:
                placed = np.array(middle) + (points - 24) * unit
                if mark.fill:
                    self.fill(placed, chosen.get(mark.fill, mark.fill))
                if mark.stroke:
                    self.line(placed, chosen.get(mark.stroke, mark.stroke), float(mark.width) * unit, closed)

    def text(
        self, words: str, middle: tuple[float, float], height: float, colour: Colour = INK, weight: float = 0.16,
        font: str = "plain", most: float = 0.0,
    ) -> None:  # fmt: skip
        """Write words centred on `middle`; `height` of a capital in mm, `weight` of the stroke as part of it.

        Words wider than `most` mm are written smaller until they fit.
        """
        words, accents = unaccented(words)
        factor = height * self.scale / CAP_HEIGHT
        wide = cv2.getTextSize(words, FONTS[font], factor, 1)[0][0] / self.scale
        if most and wide > most:
            height, factor = height * most / wide, factor * most / wide
        thick = max(1, round(height * self.scale * weight))
        (wide, high), _ = cv2.getTextSize(words, FONTS[font], factor, thick)
        x, y = middle[0] * self.scale - wide / 2, middle[1] * self.scale + high / 2
        at = (round(x), round(y))
        cv2.putText(self.picture, words, at, FONTS[font], factor, bgr(colour), thick, cv2.LINE_AA)
        for place, accent in accents:
            before, letter = (
                cv2.getTextSize(part, FONTS[font], factor, thick)[0][0] for part in (words[:place], words[place])
            )
            foot = (at[0] + before + letter / 2) / self.scale, at[1] / self.scale
            self._accent(accent, foot, height, words[place].isupper(), weight, colour)

    def _accent(
        self, accent: str, foot: tuple[float, float], height: float, tall: bool, weight: float, colour: Colour
    ) -> None:  # fmt: skip
        """Draw an accent over a letter whose foot is `foot`; `height` of a capital in mm."""
        strokes = ACCENTS.get(accent, ())
        above = 1.12 if tall else 0.82
        for stroke in strokes:
            points = np.array([(foot[0] + x * height, foot[1] - (above + y) * height) for x, y in stroke])
            if len(points) == 1:
                self.disc((float(points[0][0]), float(points[0][1])), 0.09 * height, colour)
            else:
                self.line(points, colour, weight * height)


def _rounded(mark: Mark) -> list[tuple[Points, bool]]:
    """The outline of a mark that is a circle."""
    if not mark.circle:
        return []
    x, y, radius = map(float, mark.circle)
    return [(np.array([x, y]) + radius * circle(), True)]


@cache
def circle(steps: int = 48) -> Points:
    """A circle of radius 1 about the origin as a polygon."""
    turn = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


def rounded(box: tuple[float, float, float, float], by: float) -> Points:
    """A rectangle with rounded corners as a polygon (n, 2)."""
    x0, y0, x1, y1 = box
    corners = np.array([(x1, y1), (x0, y1), (x0, y0), (x1, y0)])
    if by <= 0:
        return corners
    inward = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * by
    arcs = circle(32).reshape(4, 8, 2)
    return np.concatenate([c + i + by * a for c, i, a in zip(corners, inward, arcs, strict=True)])
