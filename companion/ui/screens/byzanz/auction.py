"""The auction: the lot, the bids, and the faces to lay."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.byzanz.cards import ByzFrame


class ByzLotBox(kit.Card):
    """The lot under its offer card."""


class ByzBidderBox(kit.Panel, kit.Viewed):
    """One player of this auction."""


class ByzNoticeBox(kit.Panel, kit.Row):
    """A sentence with its rule; where words alone are too long for one line they take more."""


class ByzAuctionPart(kit.Column):
    """Lot, bids and faces below each other."""


class ByzAuctionScreen(ByzFrame):
    """The auction."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
