"""Choices of any game as buttons, and goods to choose by number."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Holding


class Options(Struct, frozen=True):
    """One question and its answers, all of equal weight."""

    heading: str
    note: str
    options: tuple[Button, ...]
    hand: tuple[Holding, ...] = ()
    columns: int = 3


class SelectRow(Struct, frozen=True):
    """A good, how many there are, and how many are taken."""

    good: str
    have: int
    taken: int
    less: Button
    more: Button


class Selection(Struct, frozen=True):
    """Goods to choose by number: to keep, to throw away, to give."""

    heading: str
    note: str
    rows: tuple[SelectRow, ...]
    summary: str


class BargainRow(Struct, frozen=True):
    """Something that may change hands, and how much of it is on the table so far."""

    icon: str
    name: str
    taken: int
    less: Button
    more: Button


class Bargain(Struct, frozen=True, kw_only=True):
    """A trade put together: with whom, and what each side gives."""

    heading: str
    partners: tuple[Button, ...]
    mine_title: str
    mine: tuple[BargainRow, ...]
    theirs_title: str
    theirs: tuple[BargainRow, ...]


class Keypad(Struct, frozen=True):
    """Any number, typed: what it is for, the digits so far, the keys row by row."""

    heading: str
    note: str
    text: str
    keys: tuple[tuple[Button, ...], ...]


class CountRow(Struct, frozen=True, kw_only=True):
    """A line to count: its figure, one fewer and one more; `chosen` takes the keys; `brings` are its points."""

    icon: str
    label: str
    note: str
    figure: str
    brings: str
    chosen: bool
    less: Button | None
    more: Button | None
    button: Button
