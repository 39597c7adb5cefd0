"""The final score counted by hand from the pieces on the true table, without the rules engine's arithmetic."""

from __future__ import annotations

from collections.abc import Mapping

from engine.praetor.setup import Setup
from engine.praetor.values import Rate
from engine.table import Table

PER_FAVOR = 10
"""Gold for a point at the end, as printed (P-SCO-05)."""


def true_scores(setup: Setup, table: Table) -> dict[str, dict[str, int]]:
    """Each seat's favor, line by line and in `total`, before the game is scored."""
    return {place.colour: _counted(setup, table, place.colour) for place in setup.places}


def _counted(setup: Setup, table: Table, colour: str) -> dict[str, int]:
    """One seat: the marker on the track, dice by their pips, apprentices, the printed morale, gold."""
    track = table[f"favor/{colour}"].get("favor", 0)
    workers = sum(_pips(die) * count for die, count in _dice(table, colour).items() if _pips(die) < 6)
    apprentices = sum(table[f"apprentices/{colour}/1"].values()) + sum(table[f"apprentices/{colour}/2"].values())
    printed = setup.values.board[setup.side[colour]]
    value = (printed.morale or ())[table[f"morale/{colour}"].get("morale", 0)]
    found = {
        "track": track,
        "workers": workers,
        "apprentices": apprentices,
        "morale": max(value, -(track + workers + apprentices)),
        "gold": _purse(table, colour, printed.market or {}) // PER_FAVOR,
    }
    return found | {"total": sum(found.values())}


def _dice(table: Table, colour: str) -> dict[str, int]:
    """The dice of a seat at home on its board and on the tiles of the city, how many of each."""
    found: dict[str, int] = {}
    for zone, lying in table.tallies.items():
        if zone == f"active/{colour}" or zone.startswith(("centre/", "area/")):
            for piece, count in lying.items():
                if piece.startswith(f"worker-{colour}:"):
                    found[piece] = found.get(piece, 0) + count
    return found


def _pips(die: str) -> int:
    return int(die.rpartition(":")[2])


def _purse(table: Table, colour: str, market: Mapping[str, Rate]) -> int:
    """Coins, and what the goods bring that are sold in whole lots."""
    gold, goods = table[f"treasury/{colour}"].get("gold", 0), table[f"goods/{colour}"]
    for good, count in goods.items():
        cubes, brings = market[good].sell
        gold += count // cubes * brings
    return gold
