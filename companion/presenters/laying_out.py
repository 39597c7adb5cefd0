"""What a game says of its own set-up; its screens may have a function `set_up` that makes it of a `Scene`.

Everything is read off the state in which the game was laid out; a line about one place is called like its zone, so
that a sensor that sees the place can tick it.
"""

from __future__ import annotations

from msgspec import Struct


class Portion(Struct, frozen=True, kw_only=True):
    """What one player takes: the line's key, what stands in its place, a number such as of an office."""

    seat: str
    key: str
    text: str = ""
    number: int = 0


class Taken(Struct, frozen=True, kw_only=True):
    """One kind of thing that players take."""

    title: str
    icon: str
    portions: tuple[Portion, ...]
    note: str = ""
    coins: tuple[int, ...] = ()


class Laid(Struct, frozen=True, kw_only=True):
    """One thing that lies on the board or goes back into the box."""

    key: str
    title: str
    icon: str
    note: str = ""


class LayingOut(Struct, frozen=True, kw_only=True):
    """A whole set-up: what players take, what lies on the table, what goes back into the box."""

    taken: tuple[Taken, ...]
    table: tuple[Laid, ...]
    box: tuple[Laid, ...]
