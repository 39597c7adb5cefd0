"""The commercial buildings of a seat, which lie on the places of its ledger tray."""

from __future__ import annotations

from typing import Any

from engine.catalogue import Unknown
from engine.event import Moved
from engine.journal import Journal
from engine.table import Tally


def ledger(journal: Journal, seat: str) -> list[tuple[str, Tally]]:
    """The buildings whose use lays cubes on them, in the order in which the seat came by them, with what a use takes.

    That is left out while it is unknown: any cubes there are then a question.
    """
    book = getattr(journal.state, "book", None)
    commercial = getattr(book, "commercial", ())
    sheet = journal.state.table.get(f"sheet/{seat}", {})
    mine = [tile for tile in commercial if sheet.get(tile)]
    came = _came(journal, f"sheet/{seat}") if len(mine) > 1 else {}
    return [(tile, _takes(book, tile)) for tile in sorted(mine, key=lambda tile: came.get(tile, 0))]


def _takes(book: Any, tile: str) -> Tally:
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
