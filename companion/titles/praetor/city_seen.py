"""How the city was seen so far, tile by tile of the book: not yet, as the book has it, in doubt, or otherwise.

Nothing follows from it: what is asked and what differs is found by the judge, from the same sightings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from companion.titles.praetor.looked import Looked
from companion.titles.praetor.seen import UNKNOWN, WORKER, by_cell, on_map, read, tiles_lying, workers_on
from engine.event import State
from engine.praetor.city import Cell, Spot, city, free
from engine.sighting import Seen, Sighting
from engine.table import Tally, Zone
from vision.flat.patches import SURE

UNSEEN, AGREES, DOUBT, DIFFERS = "unseen", "agrees", "doubt", "differs"
"""What is known of a tile by looking."""


class TileSeen(Struct, frozen=True, kw_only=True):
    """How a tile of the book was seen. Where it differs: the spot it `lies` at, the `other` tile in its cell,
    or the workers in one of its places, `table` and `book`; nothing of these where its cell is bare."""

    state: str
    lies: Spot | None = None
    other: str = ""
    table: Tally = {}
    book: Tally = {}


class CitySeen(Struct, frozen=True):
    """Each tile of the book; the tiles that lie in cells where the book has none, and such cells with a tile that
    could not be read; is a part not joined to the map?"""

    tiles: Mapping[str, TileSeen]
    strays: Mapping[str, Spot]
    unread: frozenset[Cell]
    apart: bool

    def those(self, *states: str) -> list[str]:
        """The tiles in one of these states."""
        return [tile for tile, seen in self.tiles.items() if seen.state in states]

    @property
    def doubted(self) -> int:
        """How many tiles could not be read surely, in the book's cells and beside them."""
        return len(self.those(DOUBT)) + len(self.unread)

    @property
    def otherwise(self) -> list[str]:
        """The tiles that lie otherwise than in the book, those among them that the book does not have in the city."""
        return list(dict.fromkeys([*self.those(DIFFERS), *self.strays]))


NOT_SEEN = TileSeen(state=UNSEEN)


def city_seen(state: State, sightings: Iterable[Sighting]) -> CitySeen:
    """What sightings show of the city; of a tile that several show the newest says how it lies."""
    tiles = dict.fromkeys(city(state.zones).spots, NOT_SEEN)
    strays: dict[str, Spot] = {}
    unread, apart = frozenset[Cell](), False
    for sighting in sorted(sightings, key=lambda each: each.at):
        found = on_map(state, sighting)
        if found is None:
            continue
        here, there = _one(state, found)
        strays = {tile: spot for tile, spot in strays.items() if here.get(tile, NOT_SEEN) == NOT_SEEN} | there
        tiles |= {tile: seen for tile, seen in here.items() if seen.state != UNSEEN}
        unread = (unread - found.sight) | _unread(state, found)
        apart = bool(found.waiting)
    return CitySeen(tiles, strays, unread, apart)


def _one(state: State, found: Looked) -> tuple[dict[str, TileSeen], dict[str, Spot]]:
    """The tiles of the book as one sighting shows them, and the tiles beside them."""
    known = city(state.zones)
    lie, dice = by_cell(found.objects)
    where = {tile: spot for tile, spot in _named(lie) if tile in state.book.kind}
    standing = workers_on(state, tiles_lying(state, lie), dice)
    tiles = {}
    for tile, spot in known.spots.items():
        seen = lie.get((spot.x, spot.y))
        if seen is None:
            tiles[tile] = _absent(where.get(tile), (spot.x, spot.y) in found.sight)
        else:
            tiles[tile] = _present(seen, tile, spot, where) or _worked(state, tile, standing)
    return tiles, {tile: spot for tile, spot in where.items() if (spot.x, spot.y) not in known.cells}


def _unread(state: State, found: Looked) -> frozenset[Cell]:
    """The free cells beside the city in which something lies like a tile that is not surely known."""
    beside = {(spot.x, spot.y) for spot in free(state.zones, "edge_or_corner").values}
    tiles = by_cell(found.objects)[0]
    return frozenset(cell for cell in beside & tiles.keys() if not _is_known(tiles[cell]))


def _named(tiles: Mapping[Cell, Seen]) -> Iterator[tuple[str, Spot]]:
    """The tiles that are surely known, each with its spot."""
    yield from (read(seen.best) for seen in tiles.values() if _is_known(seen))


def _is_known(seen: Seen) -> bool:
    return read(seen.best)[0] != UNKNOWN and seen.share >= SURE


def _absent(lies: Spot | None, in_sight: bool) -> TileSeen:
    """A tile in whose cell none was seen."""
    return TileSeen(state=DIFFERS, lies=lies) if lies or in_sight else NOT_SEEN


def _present(seen: Seen, tile: str, spot: Spot, where: Mapping[str, Spot]) -> TileSeen | None:
    """A tile in whose cell one was seen; None where it is that one and lies as in the book."""
    name, lies = read(seen.best)
    if not _is_known(seen):
        return TileSeen(state=DIFFERS, lies=where[tile]) if tile in where else TileSeen(state=DOUBT)
    if name != tile:
        return TileSeen(state=DIFFERS, lies=where.get(tile), other=name)
    return TileSeen(state=DIFFERS, lies=lies) if lies.turn != spot.turn else None


def _worked(state: State, tile: str, standing: Mapping[Zone, list[Seen]]) -> TileSeen:
    """A tile that lies as in the book, by the workers on it."""
    doubt = False
    for zone in (state.book.centre[tile], state.book.area_of[tile]):
        seen, book = standing.get(zone, []), dict(state.zones[zone])
        table = {worker.best: 1 for worker in seen}
        if any(worker.best == WORKER or worker.share < SURE for worker in seen):
            doubt = True
        elif table != book:
            return TileSeen(state=DIFFERS, table=table, book=book)
    return TileSeen(state=DOUBT if doubt else AGREES)
