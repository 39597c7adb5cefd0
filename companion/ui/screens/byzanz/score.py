"""The score: profit cards turned up, a chart, and what is behind a figure."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class ByzShownRow(kit.Panel, kit.Row):
    """One player's cards and sum."""


class ByzFigureTap(kit.Tap, kit.Panel):
    """A figure; tapping it opens what is behind it."""


class ByzScoreScreen(kit.Column):
    """The score."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
