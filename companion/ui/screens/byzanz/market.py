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


class ByzMarketPart(kit.Column):
    """The groups, and what the chosen one does."""


class ByzMarketScreen(ByzFrame):
    """The market."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
