"""A tray's guided minute: what is laid now, which wells are done, and how well."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Tag


class Well(Struct, frozen=True):
    """A well of the tray: the coin, or the good whose cubes, it is for; `state` is `now`, `done` or `coming`."""

    coin: int
    state: str
    tag: Tag | None = None
    good: str = ""


class TrayWells(Struct, frozen=True, kw_only=True):
    """What people do now, and the wells; `count` coins of `coin` are laid, none in the first step and at the end."""

    heading: str
    note: str
    coin: int
    count: int
    wells: tuple[Well, ...]
    trouble: str = ""
