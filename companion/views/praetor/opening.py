"""What lies on the table when a game opens: whose Gold Mine is which, boards, the first display, the first section."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person
from companion.views.praetor.city import CityLine, PraetorMap


class OpeningSeat(Struct, frozen=True, kw_only=True):
    """A seat: its Gold Mine as a button that lets go of it, chosen while the next one tapped becomes it; the side of
    its board; whether it was in Rome last."""

    person: Person
    mine: Button
    board: Button
    rome: Button


class PraetorOpening(Struct, frozen=True, kw_only=True):
    """The start city as a map, the seats, and lines that lead to what else lies there."""

    heading: str
    note: str
    map: PraetorMap
    seats: tuple[OpeningSeat, ...]
    lines: tuple[CityLine, ...]
