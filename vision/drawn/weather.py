"""How hard the virtual table makes it for the camera."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.drawn.lens import Lens
from vision.mat.mat import Mat
from vision.picture import Field, Picture
from vision.printing.paper import draw_mat, draw_wood

TEXTURE = 3.2  # px per mm of the table before it is seen through the lens
AROUND = 140.0  # mm of wood drawn around the mat
TOWARDS = (0.62, -0.35)  # where shadows of standing things fall, mm per mm of height


@dataclass(frozen=True, kw_only=True)
class Weather:
    """Light, lens and noise of the drawn camera; the figures are explained in ``weather.toml``."""

    tilt: float
    turn: float
    distance: float
    k1: float
    light: float
    lamp: float
    warmth: float
    shadow: float
    noise: float
    blur: float
    glare: float
    quality: int

    @staticmethod
    def named(name: str = "kind") -> Weather:
        """The weather ``kind``, ``fair``, ``poor`` or ``nasty``; KeyError for another name."""
        return Weather(**_settings()[name])

    def lens(self, mat: Mat) -> Lens:
        """The camera over this mat."""
        return Lens(self.tilt, self.turn, self.distance, self.k1, (mat.size[0] / 2, mat.size[1] / 2 + 3))


@lru_cache(maxsize=1)
def _settings() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("weather.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def lamplight(weather: Weather, frame: tuple[int, int], seed: int) -> Field:
    """How much light falls on each pixel, (height, width, 3), 1 = the paper's own brightness; read only."""
    wide, high = frame
    chance = np.random.default_rng(seed)
    x, y = np.linspace(-1, 1, wide), np.linspace(-1, 1, high)[:, None]
    from_x, from_y = chance.uniform(-0.8, 0.8), chance.uniform(-0.8, 0.2)
    fall = 1 - weather.lamp * np.clip(((x - from_x) ** 2 + (y - from_y) ** 2) / 3.2, 0, 1)
    light = fall * weather.light * (1 - weather.shadow * _hard_shadow(frame, chance))
    tint = np.array([1 - 0.28 * weather.warmth, 1 - 0.06 * weather.warmth, 1 + 0.06 * weather.warmth])
    falls = np.asarray(light[..., None] * tint, np.float32)
    falls.flags.writeable = False
    return falls


def _hard_shadow(frame: tuple[int, int], chance: np.random.Generator) -> Field:
    wide, high = frame
    mask = np.zeros((high, wide), np.float32)
    left = chance.uniform(0.1, 0.7) * wide
    lean = chance.uniform(-0.3, 0.3) * wide
    edge = np.array([(left, 0), (left + 0.25 * wide, 0), (left + 0.25 * wide + lean, high), (left + lean, high)])
    cv2.fillPoly(mask, [edge.astype(np.int32)], (1.0,))
    return cv2.GaussianBlur(mask, (0, 0), 3.0)


def glare(weather: Weather, frame: tuple[int, int], seed: int) -> Picture:
    """What a lamp's reflection adds to each pixel, (height, width, 3)."""
    wide, high = frame
    chance = np.random.default_rng(seed + 1)
    at = np.array([chance.uniform(0.2, 0.8) * wide, chance.uniform(0.15, 0.5) * high])
    x, y = np.meshgrid(np.arange(wide), np.arange(high))
    spot = np.exp(-(((x - at[0]) / 90) ** 2 + ((y - at[1]) / 60) ** 2))
    grey = np.clip(150 * weather.glare * spot, 0, 255).astype(np.uint8)
    return np.dstack([grey, grey, grey])


@lru_cache(maxsize=8)
def empty_table(mat_key: MatKey, weather: Weather, seed: int) -> Picture:
    """The mat on its wooden table seen by the camera, without light or noise, BGR."""
    mat, lens = mat_key.mat, weather.lens(mat_key.mat)
    wide, high = mat.size
    table = draw_wood((wide + 2 * AROUND, high + 2 * AROUND), TEXTURE, seed)
    edge = round(AROUND * TEXTURE)
    printed = draw_mat(mat, TEXTURE)
    table[edge + 6 : edge + 6 + printed.shape[0], edge + 4 : edge + 4 + printed.shape[1]] //= 2
    table[edge : edge + printed.shape[0], edge : edge + printed.shape[1]] = printed
    return _through(table, lens, (AROUND, AROUND))


def bare_table(ground: Picture, lens: Lens) -> Picture:
    """A table without a mat seen by the camera, BGR: `ground` at TEXTURE px per mm, its middle at the place 0, 0."""
    high, wide = ground.shape[:2]
    return _through(ground, lens, (wide / TEXTURE / 2, high / TEXTURE / 2))


def _through(table: Picture, lens: Lens, origin: tuple[float, float]) -> Picture:
    """A flat picture at TEXTURE px per mm through the lens; `origin` is where the place 0, 0 lies in it, mm."""
    x, y = np.meshgrid(np.arange(lens.frame[0]), np.arange(lens.frame[1]))
    seen = (lens.to_mat(np.stack([x.ravel(), y.ravel()], axis=1)) + np.array(origin)) * TEXTURE - 0.5
    seen = seen.reshape(*x.shape, 2).astype(np.float32)
    soft = cv2.GaussianBlur(table, (0, 0), 0.6)
    # x and y apart: OpenCV 5.0 misreads a map of both with an empty second one
    return cv2.remap(soft, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


class MatKey:
    """A mat as a key of a cache: two keys are equal when they hold mats that are printed alike."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat

    def __hash__(self) -> int:
        return hash((self.mat.size, self.mat.corners))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatKey) and other.mat == self.mat
