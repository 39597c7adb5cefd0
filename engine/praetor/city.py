"""The city as a growing map of square tiles: places, turns, free spots and plazas.

x grows to the right, y downwards, one for each tile. Corners count 0 to 3 from the north-west clockwise. A tile turned
by `turn` quarter turns clockwise shows at corner k what it prints at corner k - turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from engine.game import Among
from engine.praetor.zones import CITY, area, centre
from engine.table import Piece, Zone, Zones

TURNS = 4
Cell = tuple[int, int]
Corners = tuple[str, ...]
"""The plaza pictures of an unturned tile at its four corners; ``""`` where there is none."""

EDGES: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
DIAGONALS: tuple[Cell, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_MEETING: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((-1, -1, 2), (0, -1, 3), (-1, 0, 1)),
    ((0, -1, 2), (1, -1, 3), (1, 0, 0)),
    ((1, 0, 3), (1, 1, 0), (0, 1, 1)),
    ((-1, 0, 2), (0, 1, 0), (-1, 1, 1)),
)
"""For each corner the three other cells that meet there, each with its own corner at that point."""


class Spot(Struct, frozen=True, gc=False, array_like=True):
    """A cell of the city, and how often a tile is turned clockwise there by a quarter."""

    x: int
    y: int
    turn: int = 0


class Map(Struct, frozen=True):
    """Where each tile lies, in the order of their names, and which tile lies in each cell.

    `stations` are the places where workers may stand: zone, tile, and whether it is for building; `standing` gives
    the same by zone.
    """

    spots: dict[str, Spot]
    cells: dict[Cell, str]
    stations: tuple[tuple[Zone, str, bool], ...]
    standing: dict[Zone, tuple[str, bool]]


def laid(tile: str, spot: Spot) -> Piece:
    """A tile as a piece of the city."""
    return f"{tile}:{spot.x},{spot.y},{spot.turn}"


@lru_cache(65536)
def placed(piece: Piece) -> tuple[str, Spot]:
    """The tile of a piece of the city, and its spot; `ValueError` for a piece that says none."""
    tile, _, where = piece.partition(":")
    try:
        x, y, turn = map(int, where.split(","))
    except ValueError:
        raise ValueError(f"{piece!r} is no tile at a place, such as 'market-1:0,-1,3'") from None
    return tile, Spot(x, y, turn)


def city(table: Zones) -> Map:
    """The map of what is built."""
    return _map(tuple(table[CITY]))


@lru_cache(4096)
def _map(pieces: tuple[Piece, ...]) -> Map:
    spots = dict(sorted(map(placed, pieces), key=lambda item: item[0]))
    stations = tuple(item for tile in spots for item in ((centre(tile), tile, True), (area(tile), tile, False)))
    cells = {(spot.x, spot.y): tile for tile, spot in spots.items()}
    return Map(spots, cells, stations, {zone: (tile, builds) for zone, tile, builds in stations})


def free(table: Zones, adjacency: str) -> Among:
    """All spots where a tile may be laid: a free cell beside a tile, in each of four turns (P-BLD-03, P-BLD-04)."""
    return _free(tuple(table[CITY]), adjacency == "edge_or_corner")


@lru_cache(4096)
def _free(pieces: tuple[Piece, ...], corners: bool) -> Among:
    taken = _map(pieces).cells
    steps = EDGES + DIAGONALS if corners else EDGES
    beside = {(x + right, y + down) for x, y in taken for right, down in steps} - taken.keys()
    cells = sorted(beside, key=lambda cell: (cell[1], cell[0]))
    return Among(tuple(Spot(x, y, turn) for x, y in cells for turn in range(TURNS)))


def beside(taken: Map, spot: Spot, adjacency: str) -> bool:
    """Does a cell touch a tile by an edge, or by a corner where the table plays so (P-AMB-04)?"""
    steps = EDGES + DIAGONALS if adjacency == "edge_or_corner" else EDGES
    return any((spot.x + right, spot.y + down) in taken.cells for right, down in steps)


def plazas(corners: Mapping[str, Corners], taken: Map, tile: str, spot: Spot) -> int:
    """How many plazas of other tiles touch a corner of this one and show its picture (P-BLD-07, P-DAT-05)."""
    own, found = corners[tile], 0
    for corner, meeting in enumerate(_MEETING):
        picture = own[(corner - spot.turn) % TURNS]
        for right, down, theirs in meeting:
            other = taken.cells.get((spot.x + right, spot.y + down))
            if picture and other is not None and other != tile:
                found += corners[other][(theirs - taken.spots[other].turn) % TURNS] == picture
    return found


def groups(cells: set[Cell]) -> list[set[Cell]]:
    """The parts of some cells that hang together by edges, the largest first."""
    left, found = set(cells), []
    while left:
        part, edge = set(), [min(left)]
        while edge:
            x, y = edge.pop()
            if (x, y) in left:
                left.remove((x, y))
                part.add((x, y))
                edge += [(x + right, y + down) for right, down in EDGES]
        found.append(part)
    return sorted(found, key=len, reverse=True)
