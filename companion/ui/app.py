"""The app."""

from __future__ import annotations

from companion.ui import chrome, kit
from companion.ui.screens import (
    acceptance,
    auction,
    construction,
    devices,
    differ,
    drawing,
    history,
    newgame,
    options,
    overview,
    rulesheet,
    scan,
    score,
)

SCREENS = (
    chrome,
    kit,
    acceptance,
    auction,
    construction,
    devices,
    differ,
    drawing,
    history,
    newgame,
    options,
    overview,
)
MORE = (rulesheet, scan, score)
