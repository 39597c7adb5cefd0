"""A finished game that was not followed: what lies before each player, and how it is scored."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.options import CountRow
from companion.views.common.parts import Button, Person


class CountSeat(Struct, frozen=True):
    """A player, the fame counted so far, and whether anything has been counted."""

    person: Person
    total: str
    chosen: bool
    button: Button


class Paper(Struct, frozen=True):
    """A contract on a ship at sea; tapping it takes it off again."""

    cargo: tuple[str, ...]
    gold: int
    button: Button


class Loader(Struct, frozen=True):
    """Contracts at sea: those counted, and for the next one its cargo and its gold."""

    title: str
    papers: tuple[Paper, ...]
    cargo: tuple[Button, ...]
    hint: str
    gold: tuple[Button, ...]


class Counting(Struct, frozen=True, kw_only=True):
    """Counting as one screen: `keys` for a figure, or the `loader` for ships at sea."""

    title: str
    note: str
    seats: tuple[CountSeat, ...]
    rows: tuple[CountRow, ...]
    keys: tuple[tuple[Button, ...], ...]
    loader: Loader | None


class Rank(Struct, frozen=True):
    """One player's place, large."""

    place: int
    person: Person
    total: str
    first: bool


class Podium(Struct, frozen=True):
    """The result to be read from across the table."""

    title: str
    ranks: tuple[Rank, ...]
    note: str
