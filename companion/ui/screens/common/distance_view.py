"""The screen read from across the room."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp

from companion.ui import kit
from companion.ui.fitting import extent
from companion.ui.theme import theme

BESIDE = 256
"""Beside a name there is so much else in its line, in dp."""


class FarBid(kit.Panel, kit.Row):
    """The bid to answer: who, how much, for which office."""


class FarButton(kit.Tap, kit.Panel):
    """One of at most two buttons."""


class FarScreen(kit.Column):
    """A name, a verb, one figure."""

    @staticmethod
    def name_times(name: str, width: float) -> float:
        """How large a name is beside its disc on a screen of this width (px), in parts of its role's size."""
        full = extent(theme.face("far_name"), theme.size("far_name"), name)
        return min(1.0, (width - dp(BESIDE)) / full) if full and width > dp(BESIDE) else 1.0


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
