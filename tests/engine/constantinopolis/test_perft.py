"""Counts of lawful sequences from fixed tables, each counted a second way."""

from __future__ import annotations

from typing import Any

import pytest

from engine.constantinopolis.situation import Laden
from tests.engine.constantinopolis.perft import by_lists, by_rules
from tests.engine.constantinopolis.tables import table

POOR = {"gold": 4}
REDEEMER = {"gold": 20, "goods": "R", "buildings": ("redemptor", "metallum")}
SWAPPER = {"gold": 10, "goods": "K", "buildings": ("wall-swap",)}
ABOARD = (Laden("small", ("B.4.111",)),)
LOADED = {"gold": 2, "contracts": ("G.3.111",), "saved": ("P.5.-12",), "harbour": ABOARD}
TABLES: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "auction": ({"phase": "activation", "red": POOR, "blue": POOR, "green": POOR}, (11, 49, 195)),
    "auction guarded": (
        {"phase": "activation", "red": {"gold": 7}, "blue": {"gold": 5, "buildings": ("wall-auction",)}, "green": POOR},
        (15, 56, 234),
    ),
    "construction": (
        {"red": {"gold": 7, "goods": "G"}, "blue": POOR, "green": POOR, "deck": ()},
        (12, 61, 139),
    ),
    "construction before the consul": (
        {
            "deck": (),
            "offices": {"red": 1, "blue": 5, "green": 2},
            "red": REDEEMER,
        },
        (40, 199),
    ),
    "walls": (
        {
            "deck": (),
            "offices": {"red": 4, "blue": 1},
            "seats": ("red", "blue"),
            "red": SWAPPER,
        },
        (24, 160),
    ),
    "acceptance": (
        {
            "phase": "acceptance",
            "memory": {"actors": ["red"]},
            "red": {"gold": 7, "goods": "GB", "contracts": ("G.3.111", "P.5.-12"), "harbour": ("small", "medium")},
            "deck": ("B.5.112",),
        },
        (15, 149),
    ),
    "redraw": (
        {
            "phase": "acceptance",
            "memory": {"actors": ["red"]},
            "offices": {"red": 5, "blue": 1},
            "seats": ("red", "blue"),
            "red": {
                "gold": 2,
                "contracts": ("G.3.111",),
                "saved": ("P.5.-12",),
                "harbour": (Laden("small", ("B.4.111",)),),
            },
            "deck": ("B.5.112", "B.5.111"),
        },
        (3, 16, 64),
    ),
    "drawing": ({"phase": "drawing", "turn": "blue", "deck": ("G.3.111", "G.3.111", "B.5.112")}, (2, 3, 90)),
    "donation": ({"phase": "donation", "red": {"goods": "GGG"}, "blue": {"goods": "GGGG"}}, (5, 12, 16)),
    "storing": ({"phase": "storing", "red": {"goods": "GBK"}}, (4, 252)),
    "turnover": ({"phase": "turnover", "turn": ""}, (1, 3, 189)),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_lawful_sequences_are_counted_twice_the_same(name: str) -> None:
    parts, counts = TABLES[name]
    for depth, count in enumerate(counts, 1):
        assert by_lists(table(**parts), depth) == count
        assert by_rules(table(**parts), depth) == count
