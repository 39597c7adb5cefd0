"""Component values of Praetor: typed, and as a book in the form the rules read.

A value that no layer knows raises `Unknown` where a rule first needs it, never before (P-DAT-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.catalogue import HOUSE, Catalogue, Unknown, converted, merge, read
from engine.praetor.city import Corners
from engine.praetor.zones import area, centre, mark
from engine.table import Tally

V = TypeVar("V")
FOLDER = Path(__file__).with_name("catalogue")
RED, GREEN, GREY, NONE = "red", "green", "grey", "none"
AREAS = (RED, GREEN, GREY, NONE)
START = "0"
ERAS = (START, "I", "II")
SIDE_A = "A"
MARKET, GOLD_MINE, ACADEMY, LABOR_CAMP = "market", "gold-mine", "academy", "labor-camp"


class Kind(Struct, frozen=True, omit_defaults=True, rename="kebab"):
    """What all tiles of a kind have in common: names, area (a meaning, not a colour), fee; `red` false is known not
    to be red."""

    name: dict[str, str] = {}
    area: str = ""
    fee: Tally | None = None
    red: bool | None = None
    start: bool = False
    example_cost: Tally | None = None
    example_favor: int | None = None
    example_fee: Tally | None = None


class Tile(Struct, frozen=True, omit_defaults=True):
    """One city tile as it is printed, front and back (P-DAT-02); None is not known.

    `players` is the number on its back (2 for 2+), `corners` the plaza pictures from the north-west clockwise. A count
    of nought in `fee` says that none is printed.
    """

    kind: str
    era: str | None = None
    players: int | None = None
    cost: Tally | None = None
    favor: int | None = None
    area: str | None = None
    fee: Tally | None = None
    corners: Corners | None = None


class Section(Struct, frozen=True, omit_defaults=True):
    """A wall section: its cost and favor, and on the `back` the favor it adds to later ones; None is not known."""

    cost: Tally | None = None
    favor: int | None = None
    back: int | None = None


class Rate(Struct, frozen=True):
    """A market rate as (cubes, gold): what one lot costs, and what one lot yields."""

    buy: tuple[int, int]
    sell: tuple[int, int]


Wage = int | tuple[int, ...]


class Board(Struct, frozen=True, omit_defaults=True, rename="kebab"):
    """One side of a player board; a wage may differ by slot; `morale` gives each space its favor; None is not known."""

    wage_active: Wage | None = None
    wage_retired: Wage | None = None
    morale: tuple[int, ...] | None = None
    market: dict[str, Rate] | None = None


class Layout(Struct, frozen=True):
    """A start city as its diagram shows it: pieces such as ``market-1:0,0,0``."""

    tiles: tuple[str, ...]


class Start(Struct, frozen=True):
    """What each player begins with (P-SET-08, P-SET-10)."""

    gold: int
    wood: int
    stone: int
    marble: int
    weapons: int
    active: tuple[int, ...]
    citizens: int
    favor: tuple[int, ...]


class Components(Struct, frozen=True, rename="kebab"):
    """How much of everything there is (P-CMP-01)."""

    tiles: int
    kinds: int
    walls: int
    boards: int
    workers_each: int
    markers_each: int


class Coins(Struct, frozen=True):
    gold: int


class Display(Struct, frozen=True, rename="kebab"):
    more_than_players: int


class Update(Struct, frozen=True, rename="kebab"):
    """Figures of the update (P-UPD-07, P-UPD-10 to P-UPD-12)."""

    retire_era_1: int
    retire_era_2: int
    unpaid_morale: int
    unpaid_favor: int
    hire_favor: int


class Final(Struct, frozen=True, rename="kebab"):
    """Figures of the final scoring (P-SCO-02, P-SCO-05, P-EXP-02 to P-EXP-04)."""

    gold_per_favor: int
    favor_per_apprentice: int
    expert_tiles: tuple[int, ...]
    expert_walls: tuple[int, ...]
    expert_citizens: tuple[int, ...]


class Values(Struct, frozen=True):
    """All component values of one game, as they are pinned in its entry 1."""

    tiles: dict[str, Kind]
    components: Components
    cubes: Tally
    coins: Coins
    start: Start
    display: Display
    update: Update
    scoring: Final
    board: dict[str, Board]
    city: dict[str, Tile] = {}
    sections: dict[str, Section] = {}
    layouts: dict[str, Layout] = {}


@cache
def catalogue() -> Catalogue:
    """What the rulebook says, completed by the house set."""
    return merge(read(FOLDER / "known.toml"), read(FOLDER / "house.toml"))


def house() -> Values:
    """The house set: complete."""
    return typed(catalogue())


def ours(values: Values) -> frozenset[str]:
    """The keys the house set gave, where all values are its own: a box in which the owner's stand has none."""
    return catalogue().keys_of(HOUSE) if values == house() else frozenset()


