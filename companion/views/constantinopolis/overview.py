"""What Constantinopolis shows of the table at a glance: seats with office and goods, offices, ships and market."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.overview import SeatCard
from companion.views.common.parts import Person


class CitySeat(SeatCard, frozen=True, kw_only=True):
    """One seat with its office (0 for none), fame, level, goods as letters `GBRKY`, and number of contracts."""

    office: int
    fame: int
    level: int
    goods: tuple[str, ...]
    contracts: int

    @property
    def crowd(self) -> int:
        return len(self.goods)


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


class CityTable(Struct, frozen=True):
    """Offices, ships and the current market with its prices; `coming` names the next market."""

    offices: tuple[OfficeLine, ...]
    lanes: tuple[Lane, ...]
    market: str
    prices: tuple[Price, ...]
    coming: str
