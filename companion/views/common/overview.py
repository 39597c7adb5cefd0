"""The table at a glance: every seat at its side, whose turn it is, and what the game lays in the middle."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person, Tag, Top


class SeatCard(Struct, frozen=True, kw_only=True):
    """One seat as everybody may see it; `state` is `due`, `done`, `wait`, `differs` or `lost`.

    `side` is where the person sits: `south`, `west`, `north` or `east`. A game adds what it shows of a seat. `secret`
    is the seat whose gold shows while the card is held; empty where nothing is hidden.
    """

    person: Person
    side: str
    verb: str
    state: str
    button: Button
    secret: str = ""

    @property
    def crowd(self) -> int:
        """How many small things stand side by side on it."""
        return 0


class Overview(Struct, frozen=True, kw_only=True):
    """The overview, for everybody around the table; `body` is what the game shows in its middle."""

    top: Top
    sentence: str
    note: str
    tag: Tag
    due: str
    seats: tuple[SeatCard, ...]
    body: Struct | None
    corners: tuple[Button, ...]
    primary: Button | None = None
