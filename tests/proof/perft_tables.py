"""Fixed tables, one for each phase that leaves a choice, with how many lawful sequences there are to each depth."""

from __future__ import annotations

from typing import Any

DECK = ("G.3.111", "G.3.111", "GB.8.112", "P.4.-12", "R.6.111", "BB.8.111")

TABLES: dict[str, dict[str, Any]] = {
    "an auction of three": {
        "phase": "activation",
        "turn": "red",
        "red": {"gold": 5},
        "blue": {"gold": 4},
        "green": {"gold": 3},
    },
    "an auction beside coins and the auction wall": {
        "phase": "activation",
        "turn": "red",
        "coins": {"2": 2, "5": 1},
        "red": {"gold": 9},
        "blue": {"gold": 6, "buildings": ("wall-auction",)},
        "green": {"gold": 1},
    },
    "an auction with refunds, free moves and bids above one's gold": {
        "phase": "activation",
        "turn": "red",
        "edition": "author",
        "options": {"auction_rebid": "yes", "auction_free_move_lasts": "yes"},
        "coins": {"1": 2},
        "red": {"gold": 3},
        "blue": {"gold": 3},
        "green": {"gold": 2},
    },
    "a duel": {
        "phase": "duel",
        "turn": "blue",
        "memory": {"challenger": "red", "holder": "blue", "bid": 2},
        "red": {"gold": 8},
        "blue": {"gold": 7},
        "green": {"gold": 2},
    },
    "the good of the Pretorio": {"phase": "bounty", "turn": "blue", "blue": {"buildings": ("venatoris-domus",)}},
    "a turn to build, trade and use": {
        "phase": "construction",
        "turn": "red",
        "offices": {"red": 4, "blue": 2, "green": 5},
        "deck": DECK[:2],
        "red": {"gold": 24, "goods": "GGBR", "buildings": ("caupona", "redemptor", "figulina")},
    },
    "a turn under the Consul's eyes": {
        "phase": "construction",
        "turn": "red",
        "offices": {"red": 1, "blue": 5, "green": 3},
        "options": {"declare_binding": "no"},
        "deck": DECK[:2],
        "red": {"gold": 11, "goods": "GB"},
        "blue": {"gold": 10},
    },
    "a turn with every wall": {
        "phase": "construction",
        "turn": "red",
        "red": {
            "gold": 7,
            "goods": "GBK",
            "buildings": ("wall-swap", "wall-three-goods", "wall-market", "taberna", "venatoris-domus"),
        },
    },
    "a draw of two out of six": {"phase": "drawing", "turn": "red", "deck": DECK, "memory": {"due": 2}},
    "a draw that may stop early": {
        "phase": "drawing",
        "turn": "red",
        "deck": DECK,
        "memory": {"due": 3},
        "options": {"draw_optional": "yes"},
    },
    "ships, posts and contracts of two": {
        "phase": "acceptance",
        "turn": "red",
        "seats": ("red", "blue"),
        "deck": DECK[:3],
        "red": {"gold": 8, "goods": "GB", "contracts": ("GB.7.112", "P.5.-12"), "harbour": ("medium",)},
        "blue": {"gold": 5, "goods": "G", "contracts": ("G.4.112",), "posts": 1},
    },
    "an office redraw": {
        "phase": "acceptance",
        "turn": "red",
        "seats": ("red", "blue"),
        "offices": {"red": 5, "blue": 1},
        "deck": DECK[:2],
        "red": {"gold": 2, "contracts": ("GB.7.112", "P.5.-12"), "saved": ("G.4.112",)},
        "blue": {"gold": 2},
    },
    "one after the other in phase 6": {
        "phase": "acceptance",
        "turn": "red",
        "seats": ("red", "blue"),
        "options": {"accept_order": "turn_order"},
        "memory": {"actors": ["red"], "waiting": ["blue"]},
        "deck": DECK[:2],
        "red": {"gold": 9, "goods": "GGR", "contracts": ("GG.6.111",), "harbour": ("large",)},
        "blue": {"gold": 5, "goods": "B"},
    },
    "donations": {
        "phase": "donation",
        "turn": "red",
        "red": {"goods": "GGGBBB", "buildings": ("venatoris-domus",)},
        "blue": {"goods": "GGG"},
        "options": {"wall_exchange": "any_time"},
        "green": {"goods": "GB", "buildings": ("wall-swap", "venatoris-domus")},
    },
    "a new market pile": {"phase": "turnover", "turn": "red", "red": {"goods": "GGB"}},
    "too many goods to keep": {
        "phase": "storing",
        "turn": "red",
        "red": {"goods": "GGBRK", "buildings": ("horreum",), "new": ()},
        "memory": {},
        "blue": {"goods": "GBR"},
    },
}

COUNTS: dict[str, tuple[int, ...]] = {
    "an auction of three": (14, 63, 298, 864),
    "an auction beside coins and the auction wall": (18, 74, 208, 622),
    "an auction with refunds, free moves and bids above one's gold": (10, 42, 153, 380),
    "a duel": (6, 31, 112, 429),
    "the good of the Pretorio": (3, 3, 87, 2179),
    "a turn to build, trade and use": (67, 1549, 26190, 393879),
    "a turn under the Consul's eyes": (24, 251, 2548, 26518),
    "a turn with every wall": (26, 581, 10920, 57684561),
    "a draw of two out of six": (11, 38, 102, 3366),
    "a draw that may stop early": (31, 133, 502, 16566),
    "ships, posts and contracts of two": (23, 392, 5407, 61313),
    "an office redraw": (11, 41, 141, 481),
    "one after the other in phase 6": (18, 226, 1829, 11246),
    "donations": (11, 80, 288, 288),
    "a new market pile": (1, 3, 12, 579),
    "too many goods to keep": (25, 1537, 28403, 375946),
}
"""To depth 1, 2, 3, 4. Changed only together with the rule that changes them."""