def copy(file: Path | None = None) -> Values:
    """What the rulebook says, completed by the owner's copy; `ValueError` names the file and what does not fit."""
    known = read(FOLDER / "known.toml")
    if file is None:
        return typed(merge(known))
    own = read(file)
    try:
        return typed(merge(known, own))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error


def typed(catalogue: Catalogue) -> Values:
    """A catalogue as typed values; `ValueError` names the path of what does not fit."""
    values = converted(catalogue.values, Values)
    for tile, item in values.city.items():
        if item.kind not in values.tiles:
            raise ValueError(f"city.{tile}.kind is {item.kind!r}, not one of {tuple(values.tiles)}")
    return values


def missing(values: Values) -> list[str]:
    """The keys a complete game needs and `values` lacks: what the owner enters once from the copy (P-DAT-02)."""
    book = Book(values)
    found = [] if values.city else ["city"]
    for tile, item in values.city.items():
        found += [f"city.{tile}.{key}" for key in ("era", "players") if getattr(item, key) is None]
        found += [f"city.{tile}.{key}" for key in book.printed_on(tile) if tile not in getattr(book, key)]
    for section in book.sections:
        known = values.sections.get(section, Section())
        found += [f"sections.{section}.{key}" for key in ("cost", "favor", "back") if getattr(known, key) is None]
    for side in book.sides:
        known_side = values.board.get(side, Board())
        found += [f"board.{side}.{name}" for key, name in BOARD_KEYS.items() if getattr(known_side, key) is None]
    return found


BOARD_KEYS = {
    "wage_active": "wage-active",
    "wage_retired": "wage-retired",
    "morale": "morale",
    "market": "market",
}


class Known(dict[str, V], Generic[V]):
    """Values by name; a name without a value raises `Unknown` with its key (P-DAT-01)."""

    __slots__ = ("path",)

    def __init__(self, path: str, values: Iterable[tuple[str, V | None]]) -> None:
        super().__init__((name, value) for name, value in values if value is not None)
        self.path = path

    def __missing__(self, name: str) -> V:
        raise Unknown(self.path.format(name))


