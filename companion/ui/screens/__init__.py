"""One class and one kv file per screen; importing this package registers them all."""

from __future__ import annotations

from companion.ui import chrome
from companion.ui.screens.common import (
    answers,
    asking,
    card_enrolment,
    colour_calibration,
    devices,
    differ,
    distance_view,
    gold_count,
    history,
    lens_calibration,
    newgame,
    options,
    overview,
    rulesheet,
    scan,
    score,
    tile_enrolment,
    tray_calibration,
)
from companion.ui.screens.constantinopolis import acceptance, advice, auction, construction, counting, drawing, market

__all__ = [
    "acceptance",
    "advice",
    "answers",
    "asking",
    "auction",
    "card_enrolment",
    "chrome",
    "colour_calibration",
    "construction",
    "counting",
    "devices",
    "differ",
    "distance_view",
    "drawing",
    "gold_count",
    "history",
    "lens_calibration",
    "market",
    "newgame",
    "options",
    "overview",
    "rulesheet",
    "scan",
    "score",
    "tile_enrolment",
    "tray_calibration",
]
