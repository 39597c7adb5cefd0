"""Two small maps side by side: how a part of the city lies on the table, and how it lies in the book."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.differ import Differ
from companion.views.common.parts import Button
from companion.views.common.scan import QuestionCard, Scan
from companion.views.praetor.city import Die


class SmallTile(Struct, frozen=True, kw_only=True):
    """A tile of a small map: its cell from the upper left one on, its picture and plazas as they lie, who stands there.

    `marked` is the tile in doubt.
    """

    x: int
    y: int
    icon: str
    plazas: tuple[str, ...]
    die: Die | None = None
    marked: bool = False


class SmallMap(Struct, frozen=True, kw_only=True):
    """One of the two maps, `across` cells wide and high; `favor` is what the plazas of the tile in doubt give there.

    `source` is `table` or `book`. With a `button` a tap takes this reading; `share` is how likely it is, from 0
    to 1; 0 where that is unknown.
    """

    source: str
    name: str
    across: int
    tiles: tuple[SmallTile, ...]
    favor: str = ""
    favor_word: str = ""
    share: float = 0.0
    button: Button | None = None


class PraetorQuestion(QuestionCard, frozen=True, kw_only=True):
    """What is asked about the city, each of its readings as a map."""

    maps: tuple[SmallMap, ...]


class PraetorScan(Scan, frozen=True, kw_only=True):
    """The camera's picture, with a question that is a `PraetorQuestion`."""


class PraetorDiffer(Differ, frozen=True, kw_only=True):
    """The city lies otherwise than in the book: the two maps, and the four ways out."""

    maps: tuple[SmallMap, ...]
