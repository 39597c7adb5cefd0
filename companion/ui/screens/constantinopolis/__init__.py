"""The widgets of Constantinopolis; importing this package registers them."""

from companion.ui.screens.constantinopolis import (
    acceptance,
    advice,
    auction,
    construction,
    counting,
    drawing,
    market,
    overview,
)

__all__ = ["acceptance", "advice", "auction", "construction", "counting", "drawing", "market", "overview"]
