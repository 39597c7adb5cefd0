"""Phones at the table, on the tablet: the code to read, who has joined, who asks for a seat."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Person
from companion.views.common.share import Code, SharingWay


class Joiner(Struct, frozen=True, kw_only=True):
    """A phone that asks for a person's seat, and the icons that must stand on it too."""

    person: Person
    question: str
    icons: tuple[str, ...]


class Phones(Struct, frozen=True, kw_only=True):
    """While phones are served there is a `code`; `ways` are the phones there, or the addresses to serve them at."""

    title: str
    note: str
    code: Code | None
    ways: tuple[SharingWay, ...]
    joiner: Joiner | None = None
