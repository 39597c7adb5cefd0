"""The choices that a tray's dial offers."""

from __future__ import annotations

from msgspec import Struct


class Span(Struct, frozen=True):
    """A whole number from `least` to `most`, such as a bid in gold."""

    least: int
    most: int


class Menu(Struct, frozen=True):
    """A choice on a tray; `about` is the number of the entry it is for, and is part of the press that answers it.

    Its lamps are seen by all: so many are lit as they may know of, `lit`; None where that is one for each line.
    """

    about: int
    title: str
    items: tuple[str, ...] | Span = ()
    lit: int | None = None
