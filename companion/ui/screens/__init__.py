"""One class and one kv file a screen; `FIRST` needs `common/first_screen.py` alone, `register` brings all others.

Begin with common/scan.py, one screen as all are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

from companion.titles import known, title_of

FIRST = frozenset({"FirstChoice"})
"""The views that can be shown before everything is registered: the start waits for no other."""
FIRST_MODULE = "companion.ui.screens.common.first_screen"
AROUND = "companion.ui.chrome"
"""What stands around every screen of a game."""
SHARED = (
    *(
        "first_screen",
        "which_box",
        "newgame",
        "menu",
        "set_up",
        "hands",
        "own_gold",
        "overview",
        "options",
        "rulesheet",
        "history",
    ),
    *("scan", "score", "distance_view", "answers", "turn_list", "asking", "counting", "devices", "differ"),
    *("drawn_table", "gold_count", "share", "phones", "shown_pieces", "card_enrolment", "colour_calibration"),
    *("lens_calibration", "tile_enrolment", "tray_calibration"),
)
"""The modules in `common`, in the order in which people come to see them."""


def unregistered() -> Iterator[str]:
    """The modules of widgets that were not imported yet: what all games share, then every game's own."""
    names = (AROUND, *(f"companion.ui.screens.common.{each}" for each in SHARED))
    yield from (name for name in names if name not in sys.modules)
    for game in known():
        widgets = title_of(game).widgets
        if widgets and widgets not in sys.modules:
            yield widgets


def register() -> None:
    """Make every widget known that was not yet: what is shown next may need any of them."""
    for name in tuple(unregistered()):
        import_module(name)
