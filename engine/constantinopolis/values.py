"""Component values of Constantinopolis (C-CMP-01 to C-CMP-14): typed, and as a book in the form the rules read.

A value that no layer knows raises `Unknown` where a rule first needs it, never before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from engine.catalogue import Catalogue, Unknown, merge, read
from engine.catalogue import Values as Layer
from engine.errors import WrongFile, WrongInput
from engine.table import Tally

V = TypeVar("V")
FOLDER = Path(__file__).with_name("catalogue")
UNREAD = "contract:?"
_FACE = re.compile(r"contract:(?:([GBRKY]{1,2})\.(\d{1,2})\.([12])([12])([12])|P\.(\d{1,2})\.-([12])([12]))")


Copies = Annotated[int, Meta(ge=0, le=999)]
"""How many of one kind a box may hold."""
Figure = Annotated[int, Meta(ge=0, le=999)]
"""A printed figure: gold, fame, slots, rounds."""
Letters = Annotated[str, Meta(pattern="^[GBRKY]{0,9}$")]
"""Goods by their letters."""
OneGood = Annotated[str, Meta(pattern="^[GBRKY]$")]
"""One good by its letter."""


class Good(Struct, frozen=True):
    copies: Copies


class Ship(Struct, frozen=True):
    """One size of ship: how many there are, price in gold, slots, slots that may take passengers."""

    copies: Annotated[int, Meta(ge=0, le=20)]
    cost: Figure
    hold: Figure
    passengers: Figure


class Building(Struct, frozen=True, omit_defaults=True):
    """One name of tile (C-CMP-02 to C-CMP-07). `output` and `requires` are goods letters, `fame` points; None is not
    known."""

    kind: str
    cost: Figure
    copies: Copies | None = None
    licence: str = ""
    output: Letters | None = None
    requires: Letters | None = None
    gold: Figure | None = None
    fame: Figure | None = None
    goods: Figure = 0
    contracts: Figure = 0
    discount: Figure = 0
    least: Figure = 0
    step: Figure = 0


class Market(Struct, frozen=True, omit_defaults=True):
    """One market card (C-CMP-10): per good its limit and prices in gold, per donation its fame; None is not known."""

    limit: dict[OneGood, Figure] | None = None
    buy: dict[OneGood, Figure] | None = None
    sell: dict[OneGood, Figure] | None = None
    donation: dict[Letters, Figure] | None = None


class Start(Struct, frozen=True):
    gold: Figure
    ships: tuple[str, ...]
    buildings: tuple[str, ...]


class Tracks(Struct, frozen=True, rename="kebab"):
    """Figures printed on the board: contracts by level 1–7 (C-CMP-12), fame by number of walls (C-CMP-13), prices of
    posts (C-CMP-14), the offices' gold."""

    draw: tuple[Figure, ...]
    wall_fame: tuple[Figure, ...]
    trading_posts: tuple[Figure, ...]
    comes_gold: Figure
    magister_contracts: Figure
    vacant_office: Figure
    gold_per_fame: Figure


class Abilities(Struct, frozen=True, rename="kebab"):
    mensae_gold: Figure
    redemptor_good: str
    redemptor_discount: Figure
    store: Figure
    horreum_store: Figure


class Contracts(Struct, frozen=True):
    """How many contracts there are; `faces` gives copies by ``cargo.gold.voyages``, empty where the deck is unknown."""

    copies: Copies
    faces: dict[str, Copies] = {}


class Coins(Struct, frozen=True):
    value: tuple[Figure, ...]
    copies: tuple[Figure, ...]


class Values(Struct, frozen=True):
    """All component values of one game, as they are pinned in its entry 1."""

    goods: dict[str, Good]
    ships: dict[str, Ship]
    buildings: dict[str, Building]
    markets: dict[str, Market]
    start: Start
    tracks: Tracks
    abilities: Abilities
    contracts: Contracts
    coins: Coins


@cache
def catalogue() -> Catalogue:
    """What the rulebooks say, completed by the house set."""
    return merge(read(FOLDER / "known.toml"), read(FOLDER / "house.toml"))


def house() -> Values:
    """The house set: complete."""
    return typed(catalogue())


