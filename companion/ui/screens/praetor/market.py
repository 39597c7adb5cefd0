"""Deals with the bank at a Market."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class PraetorDealRow(kit.Panel, kit.Row):
    """A good, how many there are, and a lot bought or sold."""


class PraetorMarketScreen(kit.Column):
    """The Market."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
