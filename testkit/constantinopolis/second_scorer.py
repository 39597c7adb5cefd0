"""A scorer written from the rules file alone: it knows nothing of the engine, only what lies on the table."""

from __future__ import annotations

WALLS = [0, 1, 3, 6, 9, 12, 16]


def final_fame(table: dict[str, dict[str, int]], seat: str) -> int:
    """Fame of a seat once ships at sea have arrived, walls and gold are counted."""
    fame = table[f"fame/{seat}"].get("fame", 0)
    gold = table[f"treasury/{seat}"].get("gold", 0)
    for distance in ("short", "long"):
        for ship in table[f"{distance}/{seat}"]:
            for card, copies in table[f"hold/{ship}"].items():
                cargo, pay, _voyages = card.removeprefix("contract:").split(".")
                gold += int(pay) * copies
                fame += copies if cargo != "P" else 0
    fame += WALLS[sum(1 for tile in table[f"sheet/{seat}"] if tile.startswith("wall-"))]
    return fame + gold // 15


def ranking(table: dict[str, dict[str, int]], seats: list[str], fame: dict[str, int]) -> list[set[str]]:
    """The seats best first, those level together: fame, then gold, then goods."""
    gold = {seat: table[f"treasury/{seat}"].get("gold", 0) for seat in seats}
    goods = {seat: sum(table[f"goods/{seat}"].values()) for seat in seats}
    marks = {seat: (fame[seat], gold[seat], goods[seat]) for seat in seats}
    return [{seat for seat in seats if marks[seat] == mark} for mark in sorted(set(marks.values()), reverse=True)]
