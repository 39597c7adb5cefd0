"""What lies on the places of a seat's ledger tray."""

from __future__ import annotations

from companion.titles import title_of
from devices.protocol import GOODS
from devices.reading import Tile
from engine.journal import Journal

PLACES = len(GOODS)
"""The places of a ledger tray; what comes after the last lies beside it."""


def tiles_of(journal: Journal, seat: str) -> tuple[Tile, ...]:
    """The tiles on which a seat lays cubes, each on its place of the ledger tray, from the first."""
    tiles = title_of(journal.game.name).ledger(journal, seat)
    return tuple(Tile(name, takes) for name, takes in tiles[:PLACES])
