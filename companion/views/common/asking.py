"""A printed value is asked for: by number of each good, by gift, or as a figure; and the box before a game."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.options import BargainRow, CountRow
from companion.views.common.parts import Button


class Shelf(Struct, frozen=True):
    """A column of goods to count."""

    title: str
    wares: tuple[BargainRow, ...]


class Asking(Struct, frozen=True):
    """What is printed there? `shelves` of goods, or a figure `text` with its `keys`."""

    heading: str
    note: str
    shelves: tuple[Shelf, ...]
    text: str = ""
    keys: tuple[tuple[Button, ...], ...] = ()


class Box(Struct, frozen=True):
    """How many of each tile the box holds: a line for each one that is not counted yet."""

    heading: str
    note: str
    rows: tuple[CountRow, ...]
