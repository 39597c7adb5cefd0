"""A player's own board: workers by level, resources, morale, wages, tiles."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person
from companion.views.praetor.city import Die


class BoardDie(Struct, frozen=True):
    """A worker on a step; placed ones tell where, by the tile's icon."""

    die: Die
    placed: str = ""


class BoardStep(Struct, frozen=True):
    """A step of the stairs: its word, how high it is (0 to 6), the workers on it; `kind` is `low`, `level` or `old`."""

    word: str
    height: int
    dice: tuple[BoardDie, ...]
    kind: str = "level"


class StepGroup(Struct, frozen=True):
    """What the steps from `first` to `last` have in common, in a word."""

    word: str
    first: int
    last: int


class BoardFigure(Struct, frozen=True):
    """A resource and how many of it."""

    icon: str
    word: str
    count: int


class MoraleSpace(Struct, frozen=True):
    """A space of the morale track: `here` is where the marker stands, `falls` where unpaid wages would bring it."""

    value: int
    here: Person | None = None
    falls: bool = False


class WageLine(Struct, frozen=True):
    """A line of the wages: who is paid, and how much; `tone` `alarm` for what is missing."""

    icon: str
    text: str
    figure: str
    tone: str = "ink"


class RateLine(Struct, frozen=True):
    """A row of the board's market table: how many cubes for how much gold, bought and sold."""

    icon: str
    buy: str
    sell: str


class PraetorBoard(Struct, frozen=True, kw_only=True):
    """One player's board as everybody may see it; `wages` are those of the coming update if nothing else changes.

    `rates` is the market table, shown in the place of the wages where it was asked for.
    """

    workers: str
    steps: tuple[BoardStep, ...]
    morale_note: str
    morale: tuple[MoraleSpace, ...]
    tiles: tuple[tuple[str, str], ...]
    sections: int
    resources: tuple[BoardFigure, ...]
    due: int
    has: str
    wages: tuple[WageLine, ...]
    outlook: str
    seats: tuple[Button, ...]
    groups: tuple[StepGroup, ...] = ()
    rates: tuple[RateLine, ...] = ()
