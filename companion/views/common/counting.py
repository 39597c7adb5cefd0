"""A finished game that was not followed: what lies before each player, and how it is scored."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.options import CountRow
from companion.views.common.parts import Button, Person


class CountSeat(Struct, frozen=True):
    """A player, the points counted so far, and whether anything has been counted."""

    person: Person
    total: str
    chosen: bool
    button: Button


class Counting(Struct, frozen=True, kw_only=True):
    """Counting as one screen: `keys` for a figure, or a view of the game's own, such as for ships at sea, as `loader`.

    The loader's widget is called like its class with `Box` at the end.
    """

    title: str
    note: str
    seats: tuple[CountSeat, ...]
    rows: tuple[CountRow, ...]
    keys: tuple[tuple[Button, ...], ...]
    loader: Struct | None = None


class Rank(Struct, frozen=True):
    """One player's place, large; `icon` is that of what is counted."""

    place: int
    person: Person
    total: str
    icon: str
    first: bool


class Podium(Struct, frozen=True):
    """The result to be read from across the table."""

    title: str
    ranks: tuple[Rank, ...]
    note: str
