"""One class and one kv file per screen; importing this package registers them all."""

from __future__ import annotations

from companion.ui import chrome
from companion.ui.screens.common import (
    answers,
    asking,
    calibrating,
    coins,
    colours,
    devices,
    differ,
    distance_view,
    enrolling,
    history,
    lens,
    newgame,
    options,
    overview,
    rulesheet,
    scan,
    score,
)
from companion.ui.screens.constantinopolis import acceptance, advice, auction, construction, counting, drawing, market

__all__ = [
    "acceptance",
    "advice",
    "answers",
    "asking",
    "auction",
    "calibrating",
    "chrome",
    "coins",
    "colours",
    "construction",
    "counting",
    "devices",
    "differ",
    "distance_view",
    "drawing",
    "enrolling",
    "history",
    "lens",
    "market",
    "newgame",
    "options",
    "overview",
    "rulesheet",
    "scan",
    "score",
]
