"""Gifts to the city."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class GiftTap(kit.Tap, kit.Panel):
    """A gift and the fame it brings."""


class DonationScreen(kit.Column):
    """Gifts to the city."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
