"""Table and book differ: where, by how much, and the four ways out."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Holding, Person


class Exit(Struct, frozen=True, kw_only=True):
    """One of the four ways out of a disagreement."""

    icon: str
    title: str
    sentence: str
    foot_icon: str
    foot: str
    tone: str
    button: Button
    coin: int = 0


class Differ(Struct, frozen=True, kw_only=True):
    """A disagreement: what lies on the table and what stands in the book, as figures or as goods.

    `gold` is the covered treasury its owner holds to look.
    """

    title: str
    note: str
    person: Person | None
    uncovered: str
    table: str
    table_goods: tuple[Holding, ...]
    table_note: str
    difference: str
    difference_note: str
    book: str
    book_goods: tuple[Holding, ...]
    book_note: str
    exits: tuple[Exit, ...]
    gold: Button | None = None
