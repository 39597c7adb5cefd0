"""The market: goods in groups, and what a pick does to the hand."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.byzanz.cards import ByzFrame


class ByzGroupTap(kit.Tap, kit.Panel):
    """All cards of one good; a tap chooses them."""

    def on_release(self) -> None:
        if self.view.button.open:
            super().on_release()


class ByzLyingCards(kit.Viewed):
    """All cards of a good, as large as they have room below each other."""

    @staticmethod
    def side(count: int, width: float, height: float) -> int:
        """The largest width of so many cards that fit into a room, all in dp."""
        sides = (64, 56, 48, 42, 36)
        across = {side: int((width + 6) / (side + 6)) for side in sides}
        down = {side: int((height + 6) / (side * 1.42 + 6)) for side in sides}
        return next((side for side in sides if across[side] * down[side] >= count), 34)


class ByzMarketPart(kit.Column):
    """The groups, and what the chosen one does."""


class ByzMarketScreen(ByzFrame):
    """The market."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
