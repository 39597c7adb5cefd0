"""What is printed for Praetor: tiles, wall sections, boards, tracks and markers of the house set, in our own art."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from engine.praetor.values import SIDE_A, Book, Values, house
from engine.praetor.watching import cube
from engine.praetor.zones import COLOURS, GOODS, RESOURCES
from engine.table import Tally

if TYPE_CHECKING:
    from vision.printing.plates import Plate

INK, PAPER, PORPHYRY, GOLD, HAIR = "#221A2B", "#FFFCF5", "#5B1F4D", "#C79A2B", "#DDCFB4"
GROUNDS = {"red": "#E3A88F", "green": "#AFCBA3", "grey": "#BDB9C9", "none": "#EADFC4"}
"""The ground of a tile by what its area does: a level is won, or none, special, nothing to activate."""
AREAS = {"red": "area-level", "green": "area-plain", "grey": "area-special"}
PLAZAS = {"fountain": "#3C83D8", "column": "#B8863A", "tree": "#46B26A", "mosaic": "#BE5CB2"}
"""Bright enough that a camera, which finds a tile by its edge, does not take a corner for the dark table."""
PAINT = {"blue": "#2A4F9E", "yellow": "#E9C42E", "white": "#F4F2EC", "black": "#232128", "purple": "#6C3A8C"}
CUBE_PAINT = {"orange": "#D9772B", "grey": "#8E8C88", "white": "#EFEDE6", "black": "#26252B"}
CUBES = {cube(colour): paint for colour, paint in CUBE_PAINT.items()}
"""The paints that cubes are drawn in; what reads them on the sheets goes by the field they lie in."""
MADE_OF = {"gold": "coin", **{good: f"stuff-{good}" for good in GOODS}}
SIDE = 38.0
"""The side of a tile, mm."""
CORNERS = ((5.6, 5.6), (SIDE - 5.6, 5.6), (SIDE - 5.6, SIDE - 5.6), (5.6, SIDE - 5.6))
WALL, BOARD, MARKER, FIELDS = (60.0, 30.0), (190.0, 125.0), (17.0, 17.0), 100
Drawn = list[list[str | float]]


@cache
def tile_plates() -> Mapping[str, Plate]:
    """The front of each city tile by its name."""
    values = house()
    book = Book(values)
    return {tile: _tile(values, book, tile) for tile in values.city}


@cache
def plates() -> Mapping[str, tuple[tuple[Plate, Plate], ...]]:
    """Every printed piece, front and back, by the name of its file."""
    values = house()
    backs = {tile: _tile_back(item.era or "", item.players or 0) for tile, item in values.city.items()}
    sections = values.sections.values()
    return {
        "city-tiles": tuple((front, backs[tile]) for tile, front in tile_plates().items()),
        "wall-sections": tuple(
            (_wall(each.cost or {}, each.favor or 0), _wall_back(each.back or 0)) for each in sections
        ),
        "boards": tuple(_boards(values)),
        "markers": tuple((_marker(colour), _marker(colour)) for colour in COLOURS for _ in range(_markers(values))),
    }


def _markers(values: Values) -> int:
    return values.components.markers_each


def _plate(size: tuple[float, float], ground: str, drawn: Drawn) -> Plate:
    return {"size": size, "ground": ground, "drawn": drawn}


def _tile(values: Values, book: Book, tile: str) -> Plate:
    """The plazas in the corners, the kind, the price and favor, and the area with its fee."""
    kind, area = book.kind[tile], str(book.area[tile])
    middle, name = SIDE / 2, f"{values.tiles[kind].name['en']} {tile.rpartition('-')[2]}"
    drawn: Drawn = [["frame", 0.6, 0.6, SIDE - 0.6, SIDE - 0.6, GOLD, 0.5]]
    for plaza, (x, y) in zip(book.corners[tile], CORNERS, strict=True):
        if plaza:
            drawn += [["disc", x, y, 5.0, PLAZAS[plaza]], ["symbol", f"plaza-{plaza}", x, y, 6.6, PAPER]]
    drawn += [["symbol", f"city-{kind}", middle, 9.0, 10.5, INK], ["text", name, middle, 16.4, 2.5, INK, SIDE - 10]]
    cost = book.cost[tile]
    drawn += _price(cost, (15.0, 22.4), 5.6 if len(cost) < 3 else 4.8)
    if book.favor[tile]:
        drawn += _favor(book.favor[tile], (SIDE - 5.0, 22.6), 3.6)
    if area in AREAS:
        drawn += _area(area, book.fee[tile], middle)
    return _plate((SIDE, SIDE), GROUNDS.get(area, GROUNDS["none"]), drawn)


def _area(area: str, fee: Tally, middle: float) -> Drawn:
    """Where a worker stands who activates the tile: what it wins there, and what the owner is paid."""
    drawn: Drawn = [
        ["box", middle - 6.5, 26.2, middle + 6.5, 37.0, PAPER, 1.5],
        ["symbol", AREAS[area], middle, 29.4, 5.2, PORPHYRY],
    ]
    return drawn + _price(fee, (middle, 34.4), 4.0)


def _price(cost: Tally, at: tuple[float, float], size: float) -> Drawn:
    """A number and a symbol for each resource, in a row around `at`."""
    due = [(good, cost[good]) for good in RESOURCES if cost.get(good)]
    pitch = size * 1.75
    drawn: Drawn = []
    for n, (good, count) in enumerate(due):
        x = at[0] + pitch * (n - (len(due) - 1) / 2)
        drawn.append(["text", str(count), x - size * 0.42, at[1], size * 0.55, INK, 0.0])
        drawn.append(["symbol", MADE_OF[good], x + size * 0.38, at[1], size, INK])
    return drawn


def _favor(count: int, at: tuple[float, float], radius: float) -> Drawn:
    """Favor in a purple disc."""
    x, y = at
    return [["disc", x, y, radius, PORPHYRY], ["text", str(count), x, y, radius, PAPER, radius * 1.6]]


def _tile_back(era: str, players: int) -> Plate:
    """The era, and from how many players on the tile is used."""
    middle = SIDE / 2
    return _plate(
        (SIDE, SIDE),
        PORPHYRY,
        [
            ["frame", 2.0, 2.0, SIDE - 2.0, SIDE - 2.0, GOLD, 0.8],
            ["text", era, middle, middle - 2, 12.0, "#E7C566", 0.0],
            ["text", f"{players}+", SIDE - 7, SIDE - 6, 4.0, "#E7C566", 0.0],
        ],
    )


def _wall(cost: Tally, favor: int) -> Plate:
    """A wall section: battlements, its price and favor."""
    wide, high = WALL
    teeth: Drawn = [["box", x, 0.0, x + 5.0, 5.0, "#8F8B98", 0.0] for x in range(0, int(wide), 10)]
    price = _price(cost, (wide / 2 - 9, high / 2 + 2.5), 8.0)
    return _plate(WALL, "#CFC8BE", [*teeth, *price, *_favor(favor, (wide - 9.5, high / 2 + 2.5), 6.5)])


def _wall_back(favor: int) -> Plate:
    """What a section that was taken adds to later ones."""
    wide, high = WALL
    lines: Drawn = [["frame", 2.0, 2.0, wide - 2, high - 2, "#8F8B98", 0.8]]
    return _plate(WALL, "#A9A4AE", [*lines, *_favor(favor, (wide / 2, high / 2), 7.5)])


def _boards(values: Values) -> Iterator[tuple[Plate, Plate]]:
    """Five boards, side A on the front and each its own on the back, and the common tracks."""
    alike = _board(values, SIDE_A)
    for side in values.board:
        if side != SIDE_A:
            yield alike, _board(values, side)
    yield _track(), _plate(BOARD, PORPHYRY, [["symbol", "city-forum", BOARD[0] / 2, BOARD[1] / 2, 60.0, "#E7C566"]])


def _board(values: Values, side: str) -> Plate:
    """One side of a player board: morale, wages, the rates of the Market, and fields for workers and resources."""
    printed, (wide, high) = values.board[side], BOARD
    drawn: Drawn = [
        ["frame", 1.5, 1.5, wide - 1.5, high - 1.5, PORPHYRY, 0.8],
        ["text", side, 9.5, 10.0, 5.0, PORPHYRY, 0.0],
    ]
    drawn += _morale(printed.morale or (), wide)
    fields = (("citizen", ""), ("apprentice", "1"), ("apprentice", "2"), ("area-level", ""), ("retired", ""))
    for n, (symbol, words) in enumerate(fields):
        left = 5.0 + n * 36.2
        drawn += [["box", left, 34.0, left + 34.4, 76.0, PAPER, 2.0], ["symbol", symbol, left + 7, 41.0, 9.0, PORPHYRY]]
        drawn += [["text", words, left + 15, 41.0, 4.5, PORPHYRY, 0.0]] if words else []
    for n, wage in enumerate((printed.wage_active, printed.wage_retired)):
        slots = (wage,) if isinstance(wage, int) else wage or ()
        left = 5.0 + (3 + n) * 36.2
        drawn += [
            ["symbol", "coin", left + 17, 41.0, 7.0, INK],
            ["text", " ".join(map(str, slots)), left + 27, 41.0, 4.0, INK, 12.0],
        ]
    for n, (good, rate) in enumerate((printed.market or {}).items()):
        left = 5.0 + n * 45.3
        drawn += [
            ["box", left, 80.0, left + 43.3, 120.0, PAPER, 2.0],
            ["symbol", MADE_OF[good], left + 9, 89.0, 11.0, INK],
        ]
        drawn += _rate(rate.buy, "+", left, 100.0) + _rate(rate.sell, "-", left, 111.0)
    return _plate(BOARD, HAIR, drawn)


def _rate(rate: tuple[int, int], sign: str, left: float, y: float) -> Drawn:
    """Cubes bought (+) or sold (-), and the gold they cost or bring."""
    cubes, gold = rate
    other = "-" if sign == "+" else "+"
    return [
        ["text", f"{sign}{cubes}", left + 8, y, 5.0, INK, 0.0],
        ["text", f"{other}{gold}", left + 26, y, 5.0, INK, 0.0],
        ["symbol", "coin", left + 36, y, 7.0, INK],
    ]


def _morale(track: tuple[int, ...], wide: float) -> Drawn:
    """The spaces of morale, each with its favor."""
    drawn: Drawn = [["symbol", "morale", 20.0, 17.0, 13.0, PORPHYRY]]
    pitch = (wide - 34.0) / max(1, len(track))
    for n, favor in enumerate(track):
        x = 30.0 + pitch * (n + 0.5)
        drawn += [
            ["disc", x, 17.0, min(8.5, pitch * 0.47), PAPER],
            ["text", str(favor), x, 17.0, 4.0, INK, pitch * 0.7],
        ]
    return drawn


def _track() -> Plate:
    """The favor track of a hundred spaces and the turn-order bar."""
    high = BOARD[1]
    drawn: Drawn = []
    for n in range(FIELDS):
        x, y = 5.0 + (n % 20) * 9.0, 5.0 + (n // 20) * 17.0
        drawn += [["box", x, y, x + 8.2, y + 16.0, PAPER if n % 5 else "#E7C566", 1.0]]
        drawn += [["text", str(n), x + 4.1, y + 3.0, 2.6, INK, 7.0]]
    for n in range(len(COLOURS)):
        x = BOARD[0] / 2 + (n - 2) * 32.0
        drawn += [["disc", x, high - 17.0, 11.0, PAPER], ["text", str(n + 1), x, high - 17.0, 8.0, HAIR, 0.0]]
    return _plate(BOARD, PORPHYRY, drawn)


def _marker(colour: str) -> Plate:
    """A disc of a seat's colour."""
    x, y = MARKER[0] / 2, MARKER[1] / 2
    return _plate(MARKER, PAPER, [["disc", x, y, 8.0, INK], ["disc", x, y, 7.6, PAINT[colour]]])
