"""A city that was looked at without a mat, by the cells of the map: its parts are laid on what the book has.

A part that no tile of the book's city, or not most of them, joins to the map says nothing: more is to be shown around
it. Of a cell that was not seen nothing is said either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.event import State
from engine.praetor.city import Cell, city
from engine.sighting import Seen
from vision.flat.patches import BARE, fitting, parts_of, tiles_in


class Looked(NamedTuple):
    """What was seen by the cells of the map, the cells that were seen, and the parts that fit nowhere."""

    objects: tuple[Seen, ...]
    sight: frozenset[Cell]
    waiting: tuple[tuple[Seen, ...], ...]


def looked(state: State, objects: Iterable[Seen]) -> Looked:
    """A reading of looks laid on the map."""
    book: Mapping[str, tuple[Cell, int]] = {
        tile: ((spot.x, spot.y), spot.turn) for tile, spot in city(state.zones).spots.items()
    }
    found, waiting = list[Seen](), list[tuple[Seen, ...]]()
    for part in parts_of(objects):
        move = fitting(tiles_in([seen] for seen in part), book)
        if move is None:
            waiting.append(tuple(part))
        else:
            found += map(move.seen, part)
    things = tuple(seen for seen in found if not seen.best.startswith(BARE))
    return Looked(things, frozenset(_cells(found)), tuple(waiting))


def _cells(objects: Iterable[Seen]) -> Iterator[Cell]:
    for seen in objects:
        x, y = seen.best.rpartition(":")[2].split(",")[:2]
        yield int(x), int(y)
