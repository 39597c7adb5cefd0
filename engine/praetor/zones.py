"""Every place on the table of Praetor. `<c>` is a seat's colour, `<t>` a city tile.

| zone | holds | open to |
|---|---|---|
| `supply` (may owe) | `wood`, `stone`, `marble`, `weapons`, `gold` by value | all |
| `track` (may owe) | `favor`, `morale` not yet taken, as a debt | all |
| `box` | pieces not in this game | all |
| `deck/1`, `deck/2` | city tiles of the First Era, on top, and of the Second; their order is unknown | how many |
| `display` | city tiles for sale | all |
| `city` | tiles built: `sawmill-1:x,y,turn` | all |
| `walls/deck` | wall sections; their order is unknown | how many |
| `walls/open` | the wall section of the round | all |
| `walls/gone` | sections that no player took | all |
| `order/1` … `order/5` | the turn-order bar: `order-<c>` | all |
| `mark/<t>` | the owner's `marker-<c>` | all |
| `centre/<t>` | the worker who built the tile | all |
| `area/<t>` | the worker who activated it | all |
| `treasury/<c>` | gold by value | all |
| `goods/<c>` | wood, stone, marble, weapons | all |
| `favor/<c>` | `favor` by value | all |
| `morale/<c>` | `morale`, one for each space right of the first | all |
| `citizens/<c>`, `active/<c>`, `retired/<c>` | workers: `worker-<c>:3` | all |
| `apprentices/<c>/1`, `apprentices/<c>/2` | workers learning | all |
| `markers/<c>` (may owe, option `marker_limit`) | markers not on a tile | all |
| `sections/<c>` | wall sections taken, face down | all |

Which marker of equal favor lies on top is the only thing the tallies do not show; the round remembers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.table import Piece, Zone

GOODS = ("wood", "stone", "marble", "weapons")
RESOURCES = ("gold", *GOODS)
COLOURS = ("blue", "yellow", "white", "black", "purple")
LEVELS = (1, 2, 3, 4, 5, 6)
LAST_LEVEL = 6

SUPPLY = "supply"
TRACK = "track"
BOX = "box"
DECK = {"I": "deck/1", "II": "deck/2"}
FIRST_ERA, SECOND_ERA = DECK["I"], DECK["II"]
DISPLAY = "display"
CITY = "city"
WALLS = "walls/deck"
WALL = "walls/open"
GONE = "walls/gone"
BAR = ("order/1", "order/2", "order/3", "order/4", "order/5")
BOTTOMLESS = frozenset({SUPPLY, TRACK})
OWNER = {f"marker-{colour}": colour for colour in COLOURS}
"""Whose marker a piece is."""
LEVEL = {f"worker-{colour}:{level}": level for colour in COLOURS for level in LEVELS}
"""The pips a worker shows."""
MASTER = {f"worker-{colour}:{level}": colour for colour in COLOURS for level in LEVELS}
"""Whose worker a die is."""

_SHARED = (SUPPLY, TRACK, BOX, FIRST_ERA, SECOND_ERA, DISPLAY, CITY, WALLS, WALL, GONE, *BAR)


class Seat(Struct, frozen=True, gc=False):
    """One seat's zones and pieces, named once; the table itself is the seat with colour ``""``.

    `die` gives its worker by level (index 0 is not used), `store` the zone of each resource.
    """

    colour: str
    treasury: Zone
    goods: Zone
    favor: Zone
    morale: Zone
    citizens: Zone
    first: Zone
    second: Zone
    active: Zone
    retired: Zone
    markers: Zone
    sections: Zone
    marker: Piece
    token: Piece
    die: tuple[Piece, ...]
    store: dict[str, Zone]


def seat(colour: str) -> Seat:
    """The zones of one seat."""
    treasury, goods = f"treasury/{colour}", f"goods/{colour}"
    return Seat(
        colour,
        treasury=treasury,
        goods=goods,
        favor=f"favor/{colour}",
        morale=f"morale/{colour}",
        citizens=f"citizens/{colour}",
        first=f"apprentices/{colour}/1",
        second=f"apprentices/{colour}/2",
        active=f"active/{colour}",
        retired=f"retired/{colour}",
        markers=f"markers/{colour}",
        sections=f"sections/{colour}",
        marker=f"marker-{colour}",
        token=f"order-{colour}",
        die=("", *(f"worker-{colour}:{level}" for level in LEVELS)),
        store={"gold": treasury, **dict.fromkeys(GOODS, goods)},
    )


def mark(tile: str) -> Zone:
    """Where the marker of a tile's owner lies."""
    return f"mark/{tile}"


def centre(tile: str) -> Zone:
    """Where the worker stands who builds a tile."""
    return f"centre/{tile}"


def area(tile: str) -> Zone:
    """Where the worker stands who activates a tile."""
    return f"area/{tile}"


def zones(seats: Iterable[Seat], tiles: Iterable[str]) -> Iterator[Zone]:
    """All zones of a game."""
    yield from _SHARED
    for tile in tiles:
        yield from (mark(tile), centre(tile), area(tile))
    for me in seats:
        yield from (getattr(me, name) for name in _OWN)


_OWN = (
    "treasury",
    "goods",
    "favor",
    "morale",
    "citizens",
    "first",
    "second",
    "active",
    "retired",
    "markers",
    "sections",
)
