"""What hands must do so that the table follows the book: one sheet a seat, at its own side."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person, Top


class Art(Struct, frozen=True, kw_only=True):
    """Pieces as hands know them: an icon, or cubes by the colours of seats, or coins by their values."""

    icon: str = ""
    cubes: tuple[str, ...] = ()
    coins: tuple[int, ...] = ()


class HandTask(Struct, frozen=True, kw_only=True):
    """One thing to do; `done` is the icon of how it was seen done, `check` for a tap, empty as long as it is due."""

    label: str
    note: str
    art: Art
    button: Button
    done: str = ""


class HandSheet(Struct, frozen=True, kw_only=True):
    """What one person does, at the `side` they sit at; without tasks there is nothing left. `lost` is their tray.

    `secret` is the seat whose gold shows while the disc is held; empty where nothing is hidden.
    """

    person: Person
    side: str
    note: str
    tasks: tuple[HandTask, ...] = ()
    all: Button | None = None
    lost: bool = False
    secret: str = ""


class HandsBoard(Struct, frozen=True, kw_only=True):
    """Every sheet round the table, and in the middle what belongs to no seat."""

    top: Top
    sentence: str
    note: str
    sheets: tuple[HandSheet, ...]
    table: tuple[HandTask, ...]
    choices: tuple[Button, ...]
    corners: tuple[Button, ...]
