"""Counting a finished game, and its result as large as it goes."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class CountSeatTap(kit.Tap, kit.Panel):
    """A player with the points counted so far."""


class PadBox(kit.Column):
    """The keys for a figure."""


class CountingScreen(kit.Row):
    """What lies before a player."""


class RankRow(kit.Panel, kit.Row):
    """A player's place, large."""


class PodiumScreen(kit.Column):
    """The result, large."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
