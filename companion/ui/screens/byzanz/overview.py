"""The table at a glance: seat cards with the numbers of cards; lot, bids and market."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.common.overview import OneLine


class ByzSeatBox(OneLine, kit.Tap, kit.Panel):
    """One seat as everybody may see it, lying before its owner."""

    BESIDE, FIGURES = 292, 3


class ByzSeatSide(ByzSeatBox):
    """The same at a short side of the table."""


class ByzSeatSmall(kit.Tap, kit.Panel):
    """The same where a side is short or shared."""


class ByzBidRow(kit.Row):
    """A bidder and their bid."""


class ByzStockRow(kit.Row):
    """A good on the market."""


class ByzTableBody(kit.Viewed):
    """Lot, bids and market."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
