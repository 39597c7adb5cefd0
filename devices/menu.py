"""What a tray's dial may choose from."""

from __future__ import annotations

from msgspec import Struct


class Span(Struct, frozen=True):
    """A whole number from `least` to `most`, such as a bid in gold."""

    least: int
    most: int


class Menu(Struct, frozen=True):
    """The choice a tray offers; `about` is the number of the entry it is for, and comes back with the press."""

    about: int
    title: str
    items: tuple[str, ...] | Span = ()
