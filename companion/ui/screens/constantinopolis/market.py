"""The market card with its ledger, and the screen for trading beside the ships."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit


class PriceTap(kit.Tap, kit.Panel):
    """Buy or sell one."""


class MarketRowBox(kit.Row):
    """A good on the market."""


class NoneBox(kit.Panel, kit.Row):
    """A good this market does not trade."""


class LedgerPip(kit.Pip):
    """A square of the ledger."""

    view = ObjectProperty("")


class MarketBox(kit.Card):
    """The current market card."""


class TradingScreen(kit.Row):
    """Market and buildings while contracts are accepted."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
