"""The table at a glance: every seat at its side, whose turn it is, offices, ships and market."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person, Tag, Top


class SeatCard(Struct, frozen=True, kw_only=True):
    """One seat as everybody may see it; `state` is `due`, `done`, `wait`, `differs` or `lost`.

    `side` is where the person sits: `south`, `west`, `north` or `east`. `goods` are letters `GBRKY`.
    """

    person: Person
    side: str
    verb: str
    state: str
    office: int
    fame: int
    level: int
    goods: tuple[str, ...]
    contracts: int
    button: Button


class OfficeLine(Struct, frozen=True):
    """An office in the turn order and who holds it."""

    office: int
    icon: str
    name: str
    holder: Person | None


class ShipSpot(Struct, frozen=True):
    """A ship on a lane: whose, and its size as an icon."""

    person: Person
    icon: str


class Lane(Struct, frozen=True):
    """Where ships lie: on a long voyage, on a short one, in the harbour."""

    label: str
    tone: str
    ships: tuple[ShipSpot, ...]


class Price(Struct, frozen=True):
    """What one good costs and brings on the current market, in gold."""

    good: str
    buy: int
    sell: int


class Overview(Struct, frozen=True, kw_only=True):
    """The lying layout, for everybody around the table."""

    top: Top
    sentence: str
    note: str
    tag: Tag
    due: str
    seats: tuple[SeatCard, ...]
    offices: tuple[OfficeLine, ...]
    lanes: tuple[Lane, ...]
    market: str
    prices: tuple[Price, ...]
    coming: str
    corners: tuple[Button, ...]
    primary: Button | None = None
