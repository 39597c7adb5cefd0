"""What one box holds: more of a piece than that is never believed unasked."""

from __future__ import annotations

from collections.abc import Mapping

from companion.sensing.likelihood import tally_of
from engine.sighting import Reading
from engine.table import Piece, Table, Tally, Zone


def box_of(table: Table) -> Tally:
    """The pieces of the box, wherever they lie now: the same after every entry."""
    return table.census()


def overfull(readings: Mapping[Zone, Reading], box: Tally) -> dict[Piece, list[Zone]]:
    """The pieces of which all watched zones together show more than the box holds, and the zones that show them."""
    seen: Tally = {}
    where: dict[Piece, list[Zone]] = {}
    for zone, reading in readings.items():
        for piece, count in tally_of(reading).items():
            seen[piece] = seen.get(piece, 0) + count
            where.setdefault(piece, []).append(zone)
    return {piece: zones for piece, zones in where.items() if seen[piece] > box.get(piece, 0)}
