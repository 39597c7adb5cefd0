"""What lamps show: at a seat, one in its colour for each line of its list; in the middle, who may choose."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from devices.menu import Menu, Span
from devices.message import Strip

_TABLE = tomllib.loads((Path(__file__).parent / "lamps.toml").read_text(encoding="utf-8"))
LAMPS = 8
"""Lamps of a strip."""
DARK = (0, 0, 0)
Colour = tuple[int, int, int]


def colour(seat: str) -> Colour:
    """The colour of a seat's lamps: red, green, blue."""
    red, green, blue = _TABLE["seats"].get(seat, _TABLE["other"]["seat"])
    return red, green, blue


def choices(menu: Menu) -> int:
    """How many lamps a menu lights: as many as it says, else one for each line; all for a number."""
    if menu.lit is not None:
        return min(LAMPS, menu.lit)
    return LAMPS if isinstance(menu.items, Span) else min(LAMPS, len(menu.items))


def for_seat(menu: Menu, seat: str) -> Strip:
    """The strip at a seat."""
    return _strip(menu.about, [colour(seat)] * choices(menu))


def for_table(menus: Iterable[tuple[str, Menu]]) -> Strip:
    """The strip in the middle of the table: a lamp for each seat that may choose, in the order given."""
    acting = [(seat, menu) for seat, menu in menus if choices(menu)]
    return _strip(max((menu.about for _, menu in acting), default=0), [colour(seat) for seat, _ in acting])


def _strip(about: int, lit: list[Colour]) -> Strip:
    lamps = (lit + [DARK] * LAMPS)[:LAMPS]
    return Strip(about=about, colours=tuple(part for lamp in lamps for part in lamp))