def copy(file: Path | None = None) -> Values:
    """What the rulebooks say, completed by the owner's copy; `ValueError` names the file and what does not fit."""
    known = read(FOLDER / "known.toml")
    if file is None:
        return typed(merge(known))
    own = read(file)
    _check_keys(known, own, file.name)
    try:
        return typed(merge(known, own))
    except ValueError as error:
        raise WrongFile(f"{file.name}: {error}") from error


def _check_keys(known: Layer, own: Layer, file: str) -> None:
    """Raise `WrongFile` for a key of the owner's file that stands for nothing in the box."""
    for table, items in own.items():
        if table in ("layer", "source"):
            continue
        if table not in Values.__struct_fields__:
            raise WrongFile(f"{file}: there is no {table!r}")
        if not isinstance(items, dict):
            raise WrongFile(f"{file}: {table} is no table")
        kind = {"buildings": Building, "markets": Market}.get(table)
        for name, item in items.items() if kind else ():
            if name != "source" and name not in known[table]:
                raise WrongFile(f"{file}: there is no {table}.{name}; there are {', '.join(known[table])}")
            fields = (*kind.__struct_fields__, *known[table].get(name, ()), "source") if kind else ()
            if odd := [key for key in item if key not in fields] if isinstance(item, dict) else ():
                raise WrongFile(f"{file}: there is no {table}.{name}.{odd[0]}")


def typed(catalogue: Catalogue) -> Values:
    """A catalogue as typed values; `ValueError` names the path of what does not fit."""
    try:
        return msgspec.convert(catalogue.values, Values)
    except msgspec.ValidationError as error:
        raise WrongInput(str(error)) from error


def missing(values: Values) -> list[str]:
    """The keys a complete game needs and `values` lacks, in the order of the catalogue."""
    found = [f"buildings.{tile}.{key}" for tile, item in values.buildings.items() for key in _lacks(item)]
    for card, market in values.markets.items():
        found += [
            f"markets.{card}.{key}" for key in ("limit", "buy", "sell", "donation") if getattr(market, key) is None
        ]
    if sum(values.contracts.faces.values()) < values.contracts.copies:
        found.append("contracts.faces")
    return found


def _lacks(tile: Building) -> list[str]:
    needed = {"production": ("copies", "output"), "commercial": ("copies", "requires", "gold", "fame")}
    return [key for key in needed.get(tile.kind, ("copies",)) if getattr(tile, key) is None]


class Known(dict[str, V], Generic[V]):
    """Values by name; a name without a value raises `Unknown`."""

    __slots__ = ("path",)

    def __init__(self, path: str, values: Iterable[tuple[str, V | None]]) -> None:
        super().__init__((name, value) for name, value in values if value is not None)
        self.path = path

    def __missing__(self, name: str) -> V:
        raise Unknown(self.path.format(name))


class Contract(Struct, frozen=True, gc=False):
    """A contract's face: `goods` and `passengers` it carries, `slots` it takes, `gold`, `fame`, and the rounds it
    travels on a small, medium and large ship (0: that size does not take it)."""

    goods: Tally
    slots: int
    passengers: int
    gold: int
    fame: int
    rounds: dict[str, int]


class _Faces(dict[str, Contract]):
    """Contracts by piece, read when first seen; only faces a contract can have are kept."""

    __slots__ = ()

    def __missing__(self, piece: str) -> Contract:
        self[piece] = paper = _read(piece)
        return paper


def _read(piece: str) -> Contract:
    if piece == UNREAD:
        raise Unknown("contract")
    match = _FACE.fullmatch(piece)
    if match is None:
        raise WrongInput(f"{piece!r} is not a contract's face, such as 'contract:GB.7.112' or 'contract:P.5.-12'")
    cargo, gold, small, medium, large, fare, by_medium, by_large = match.groups()
    if cargo is None:
        return Contract({}, 1, 1, int(fare), 0, {"small": 0, "medium": int(by_medium), "large": int(by_large)})
    rounds = {"small": int(small), "medium": int(medium), "large": int(large)}
    return Contract(letters(cargo), len(cargo), 0, int(gold), 1, rounds)


contract = _Faces().__getitem__
"""What a contract says; raises `Unknown` for one nobody has read, `ValueError` for no contract's face."""


def is_face(piece: str) -> bool:
    """Is this a contract's face, or that of a contract nobody has read?"""
    return piece == UNREAD or _FACE.fullmatch(piece) is not None


def letters(goods: str) -> Tally:
    """A tally of goods letters."""
    return {good: goods.count(good) for good in dict.fromkeys(goods)}


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
