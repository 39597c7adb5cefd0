"""Praetor at a glance: seats, the favor track with its stacks, the turn order."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.overview import SeatCard
from companion.views.common.parts import Person


class PraetorSeat(SeatCard, frozen=True, kw_only=True):
    """One seat with favor, Active Workers, the value of its morale, and tiles."""

    favor: int
    workers: int
    morale: int
    tiles: int


class FavorStack(Struct, frozen=True):
    """Markers on one value of the track, from top to bottom."""

    value: int
    persons: tuple[Person, ...]


class TurnPlace(Struct, frozen=True):
    """A place in the turn order."""

    number: int
    person: Person
    note: str
    acts: bool


class PraetorTable(Struct, frozen=True, kw_only=True):
    """The favor track from `low` to `high` with its stacks, the turn order, and how a tie is read."""

    low: int
    high: int
    stacks: tuple[FavorStack, ...]
    order: tuple[TurnPlace, ...]
    tie: str
