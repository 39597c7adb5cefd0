"""Counting a finished game, and its result as large as it goes."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class CountSeatTap(kit.Tap, kit.Panel):
    """A player with the fame counted so far."""


class PaperTap(kit.Tap, kit.Panel):
    """A contract at sea."""


class AboardTap(kit.Tap, kit.Panel):
    """What the next contract carries."""


class PayTap(kit.Tap, kit.Panel):
    """What the next contract pays."""


class LoaderBox(kit.Column):
    """Contracts at sea, counted card by card."""


class PadBox(kit.Column):
    """The keys for a figure."""


class CountingScreen(kit.Row):
    """What lies before a player."""


class RankRow(kit.Panel, kit.Row):
    """A player's place, large."""


class PodiumScreen(kit.Column):
    """The result, large."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
