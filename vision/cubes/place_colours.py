"""The colours of a place: the five goods' cubes and the printed patches under its lamps, as its camera sees them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import WrongFile, WrongInput
from engine.files import write_whole
from engine.sighting import Count
from vision.camera.quality import Complaint
from vision.cubes.cubes import FINAL, GOODS, SIDE
from vision.mat.light import WHITE, Light
from vision.mat.mat import Mat
from vision.picture import Field, Picture, Points, bgr

VERSION = 1  # of the file's form: one of another form is refused
HUED = 16.0  # units of a and b together by which a cube differs from the ground
BLACK = 0.42  # part of the ground's lightness below which a pixel is black wood and no shadow
STRONG = 0.5  # part of the strongest colour in a field from which a pixel is a cube's and no tinted shadow's
STRONGEST = 90  # per cent of a field's coloured pixels that are weaker
OTHER = 0.5  # part of a cube's face that is another colour where cubes of several were laid together
ENOUGH = 1.5  # cubes whose tops must be seen of a colour
WIDE = 80  # per cent of a colour's pixels that lie within its spread
NEAR = 1.2  # spreads by which two colours must differ at least
LEAST_NEAR = 14.0  # LAB units by which they must differ anyway
MIXED = 24.0  # spread above which cubes of several colours were laid together
DARKEST = 30.0  # of LAB's lightness; below it what is seen of a colour is noise
DOUBTFUL = 0.1  # doubt from which a count is asked
HELD = 0.15  # regularisation of the colour correction towards none: patches are few and noisy


class ProfileError(WrongFile):
    """A colour profile cannot be read; the message names the file and the error."""


@dataclass(frozen=True)
class Paint:
    """A cube's colour as blue, green, red shares of white, and the spread of its pixels' a and b."""

    share: tuple[float, float, float]
    spread: float


@dataclass(frozen=True)
class ColourProfile:
    """The colours learnt in one place: the goods' paints by their letters, and the printed patches by their names."""

    goods: dict[str, Paint]
    printed: dict[str, tuple[float, float, float]] = field(default_factory=dict)

    def under(self, light: Light) -> Light:
        """The light with the paints learnt here in the place of the printed patches' colours."""
        return replace(light, colours={**light.colours, **{n: np.array(p.share) for n, p in self.goods.items()}})

    def correction(self, mat: Mat) -> Points:
        """The matrix (3, 3) that maps printed colours seen, in shares of white, to those in the mat's description."""
        due = {patch.name: np.array(bgr(patch.colour)) / WHITE for patch in mat.patches}
        names = [name for name in self.printed if name in due]
        if not names:
            return np.eye(3)
        seen, known = np.array([self.printed[n] for n in names]), np.array([due[n] for n in names])
        left = seen.T @ seen + HELD * np.eye(3)
        return np.asarray(np.linalg.solve(left, seen.T @ known + HELD * np.eye(3)).T)

    @property
    def complaints(self) -> list[Complaint]:
        """Why some colours cannot be distinguished, each with what to do; none when the profile is good."""
        missing = [Complaint("few", {"colour": name}) for name in GOODS if name not in self.goods]
        mixed = [Complaint("mixed", {"colour": n}) for n, paint in self.goods.items() if paint.spread > MIXED]
        near = [
            Complaint("alike", {"colour": one, "other": other})
            for n, one in enumerate(self.goods)
            for other in list(self.goods)[n + 1 :]
            if _near(self.goods[one], self.goods[other])
        ]
        return [*missing, *mixed, *near]


def guided(mat: Mat) -> dict[str, str]:
    """Where the guided minute asks for which cubes: a zone of the mat by its name for each colour's letter."""
    zones = [name for name, zone in mat.zones.items() if zone.kind == "cubes"]
    return dict(zip(zones, GOODS, strict=False))


def learn(samples: Mapping[str, Sequence[Picture]], light: Light | None = None) -> ColourProfile:
    """The profile taught by cubes of known colours: for each letter pictures of a zone in which only these lie.

    The pictures are those `Eye.swatch` gives; `light` lends the printed patches. Letters of which too little is seen
    are left out and complained of. KeyError for a letter that is none of ``GBRKY``.
    """
    paints = {}
    for letter in sorted(samples, key=GOODS.index):
        found = [_cube_pixels(picture, letter) for picture in samples[letter]]
        pixels = np.concatenate([np.empty((0, 3), np.uint8), *found])
        if len(pixels) >= ENOUGH * (SIDE * FINAL) ** 2 / 2:
            paints[letter] = _paint(pixels)
    printed = {} if light is None else {n: _triple(colour) for n, colour in light.colours.items()}
    return ColourProfile(paints, printed)


@dataclass(frozen=True)
class Trial:
    """How the fields of the guided minute read: how many of them surely wrong, and how many in doubt."""

    wrong: int
    asked: int

    def better_than(self, other: Trial) -> bool:
        """Whether fewer fields were wrong, or as few and fewer asked about."""
        return (self.wrong, self.asked) < (other.wrong, other.asked)


def tried(readings: Mapping[str, Count]) -> Trial:
    """How fields read in which only cubes of one colour lie, by its letter."""
    wrong = [_misread(letter, count) for letter, count in readings.items()]
    asked = [not bad and count.doubt > DOUBTFUL for bad, count in zip(wrong, readings.values(), strict=True)]
    return Trial(sum(wrong), sum(asked))


