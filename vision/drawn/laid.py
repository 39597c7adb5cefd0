"""The pieces that lie on a drawn table, in mm of its mat."""

from __future__ import annotations

import tomllib
from dataclasses import KW_ONLY, dataclass
from functools import cache
from pathlib import Path

from vision.drawn.board import HeldSheet
from vision.layouts.layout import find_layout
from vision.picture import Points, bgr, rectangle, turned
from vision.printing.flats import mint, tile_side
from vision.printing.pips import die_side


@dataclass(frozen=True)
class LaidCard:
    """A card on the mat: its layout's name, its middle in mm, `angle` in degrees clockwise."""

    family: str
    face: str
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True)
class LaidCube:
    """A cube of a colour ``G B R K Y``: its middle in mm, `angle` in degrees clockwise.

    `z` is the height in mm of what it lies on, 0 for the mat.
    """

    colour: str
    x: float
    y: float
    angle: float = 0.0
    z: float = 0.0


@dataclass(frozen=True)
class LaidDie:
    """A die on the mat: the name of its paint, its upper face, its middle in mm, `angle` in degrees clockwise."""

    colour: str
    pips: int
    x: float
    y: float
    angle: float = 0.0
    _: KW_ONLY
    z: float = 0.0


@dataclass(frozen=True)
class LaidTile:
    """A city tile on the mat by its name: its middle in mm, `angle` in degrees clockwise, its side if not usual."""

    name: str
    x: float
    y: float
    angle: float = 0.0
    wide: float = 0.0

    @property
    def side(self) -> float:
        """How wide it is, mm."""
        return self.wide or tile_side()


@dataclass(frozen=True)
class LaidCoin:
    """A coin of a value on the mat: its middle in mm, `angle` in degrees clockwise, its width in mm if not the usual.

    A coin laid later lies on those before it.
    """

    value: int
    x: float
    y: float
    angle: float = 0.0
    wide: float = 0.0

    @property
    def diameter(self) -> float:
        """How wide it is, mm."""
        return self.wide or mint()[self.value].wide


@dataclass(frozen=True)
class LaidDisc:
    """A player's wooden disc on a tile: the name of its paint, its middle in mm."""

    colour: str
    x: float
    y: float


@dataclass(frozen=True)
class Hand:
    """A hand reaching in from the near side, the tips of its fingers at x, y in mm."""

    x: float
    y: float


Solid = LaidCube | LaidDie
Laid = LaidCard | LaidCube | LaidDie | LaidTile | LaidCoin | LaidDisc | HeldSheet | Hand


@cache
def paints() -> dict[str, tuple[int, int, int]]:
    """The cubes' paint, BGR."""
    read = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text(encoding="utf-8"))
    return {name: bgr(colour) for name, colour in read["paint"].items()}


@cache
def cube_side() -> float:
    """The side of a cube in mm."""
    return float(tomllib.loads(Path(__file__).with_name("pieces.toml").read_text(encoding="utf-8"))["cube"])


def side_of(solid: Solid) -> float:
    """The side in mm of a cube or a die."""
    return die_side() if isinstance(solid, LaidDie) else cube_side()


def foot_of(solid: Solid) -> Points:
    """The corners (4, 2) in mm of a cube's or a die's lower face."""
    return turned(rectangle(side_of(solid), side_of(solid)), solid.x, solid.y, solid.angle)


def flat_size(flat: LaidCard | LaidTile) -> tuple[float, float]:
    """Width and height in mm of what lies flat."""
    return card_size(flat.family) if isinstance(flat, LaidCard) else (flat.side, flat.side)


def card_size(family: str) -> tuple[float, float]:
    """Width and height of a family's cards in mm."""
    return find_layout(family).size
