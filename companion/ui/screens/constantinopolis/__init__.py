"""The widgets of Constantinopolis; importing this package registers them. Begin with auction.py."""

from companion.ui.screens.constantinopolis import (
    acceptance,
    advice,
    auction,
    construction,
    counting,
    donation,
    drawing,
    market,
    overview,
)
from companion.ui.screens.constantinopolis.samples import AHEAD

__all__ = [
    "AHEAD",
    "acceptance",
    "advice",
    "auction",
    "construction",
    "counting",
    "donation",
    "drawing",
    "market",
    "overview",
]
