"""The component values of Constantinopolis in the form the rules read them.

A value that no layer knows raises `Unknown` where a rule first needs it, never before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.catalogue import Unknown
from engine.constantinopolis.faces import UNREAD, letters
from engine.constantinopolis.values import Building, Market, Values
from engine.table import Tally

V = TypeVar("V")


class Known(dict[str, V], Generic[V]):
    """Values by name; a name without a value raises `Unknown`."""

    __slots__ = ("path",)

    def __init__(self, path: str, values: Iterable[tuple[str, V | None]]) -> None:
        super().__init__((name, value) for name, value in values if value is not None)
        self.path = path

    def __missing__(self, name: str) -> V:
        raise Unknown(self.path.format(name))


Wares = tuple[tuple[str, int, int], ...]
"""Goods, each with its limit and the gold it costs."""


class Shown(dict[tuple[str, bool], Wares]):
    """The goods on a market card but some, at the printed price or at that of the market wall's owner (C-WAL-06);
    read when first asked for."""

    __slots__ = ("_market", "_wall")

    def __init__(self, market: Market, wall: Building) -> None:
        super().__init__()
        self._market, self._wall = market, wall

    def __missing__(self, asked: tuple[str, bool]) -> Wares:
        barred, cheaper = asked
        self[asked] = wares = tuple(
            (good, most, self._price(good, cheaper))
            for good, most in (self._market.limit or {}).items()
            if good not in barred
        )
        return wares

    def _price(self, good: str, cheaper: bool) -> int:
        price = (self._market.buy or {})[good]
        return max(self._wall.least, price - self._wall.discount) if cheaper else price


class Stall(Struct, frozen=True, gc=False):
    """A market card, read: per good its limit and prices; the donations with their goods and fame; the gold of the
    `cheapest` good and the number of goods of the `smallest` donation; the `wares` as a seat meets them."""

    limit: dict[str, int]
    buy: dict[str, int]
    sell: dict[str, int]
    donation: dict[str, int]
    gifts: dict[str, Tally]
    cheapest: int
    smallest: int
    wares: Shown


def _stall(card: str, market: Market, wall: Building) -> Stall:
    if market.limit is None or market.buy is None or market.sell is None or market.donation is None:
        raise Unknown(f"markets.{card}")
    gifts = {entry: letters(entry) for entry in market.donation}
    cheapest, smallest = min(market.buy.values()), min(map(len, gifts), default=0)
    shown = Shown(market, wall)
    return Stall(market.limit, market.buy, market.sell, market.donation, gifts, cheapest, smallest, shown)


class Stalls(dict[str, Stall]):
    """Market cards by piece, read when first needed."""

    __slots__ = ("_markets", "_wall")

    def __init__(self, markets: Mapping[str, Market], wall: Building) -> None:
        super().__init__()
        self._wall = wall
        self._markets = {f"market-{name}": (name, market) for name, market in markets.items()}

    def __missing__(self, piece: str) -> Stall:
        self[piece] = stall = _stall(*self._markets[piece], self._wall)
        return stall


Shelf = tuple[tuple[int, str], ...]
"""The tiles of one kind with their prices, the cheapest first."""


class Book:
    """Component values in the form the rules read them."""

    def __init__(self, values: Values) -> None:
        tiles = values.buildings
        self.values = values
        self.tracks = values.tracks
        self.abilities = values.abilities
        self.start = values.start
        self.ships = values.ships
        self.berths = {
            size: tuple(f"{size}-{n + 1}" for n in range(ship.copies))
            for size, ship in sorted(values.ships.items(), key=lambda item: (item[1].cost, item[0]))
        }
        self.size = {ship: size for size, ships in self.berths.items() for ship in ships}
        self.hold = {ship: f"hold/{ship}" for ship in self.size}
        self.kind = {tile: item.kind for tile, item in tiles.items()}
        self.cost = {tile: item.cost for tile, item in tiles.items()}
        shelves = ((kind, self._shelf(kind)) for kind in dict.fromkeys(self.kind.values()))
        self.shelves = tuple(sorted(shelves, key=lambda shelf: shelf[1][0]))
        self.output = _known("buildings.{}.output", tiles, "output")
        self.yields = Known("buildings.{}.output", ((tile, letters(goods)) for tile, goods in self.output.items()))
        self.licence = {tile: item.licence for tile, item in tiles.items() if item.kind == "production"}
        self.licensed = {letter: self._holding(letter) for letter in "ABCD"}
        self.commercial = self.of("commercial")
        self.licensed_shelf = self._licensed_shelves()
        self.requires = _tallies("buildings.{}.requires", tiles)
        self.gold = _known("buildings.{}.gold", tiles, "gold")
        self.fame = _known("buildings.{}.fame", tiles, "fame")
        self.twin = self._twins()
        self.stalls = Stalls(values.markets, tiles["wall-market"])
        self.cards = tuple(f"market-{name}" for name in values.markets)
        self.usable = (*sorted(self.of("commercial")), "redemptor", "wall-swap", "wall-three-goods")
        self.coins = sum(value * count for value, count in zip(values.coins.value, values.coins.copies, strict=True))

    def of(self, kind: str) -> tuple[str, ...]:
        """The tiles of one kind, in the order of the catalogue."""
        return tuple(tile for tile, found in self.kind.items() if found == kind)

    def _shelf(self, kind: str) -> Shelf:
        return tuple(sorted((self.cost[tile], tile) for tile in self.of(kind) if tile not in self.start.buildings))

    def _licensed_shelves(self) -> dict[str, Shelf]:
        """The production buildings by the licences one may buy: always A, and any of the others."""
        others = ("", "B", "C", "D", "BC", "BD", "CD", "BCD")
        shelf = self._shelf("production")
        return {f"A{more}": tuple(item for item in shelf if self.licence[item[1]] in f"A{more}") for more in others}

    def copies(self, tile: str) -> int:
        """How many of a tile the box holds; raises `Unknown`."""
        found = self.values.buildings[tile].copies
        if found is None:
            raise Unknown(f"buildings.{tile}.copies")
        return found

    def deck(self) -> Tally:
        """All contracts; faces nobody has typed in are `contract:?`."""
        faces = {f"contract:{face}": count for face, count in self.values.contracts.faces.items()}
        unread = self.values.contracts.copies - sum(faces.values())
        return faces | {UNREAD: unread} if unread > 0 else faces

    def _holding(self, letter: str) -> tuple[str, ...]:
        return tuple(tile for tile, found in self.licence.items() if found == letter)

    def _twins(self) -> dict[str, str]:
        """The dearer public building of the same fame, which must go first."""
        public = [(self.values.buildings[tile].fame, self.cost[tile], tile) for tile in sorted(self.of("public"))]
        public.sort(key=lambda item: item[1])
        return {
            tile: dearer
            for fame, cost, tile in public
            for other, price, dearer in public
            if other == fame and price > cost
        }


def _known(path: str, tiles: Mapping[str, Building], key: str) -> Known[Any]:
    return Known(path, ((tile, getattr(item, key)) for tile, item in tiles.items()))


def _tallies(path: str, tiles: Mapping[str, Building]) -> Known[Tally]:
    return Known(path, ((tile, letters(item.requires)) for tile, item in tiles.items() if item.requires is not None))
