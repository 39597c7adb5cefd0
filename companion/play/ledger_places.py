"""What lies on the places of a ledger tray: the commercial buildings of a seat, in the order it came by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from devices.protocol import GOODS
from devices.reading import Tile
from engine.catalogue import Unknown
from engine.event import Moved
from engine.journal import Journal

PLACES = len(GOODS)
"""The places of a ledger tray; what comes after the last lies beside it."""


def tiles_of(journal: Journal, seat: str) -> tuple[Tile, ...]:
    """The buildings whose use lays cubes on them, each on its place of the seat's ledger tray, from the first.

    What a use takes is left out while it is unknown: any cubes there are then a question.
    """
    book = getattr(journal.state, "book", None)
    commercial = getattr(book, "commercial", ())
    sheet = journal.state.table.get(f"sheet/{seat}", {})
    mine = [tile for tile in commercial if sheet.get(tile)]
    came = _came(journal, f"sheet/{seat}") if len(mine) > 1 else {}
    return tuple(Tile(tile, _takes(book, tile)) for tile in sorted(mine, key=lambda tile: came.get(tile, 0))[:PLACES])


def _takes(book: Any, tile: str) -> Mapping[str, int]:
    try:
        return dict(book.requires[tile])
    except Unknown:
        return {}


def _came(journal: Journal, sheet: str) -> dict[str, int]:
    """The entry with which each piece last came to a sheet; what was there from the start is left out."""
    came: dict[str, int] = {}
    for number in journal.live:
        for event in journal.entries[number - 1].events:
            if isinstance(event, Moved) and event.target == sheet:
                came[event.piece] = number
    return came
