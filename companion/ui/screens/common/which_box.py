"""Which box lies on the table; what the companion does."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty

from companion.ui import kit


class BoxCardTap(kit.Tap, kit.Panel):
    """A box that may lie on the table; `pictured` where there is room for its icon."""

    pictured = BooleanProperty(False)

    @staticmethod
    def share(cards: int, cols: int | None, high: float) -> float:
        """How high each of so many cards may be where all of them fill a place so `high`, in px."""
        return high / max(1, -(-cards // (cols or 1)))


class WhichBoxScreen(kit.Column):
    """Which box lies on the table, or which game is it to be?"""


class HelpScreen(kit.Column):
    """What the companion does."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
