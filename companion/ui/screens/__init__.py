"""One class and one kv file per screen; importing this package registers them all."""

from __future__ import annotations

from companion.ui import chrome
from companion.ui.screens import (
    acceptance,
    advice,
    asking,
    auction,
    calibrating,
    colours,
    construction,
    counting,
    devices,
    differ,
    drawing,
    enrolling,
    far,
    history,
    market,
    newgame,
    options,
    overview,
    rulesheet,
    scan,
    score,
)

__all__ = [
    "acceptance",
    "advice",
    "asking",
    "auction",
    "calibrating",
    "chrome",
    "colours",
    "construction",
    "counting",
    "devices",
    "differ",
    "drawing",
    "enrolling",
    "far",
    "history",
    "market",
    "newgame",
    "options",
    "overview",
    "rulesheet",
    "scan",
    "score",
]