def mixed(readings: Mapping[str, Count]) -> list[Complaint]:
    """Fields in which cubes of another colour are surely read; black ones may be a shadow and do not count."""
    others = {
        letter: [g for g, n in count.tally.items() if n and g not in (letter, "K") and _sure(count, g)]
        for letter, count in readings.items()
    }
    return [Complaint("mixed", {"colour": letter}) for letter, names in others.items() if names]


def _sure(count: Count, good: str) -> bool:
    return count.doubts.get(good, 0.0) <= DOUBTFUL


def _misread(letter: str, count: Count) -> bool:
    """Whether something is surely read in a field that does not lie there, or nothing of what does."""
    others = any(number and _sure(count, good) for good, number in count.tally.items() if good != letter)
    return others or (not count.tally.get(letter, 0) and _sure(count, letter))


def _cube_pixels(picture: Picture, letter: str) -> Picture:
    """The pixels (n, 3) of an evened zone that belong to cubes of a colour, their blurred rims left out."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    bright = lab[lab[..., 0] > np.percentile(lab[..., 0], 60)]
    ground = np.median(bright, axis=0)
    mask = (_black(lab, ground) if letter == "K" else _coloured(lab, ground)).astype(np.uint8)
    count, spots, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] > OTHER * (SIDE * FINAL) ** 2]
    core = cv2.erode(np.isin(spots, large).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(picture[core > 0])


def _coloured(lab: Field, ground: Points) -> NDArray[np.bool_]:
    """Where an evened zone has a colour: as strong for its lightness as its cubes; a shadow's tint is weaker."""
    hue = np.abs(lab[..., 1:] - ground[1:]).sum(axis=2)
    strength = hue / np.maximum(lab[..., 0], DARKEST)
    found = hue > HUED
    least = STRONG * float(np.percentile(strength[found], STRONGEST)) if found.any() else 0.0
    return np.asarray(found & (strength > least), np.bool_)


def _black(lab: Field, ground: Points) -> NDArray[np.bool_]:
    """Where an evened zone is as dark as black wood; cubes of a colour laid there count, so that they are noticed."""
    dark = lab[..., 0] < BLACK * ground[0]
    colour = np.abs(lab[..., 1:] - ground[1:]).sum(axis=2) > MIXED
    return np.asarray(dark | colour, np.bool_)


def _paint(pixels: Picture) -> Paint:
    """The colour of the tops: the brighter half, since the sides are turned from the lamp."""
    grey = cv2.cvtColor(pixels[:, None], cv2.COLOR_BGR2GRAY).ravel()
    tops = pixels[grey >= np.median(grey)]
    hues = cv2.cvtColor(pixels[:, None], cv2.COLOR_BGR2LAB)[:, 0, 1:].astype(np.float32)
    spread = float(np.percentile(np.abs(hues - np.median(hues, axis=0)).sum(axis=1), WIDE))
    return Paint(_triple(np.median(tops, axis=0) / WHITE), round(spread, 2))


def _near(one: Paint, other: Paint) -> bool:
    """Whether two paints are less apart, in LAB with half weight on lightness, than their pixels scatter."""
    colours = np.clip(np.array([[one.share, other.share]]) * WHITE, 0, 255).astype(np.uint8)
    lab = cv2.cvtColor(colours, cv2.COLOR_BGR2LAB)[0].astype(float)
    apart = float(np.abs((lab[0] - lab[1]) * [0.5, 1, 1]).sum())
    return apart < max(LEAST_NEAR, NEAR * max(one.spread, other.spread))


def _triple(colour: Points) -> tuple[float, float, float]:
    blue, green, red = (round(float(part), 4) for part in colour)
    return blue, green, red


def save(profile: ColourProfile, path: Path) -> None:
    """Write a profile as JSON, whole or not at all; OSError if that fails."""
    goods = {name: {"share": list(paint.share), "spread": paint.spread} for name, paint in profile.goods.items()}
    printed = {name: list(share) for name, share in profile.printed.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps({"version": VERSION, "goods": goods, "printed": printed}, indent=1).encode())


def load(path: Path) -> ColourProfile:
    """Read a profile; ProfileError if the file is damaged or of another version, OSError if there is none."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        if read["version"] != VERSION:
            raise ProfileError(f"the colour profile {str(path)!r} is of version {read['version']!r}, not {VERSION}")
        goods = {_letter(n): Paint(_share(p["share"]), _number(p["spread"], 255)) for n, p in read["goods"].items()}
        return ColourProfile(goods, {str(n): _share(share) for n, share in read["printed"].items()})
    except ProfileError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProfileError(f"the colour profile {str(path)!r} is damaged: {error}") from error


def _letter(name: str) -> str:
    if len(name) != 1 or name not in GOODS:
        raise WrongInput(f"{name!r} is no colour")
    return name


def _share(values: Sequence[Any]) -> tuple[float, float, float]:
    blue, green, red = (_number(value, 2) for value in values)
    return blue, green, red


def _number(value: Any, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise WrongInput(f"{value!r} is no number from 0 to {most}")
    return float(value)
