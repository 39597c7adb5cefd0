"""A game that is shared: a code for a phone, texts to copy, files to save."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person


class Code(Struct, frozen=True):
    """A QR code, row by row from the top, `1` for a dark square; `note` says what it is for."""

    title: str
    rows: tuple[str, ...]
    note: str


class SharingWay(Struct, frozen=True, kw_only=True):
    """One way out: what it is, what is in it, and the button that takes it."""

    icon: str
    title: str
    note: str
    button: Button
    shown: bool = False


class Scored(Struct, frozen=True):
    """A player with the score."""

    person: Person
    score: str


class Share(Struct, frozen=True, kw_only=True):
    """Every way a game may leave the table, none of which needs a network."""

    title: str
    scores: tuple[Scored, ...]
    code: Code
    ways: tuple[SharingWay, ...]
