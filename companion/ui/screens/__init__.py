"""One class and one kv file per screen; importing this package registers them all, those of every game too."""

from __future__ import annotations

from importlib import import_module

from companion.titles import known, title_of
from companion.ui import chrome
from companion.ui.screens.common import (
    answers,
    asking,
    card_enrolment,
    colour_calibration,
    counting,
    devices,
    differ,
    distance_view,
    drawn_table,
    gold_count,
    hands,
    history,
    lens_calibration,
    newgame,
    options,
    overview,
    rulesheet,
    scan,
    score,
    set_up,
    share,
    shown_pieces,
    tile_enrolment,
    tray_calibration,
)

__all__ = [
    "answers",
    "asking",
    "card_enrolment",
    "chrome",
    "colour_calibration",
    "counting",
    "devices",
    "differ",
    "distance_view",
    "drawn_table",
    "gold_count",
    "hands",
    "history",
    "lens_calibration",
    "newgame",
    "options",
    "overview",
    "rulesheet",
    "scan",
    "score",
    "set_up",
    "share",
    "shown_pieces",
    "tile_enrolment",
    "tray_calibration",
]


def register_widgets() -> None:
    """Import the widgets of every game that has some, by the name its title gives them."""
    for game in known():
        if widgets := title_of(game).widgets:
            import_module(widgets)


register_widgets()
