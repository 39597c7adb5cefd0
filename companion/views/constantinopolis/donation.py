"""Gifts to the city."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Holding, Person


class Gift(Struct, frozen=True):
    """An entry of the donation column: the goods asked and the fame they bring; `house`: of our own set."""

    goods: tuple[str, ...]
    fame: int
    button: Button
    house: bool = False


class Donation(Struct, frozen=True):
    """What one player may give to the city."""

    heading: str
    note: str
    hand: tuple[Holding, ...]
    gifts: tuple[Gift, ...]
    others: tuple[tuple[Person, str], ...] = ()