class Book:
    """Component values in the form the rules read them."""

    def __init__(self, values: Values) -> None:
        tiles = values.city
        self.values = values
        self.start = values.start
        self.update = values.update
        self.final = values.scoring
        self.kind = {tile: item.kind for tile, item in tiles.items()}
        self.era: Known[str] = _known("city.{}.era", tiles, "era")
        self.players: Known[int] = _known("city.{}.players", tiles, "players")
        free = [tile for tile, item in tiles.items() if item.era == START]
        self.cost: Known[Tally] = _known("city.{}.cost", tiles, "cost")
        self.favor: Known[int] = _known("city.{}.favor", tiles, "favor")
        self.cost |= {tile: {} for tile in free}  # start tiles print no price
        self.favor |= dict.fromkeys(free, 0)
        self.corners: Known[Corners] = _known("city.{}.corners", tiles, "corners")
        self.area = Known("city.{}.area", ((tile, self._area(item)) for tile, item in tiles.items()))
        self.fee = Known("city.{}.fee", ((tile, self._fee(item)) for tile, item in tiles.items()))
        self.academies = self.of(ACADEMY)
        self.fee_like = self._fee_like()
        self.sites: dict[tuple[str, ...], Any] = {}
        self.worked = {tile: self._is_worked(kind) for tile, kind in self.kind.items()}
        self.mark = {tile: mark(tile) for tile in tiles}
        self.centre = {tile: centre(tile) for tile in tiles}
        self.area_of = {tile: area(tile) for tile in tiles}
        self.markers = values.components.markers_each - 3  # morale, favor and turn order have one each (P-CMP-05)
        self._read_walls()
        self._read_boards()

    def _read_walls(self) -> None:
        sections = self.values.sections
        self.sections = self._sections()
        self.price: Known[Tally] = _known("sections.{}.cost", sections, "cost")
        self.worth: Known[int] = _known("sections.{}.favor", sections, "favor")
        self.back: Known[int] = _known("sections.{}.back", sections, "back")

    def _read_boards(self) -> None:
        boards = self.values.board
        self.sides = (SIDE_A, *(f"B{number}" for number in range(1, self.values.components.boards + 1)))
        self.wage_active: Known[Wage] = _known("board.{}.wage-active", boards, "wage_active")
        self.wage_retired: Known[Wage] = _known("board.{}.wage-retired", boards, "wage_retired")
        self.morale: Known[tuple[int, ...]] = _known("board.{}.morale", boards, "morale")
        self.market: Known[dict[str, Rate]] = _known("board.{}.market", boards, "market")

    def _area(self, tile: Tile) -> str | None:
        """A tile's own area, or that of its kind; what is not red and no special tile gives no level."""
        kind = self.values.tiles[tile.kind]
        return tile.area or kind.area or (GREEN if kind.red is False else None)

    def _fee(self, tile: Tile) -> Tally | None:
        kind = self.values.tiles[tile.kind]
        fee = kind.fee if tile.fee is None else tile.fee
        if fee is None:
            return {} if kind.area == NONE else None
        return {piece: count for piece, count in fee.items() if count}

    def _fee_like(self) -> dict[str, str]:
        """For each tile the first one with the same fee, so that each different fee is looked at once."""
        first: dict[tuple[tuple[str, int], ...], str] = {}
        return {
            tile: first.setdefault(tuple(self.fee[tile].items()), tile) if tile in self.fee else tile
            for tile in self.kind
        }

    def _is_worked(self, kind: str) -> bool:
        """Does a worker activate tiles of this kind: neither special ones nor those without an area (P-ACV-06)?"""
        return self.values.tiles[kind].area not in (GREY, NONE)

    def _sections(self) -> tuple[str, ...]:
        """The wall sections, as they were entered or as many as there are."""
        named = list(self.values.sections)
        numbers = range(1, self.values.components.walls + 1)
        others = (f"wall-{number:02}" for number in numbers)
        return tuple([*named, *(name for name in others if name not in named)][: self.values.components.walls])

    def printed_on(self, tile: str) -> tuple[str, ...]:
        """The values a tile of this kind and era prints."""
        if self.kind[tile] not in self.values.tiles:
            return ()
        bought = () if self.values.city[tile].era == START else ("cost", "favor")
        worked = self.values.tiles[self.kind[tile]].area != NONE
        return (*bought, "corners", *(("area", "fee") if worked else ()))

    def of(self, *kinds: str) -> tuple[str, ...]:
        """The tiles of some kinds, in the order of the catalogue."""
        return tuple(tile for tile, kind in self.kind.items() if kind in kinds)

    def used_by(self, players: int) -> tuple[str, ...]:
        """The tiles whose mark admits so many players (P-SET-02); raises `Unknown`."""
        if not self.kind:
            raise Unknown("city")
        return tuple(tile for tile in self.kind if self.players[tile] <= players)

    def space_of_zero(self, side: str) -> int:
        """The space of a morale track where the marker begins (P-SET-08)."""
        return self.morale[side].index(0)


def wages(rate: Wage, workers: int) -> int:
    """What so many workers cost; where slots differ, the last printed one counts for all further (P-UPD-09)."""
    if isinstance(rate, int):
        return rate * workers
    return sum(rate[min(slot, len(rate) - 1)] for slot in range(workers))


def _known(path: str, items: Mapping[str, Any], key: str) -> Known[Any]:
    return Known(path, ((name, getattr(item, key)) for name, item in items.items()))
