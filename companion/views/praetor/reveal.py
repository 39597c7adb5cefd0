"""Tiles turned up for the display: those found so far, and those that may lie there."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button
from companion.views.praetor.city import CityLine


class PraetorReveal(Struct, frozen=True, kw_only=True):
    """What was turned up so far, and what it may be; `letters` show only what begins with one of them."""

    heading: str
    note: str
    found: tuple[CityLine, ...]
    there: tuple[CityLine, ...]
    letters: tuple[Button, ...] = ()
