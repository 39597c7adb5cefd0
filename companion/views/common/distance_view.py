"""Read from across the room: a name, a verb, one figure, at most two buttons."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person


class Headline(Struct, frozen=True):
    """The one figure of a screen that is read from afar: whose it is, and the numbered thing it is for."""

    figure: str
    person: Person
    number: int
    icon: str


class FarView(Struct, frozen=True):
    """What is due, as large as it goes; `headline` is the screen's one figure, if it has one."""

    person: Person
    verb: str
    headline: Headline | None = None
    buttons: tuple[Button, ...] = ()
