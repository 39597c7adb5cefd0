"""Our own city tiles and coins: what lies flat on the mat beside the cards."""

from __future__ import annotations

import json
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import cv2
import numpy as np

from vision.picture import Picture
from vision.printing.plates import plate
from vision.printing.sheet import INK, Sheet

DRAWN_AT = 12.0  # px per mm before a piece is brought to the scale asked for
PAPER, GOLD_INK, PORPHYRY = "#FFFCF5", "#5A430A", "#5B1F4D"
MARKS = 4  # symbols in a row


class TilePrint(TypedDict):
    """What is printed on a city tile: its title, its kind of building, its price, symbols, and a number or ``""``."""

    title: str
    kind: str
    cost: int
    marks: list[str]
    number: str


class Minted(NamedTuple):
    """A coin of the house set: width in mm, the colours of its field and ring."""

    wide: float
    field: str
    ring: str


@cache
def _pieces() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).parents[1].joinpath("drawn", "pieces.toml").read_text(encoding="utf-8"))


@cache
def mint() -> dict[int, Minted]:
    """The coins of the house set by value."""
    return {int(name): Minted(**coin) for name, coin in _pieces()["coins"].items() if name.isdecimal()}


@cache
def coin_thick() -> float:
    """How thick a coin is, mm."""
    return float(_pieces()["coins"]["thick"])


@cache
def tile_side() -> float:
    """The side of a tile in mm."""
    return float(_pieces()["tile"])


def coin(value: int, wide: float) -> Sheet:
    """A coin of the house set drawn `wide` mm across, its rim touching the sheet's sides; KeyError for no such coin."""
    minted = mint()[value]
    sheet = Sheet((wide, wide), DRAWN_AT, minted.ring)
    middle, unit = (wide / 2, wide / 2), wide / 2
    sheet.disc(middle, 0.80 * unit, INK)
    sheet.disc(middle, 0.76 * unit, minted.field)
    words = str(value)
    sheet.text(words, middle, unit * (0.8 if len(words) == 1 else 0.66), INK, 0.17)
    return sheet


def tile(printed: TilePrint) -> Sheet:
    """A city tile the right way up."""
    side = tile_side()
    sheet = Sheet((side, side), DRAWN_AT, _pieces()["tiles"][printed["kind"]])
    sheet.frame((0.8, 0.8, side - 0.8, side - 0.8), PORPHYRY, 0.5)
    sheet.box((2.2, 2.2, side - 2.2, 8.6), PAPER, 1.0)
    sheet.text(printed["title"], (side / 2, 5.4), 3.0, INK, 0.13, "serif", side - 7)
    sheet.symbol(printed["kind"], (8.0, 15.5), 10.0, PORPHYRY)
    _price(sheet, printed["cost"], (side - 8.0, 15.5))
    marks = printed["marks"][:MARKS]
    for n, name in enumerate(marks):
        sheet.symbol(name, (side / 2 + 8.4 * (n - (len(marks) - 1) / 2), 28.5), 8.4, INK)
    if printed["number"]:
        sheet.text(printed["number"], (side / 2, 16.0), 6.0, INK, 0.17)
    return sheet


def _price(sheet: Sheet, cost: int, at: tuple[float, float]) -> None:
    sheet.disc(at, 5.2, GOLD_INK)
    sheet.disc(at, 4.5, "#F2DC94")
    sheet.text(str(cost), at, 4.2, INK, 0.17)


@lru_cache(maxsize=256)
def tile_art(printed: str, scale: float) -> Picture:
    """A tile's picture at `scale` px per mm, BGR; `printed` is its TilePrint, or a plate, as JSON."""
    described = json.loads(printed)
    return _shrunk(plate(described) if "drawn" in described else tile(described), scale)


@lru_cache(maxsize=64)
def coin_art(value: int, wide: float, scale: float) -> Picture:
    """A coin's picture at `scale` px per mm, BGR, square around it."""
    return _shrunk(coin(value, wide), scale)


@lru_cache(maxsize=64)
def disc_mask(size: int) -> Picture:
    """Where a disc covers a picture of `size` × `size` px."""
    mask = np.zeros((size, size), np.uint8)
    middle = round((size / 2 - 0.5) * 16)
    cv2.circle(mask, (middle, middle), round(size * 8), (255,), -1, cv2.LINE_AA, 4)
    return mask


def _shrunk(sheet: Sheet, scale: float) -> Picture:
    size = (round(sheet.size[0] * scale), round(sheet.size[1] * scale))
    return cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA)
