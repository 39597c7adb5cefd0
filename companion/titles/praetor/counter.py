"""The final score counted by hand from what lies on the table, without the rules of the engine."""

from __future__ import annotations

from collections.abc import Sequence

from engine.event import State

SELLS = ("wood", "stone", "marble", "weapons")


def true_scores(state: State, seats: Sequence[str]) -> dict[str, dict[str, int]]:
    """Each seat's lines and `total`, as people count them before the markers move."""
    return {seat: _lines(state, seat) for seat in seats}


def _lines(state: State, seat: str) -> dict[str, int]:
    table, board = state.table, state.setup.values.board[state.setup.side[seat]]
    track = table[f"favor/{seat}"].get("favor", 0)
    if "lines" in getattr(state.phase, "__struct_fields__", ()):  # a tie is asked about: the markers have moved
        return {"track": track, "total": track}
    dice = [piece for zone in table if zone.startswith(("active/", "centre/", "area/")) for piece in _each(table[zone])]
    levels = [int(die[-1]) for die in dice if die.startswith(f"worker-{seat}:") and not die.endswith(":6")]
    apprentices = sum(sum(table[f"apprentices/{seat}/{space}"].values()) for space in (1, 2))
    morale = board.morale[table[f"morale/{seat}"].get("morale", 0)]
    goods = table[f"goods/{seat}"]
    sold = sum(goods.get(good, 0) // board.market[good].sell[0] * board.market[good].sell[1] for good in SELLS)
    gold = (table[f"treasury/{seat}"].get("gold", 0) + sold) // 10
    before = max(0, track + sum(levels) + apprentices + morale)
    lines = {"track": track, "workers": sum(levels), "apprentices": apprentices, "morale": morale, "gold": gold}
    return {**lines, "total": before + gold}


def _each(tally: dict[str, int]) -> list[str]:
    return [piece for piece, count in tally.items() for _ in range(count)]
