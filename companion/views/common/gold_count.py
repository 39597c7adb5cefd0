"""Coins before the camera: what lies there, what is doubtful, and saying what a coin is worth."""

from __future__ import annotations

from msgspec import Struct

from companion.play.reports import Crop
from companion.views.common.parts import Button
from companion.views.common.scan import MarkBox


class CoinRow(Struct, frozen=True):
    """The coins of one value: how many, and a note about them at the right; `now` marks the value that is due."""

    coin: int
    count: int
    right: str
    now: bool = False
    button: Button = Button("")


class CoinCrop(Struct, frozen=True):
    """A coin as the camera sees it, tapped to say what it is worth."""

    seen: Crop
    button: Button


class CoinValue(Struct, frozen=True):
    """What a coin may be worth, tapped to say so."""

    coin: int
    button: Button


class CoinAsk(Struct, frozen=True):
    """One coin, and what it may be worth, then the other answers."""

    heading: str
    seen: Crop
    values: tuple[CoinValue, ...]
    others: tuple[Button, ...]


class Coins(Struct, frozen=True, kw_only=True):
    """The live picture of the coins, their sum in words, how many of each; `ask` stands instead of the rows.

    `pixels` are RGBA rows from the top, `width` by `height` px.
    """

    pixels: bytes
    width: int
    height: int
    marks: tuple[MarkBox, ...]
    heading: str
    figure: str
    note: str
    rows: tuple[CoinRow, ...]
    doubtful_title: str
    doubtful: tuple[CoinCrop, ...]
    ask: CoinAsk | None = None
    tabs: tuple[Button, ...] = ()
