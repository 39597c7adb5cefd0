"""The city as a growing map, the tiles for sale, and the tile that is about to be laid."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Labelled, Person

Price = tuple[tuple[str, int], ...]
"""Icons of resources, each with how many."""
SEEN_MARKS = {"agrees": ("check", "verdigris"), "doubt": ("question", "gold_text"), "differs": ("disagree", "saffron")}
"""How the camera has seen a tile → its symbol and tone; one that was not seen is pale and bears none."""


class Die(Struct, frozen=True):
    """A worker: whose, and its pips."""

    person: Person
    pips: int


class CityTile(Struct, frozen=True, kw_only=True):
    """A tile in the city: its picture, its four plazas as they lie from the north-west clockwise, and who is there.

    `area` is `red` (the worker rises), `green` (it stays), `grey` (special) or `none`; `builder` stands in the centre,
    `worker` on the area. `ghost` is a tile that is only being tried out there. `house`: what it prints is of our set.
    `turned` says by how many degrees, where no plazas show it.
    `doubt` says in a word what the camera sees there otherwise than the book. `seen` says while the city is looked
    over how it was seen: `unseen`, `agrees`, `doubt` or `differs`.
    """

    x: int
    y: int
    name: str
    icon: str
    plazas: tuple[str, ...]
    area: str
    fee: Price
    button: Button
    owner: Person | None = None
    builder: Die | None = None
    worker: Die | None = None
    ghost: bool = False
    house: bool = False
    doubt: str = ""
    seen: str = ""
    turned: str = ""


class FreeCell(Struct, frozen=True):
    """A free cell beside the city; `figure` is the best sum of plazas there, or nothing."""

    x: int
    y: int
    figure: str
    button: Button


class CornerShare(Struct, frozen=True):
    """What a corner of the city gives the tile that is tried out; x and y are those of the vertex."""

    x: int
    y: int
    figure: str


class PraetorMap(Struct, frozen=True, kw_only=True):
    """The map: tiles, free cells, and of the tile tried out the sum and its corners. `rule` opens what it shows.

    A `still` one does not grow: no row of cells is kept free round its tiles. `look` opens the camera's view of it.
    """

    tiles: tuple[CityTile, ...]
    free: tuple[FreeCell, ...]
    corners: tuple[CornerShare, ...] = ()
    total: str = ""
    still: bool = False
    look: Button | None = None


class CityLine(Struct, frozen=True, kw_only=True):
    """A line beside the map: a tile for sale with its plazas, price and favor; a tile to work on with what it brings;
    a gap that is not filled before the update (`gone` tells why). `house`: what it prints is of our set."""

    name: str
    icon: str
    plazas: tuple[str, ...] = ()
    price: Price = ()
    note: str = ""
    right: Price = ()
    button: Button = Button("")
    gone: bool = False
    house: bool = False


class PraetorCity(Struct, frozen=True, kw_only=True):
    """The actions of a round as one screen: the map, and beside it what can be bought or worked on."""

    map: PraetorMap
    tabs: tuple[Button, ...]
    lines: tuple[CityLine, ...]
    note: Labelled = Labelled("")
