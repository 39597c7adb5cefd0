"""The choices that a tray's dial offers."""

from __future__ import annotations

from msgspec import Struct


class Span(Struct, frozen=True):
    """A whole number from `least` to `most`, such as a bid in gold."""

    least: int
    most: int


class Menu(Struct, frozen=True):
    """A choice on a tray; `about` is the number of the entry it is for, and is part of the press that answers it."""

    about: int
    title: str
    items: tuple[str, ...] | Span = ()
