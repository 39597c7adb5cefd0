"""Judges a picture of the mat, in sentences a player can act on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.gate import softness
from vision.layouts.layout import find_layout
from vision.mat.light import Light, rectified
from vision.mat.mat import Box, Mat
from vision.mat.pose import Pose
from vision.picture import Field, Picture, Points

GLARE_SCALE = 1.0  # px per mm in which burnt places are counted
EDGE, AROUND = 2.0, 8.0  # mm beside a field: its printed line, and as far as the mat around it is looked at
PRINT = 7  # px that words and lines printed there are wide at most
NEAR = 80.0  # mm about a marker's middle within which it is compared with the white there


@dataclass(frozen=True)
class Complaint:
    """One thing that makes reading unreliable, and its figures.

    Of a picture: ``dark bright glare blurred oblique small corners``; of the printed mat: ``grey scale``; of
    what lies on it: ``covered``; of a city on no mat: ``apart``; of a venue's colours: ``few mixed alike``; of a camera
    without a picture: ``phone tablet absent ended unreadable``.
    """

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)

    def sentence(self, language: str = "en") -> str:
        """What to do about it, in a language (English if that one is missing)."""
        known = _described()["sentences"][self.kind]
        colours = _described()["colours"].get(language, _described()["colours"]["en"])
        words = {name: colours.get(fact, fact) for name, fact in self.facts.items()}
        return str(known.get(language, known["en"])).format(**words)


@cache
def _described() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def limit(name: str) -> float:
    """A limit of quality.toml: "dark" (grey level), "card" (px) and so on; KeyError for an unknown one."""
    return float(_described()["limits"][name])


def complaints(frame: Picture, mat: Mat, pose: Pose, light: Light) -> list[Complaint]:
    """Everything wrong with a still frame (BGR) that shows the mat, the worst first."""
    limits = _described()["limits"]
    return [
        *_dim(light, limits),
        *(_bright(light, limits) or _burnt(frame, mat, pose, limits)),
        *_colourless(light, limits),
        *_soft(frame, mat, pose, limits),
        *_far(mat, pose, limits),
    ]


def _dim(light: Light, limits: dict[str, float]) -> Iterator[Complaint]:
    if light.strength < limits["dark"]:
        yield Complaint("dark", {"level": round(light.strength), "least": round(limits["dark"])})


def _bright(light: Light, limits: dict[str, float]) -> list[Complaint]:
    """Paper that is as white as the picture can be hides what lies on it, and no lamp need be mirrored for that."""
    return [Complaint("bright")] if light.strength >= limits["bright"] else []


def _colourless(light: Light, limits: dict[str, float]) -> Iterator[Complaint]:
    tints = [float(np.ptp(colour)) for colour in light.colours.values()]
    if tints and max(tints) < limits["grey"]:
        yield Complaint("grey")


def misprinted(cards: Sequence[tuple[Points, tuple[float, float]]]) -> list[Complaint]:
    """A mat that was not printed in true size, by the cards on it: their outlines in mm as the mat has it, and sizes.

    Sleeves add as much to the short sides as to the long ones; a wrong scale adds in proportion.
    """
    limits = _described()["limits"]
    if len(cards) < limits["cards"]:
        return []
    across, along = np.median([_excess(outline, size) for outline, size in cards], axis=0)
    percent = round(100 / (1 + (across + along) / 2))
    if min(abs(across), abs(along)) < limits["scale"] or abs(across - along) > limits["sleeve"]:
        return []
    return [Complaint("scale", {"percent": percent})]


def _excess(outline: Points, size: tuple[float, float]) -> tuple[float, float]:
    """By which part the short and the long sides of an outline in mm are longer than those of a card of `size`."""
    sides = np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1)
    short, long = sorted((float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2))
    return short / min(size) - 1, long / max(size) - 1


def _burnt(frame: Picture, mat: Mat, pose: Pose, limits: dict[str, float]) -> Iterator[Complaint]:
    for zone in mat.zones.values():
        grey = cv2.cvtColor(rectified(frame, pose, zone.box, GLARE_SCALE), cv2.COLOR_BGR2GRAY)
        if np.count_nonzero(grey >= limits["burnt"]) > limits["glare"] * grey.size:
            yield Complaint("glare", {"zone": zone.name})


def bleached(frame: Picture, mat: Mat, pose: Pose, light: Light) -> list[str]:
    """The fields beside which white paper would be burnt out: so would be what is light and lies there.

    An empty mat shows it before anything lies on it. What is printed beside the fields is compared with the white at
    the markers, so that a mat in little ink and a dark one tell the same.
    """
    limits, plain = _described()["limits"], _beside(mat)
    grey = cv2.cvtColor(rectified(frame, pose, (0, 0, *mat.size), GLARE_SCALE), cv2.COLOR_BGR2GRAY)
    white = _without_print(grey, plain) / _share_of_white(grey, plain, light)
    places = {zone.name: _boxed(zone.box, AROUND) for zone in mat.zones.values()}
    around = {name: (white[place] >= limits["burnt"])[plain[place]] for name, place in places.items()}
    return [name for name, burnt in around.items() if burnt.size and burnt.mean() > limits["bleached"]]


def _beside(mat: Mat) -> NDArray[np.bool_]:
    """Where a mat is bare beside its fields, at GLARE_SCALE."""
    boxes = [zone.box for zone in mat.zones.values()]
    markers = [(*place, *place) for place in mat.corners]
    patches = [(*patch.middle, *patch.middle) for patch in mat.patches]
    plain = np.zeros((round(mat.size[1] * GLARE_SCALE), round(mat.size[0] * GLARE_SCALE)), np.bool_)
    for box in boxes:
        plain[_boxed(box, AROUND)] = True
    for box in boxes:
        plain[_boxed(box, EDGE)] = False
    for box, out in [*((m, mat.marker / 2 + mat.margin) for m in markers), *((p, mat.patch / 2) for p in patches)]:
        plain[_boxed(box, out + EDGE)] = False
    return plain


def _boxed(box: Box, out: float) -> tuple[slice, slice]:
    """The pixels at GLARE_SCALE of a box that reaches `out` mm farther to each side."""
    x0, y0, x1, y1 = (round(part * GLARE_SCALE) for part in (box[0] - out, box[1] - out, box[2] + out, box[3] + out))
    return slice(max(y0, 0), y1), slice(max(x0, 0), x1)


def _without_print(grey: Picture, plain: NDArray[np.bool_]) -> Field:
    """The grey level of the ground around each pixel: what is printed on a dark mat is lighter, and narrow."""
    bare = np.where(plain, cv2.blur(grey, (3, 3)), np.uint8(255))
    return np.asarray(cv2.erode(bare, np.ones((PRINT, PRINT), np.uint8)), np.float32)


def _share_of_white(grey: Picture, plain: NDArray[np.bool_], light: Light) -> float:
    """How light the mat itself is beside its fields, as a share of the white paper at the markers nearest to it."""
    shares = []
    for (x, y), white in zip(light.places, light.corners.mean(axis=1), strict=True):
        near = _boxed((x, y, x, y), NEAR)
        shares.append(float(np.median(grey[near][plain[near]])) / max(float(white), 1.0))
    return min(float(np.median(shares)), 1.0)


def _soft(frame: Picture, mat: Mat, pose: Pose, limits: dict[str, float]) -> Iterator[Complaint]:
    outlines = [pose.to_pixels(mat.marker_corners(n)) for n in pose.markers]
    if softness(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), outlines) > limits["soft"]:
        yield Complaint("blurred")


def _far(mat: Mat, pose: Pose, limits: dict[str, float]) -> Iterator[Complaint]:
    x, y, height = pose.eye()
    angle = float(np.degrees(np.arctan2(np.hypot(x - mat.size[0] / 2, y - mat.size[1] / 2), height)))
    if angle > limits["oblique"]:
        yield Complaint("oblique", {"angle": round(angle), "most": round(limits["oblique"])})
    across = smallest_card(mat, pose)
    if across < limits["card"]:
        yield Complaint("small", {"missing": round(limits["card"] - across)})
    if len(pose.markers) < 3:
        yield Complaint("corners", {"seen": len(pose.markers)})


def smallest_card(mat: Mat, pose: Pose) -> float:
    """The width in px of a card where the mat is farthest from the camera, in the zone of the narrowest cards.

    Infinite on a mat where no cards are laid.
    """
    cards = [(find_layout(zone.family).size[0], zone.box) for zone in mat.zones.values() if zone.kind == "cards"]
    if not cards:
        return float("inf")
    wide, (x0, y0, x1, y1) = min(cards)
    rows = [np.array([(x, y), (x + wide, y)]) for x in (x0, x1 - wide) for y in (y0, y1)]
    return min(float(np.linalg.norm(np.subtract(*pose.to_pixels(row)))) for row in rows)
