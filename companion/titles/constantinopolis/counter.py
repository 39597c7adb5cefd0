"""The final score counted by hand from the pieces on the true table, without the rules engine's arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.table import Table

WALLS = {0: 0, 1: 1, 2: 3, 3: 6, 4: 9, 5: 12, 6: 16}
"""Fame for so many wall segments, as printed (rules file, C-CMP-13)."""
GOLD_FOR_A_POINT = 15


def true_scores(table: Table, seats: Iterable[str]) -> dict[str, dict[str, int]]:
    """Each seat's fame, line by line and in `total`, with ships at sea, walls and gold, before they are scored."""
    lines = {seat: true_lines(table, seat) for seat in seats}
    return {seat: found | {"total": sum(found.values())} for seat, found in lines.items()}


def true_lines(table: Table, seat: str) -> dict[str, int]:
    """What a seat's score is made of: the marker on the track, ships at sea, walls, gold."""
    cargo = [card for card in _at_sea(table, seat) if card.startswith("contract:")]
    gold = table[f"treasury/{seat}"].get("gold", 0) + sum(_gold(card) for card in cargo)
    walls = sum(count for tile, count in table[f"sheet/{seat}"].items() if tile.startswith("wall-"))
    return {
        "track": table[f"fame/{seat}"].get("fame", 0),
        "ships": sum(1 for card in cargo if not card.startswith("contract:P.")),
        "walls": WALLS[walls],
        "gold": gold // GOLD_FOR_A_POINT,
    }


def _at_sea(table: Mapping[str, Mapping[str, int]], seat: str) -> list[str]:
    ships = [ship for length in ("short", "long") for ship in table[f"{length}/{seat}"]]
    return [card for ship in ships for card, count in table[f"hold/{ship}"].items() for _ in range(count)]


def _gold(card: str) -> int:
    return int(card.split(".")[1])
