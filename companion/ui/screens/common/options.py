"""Choices of any game, goods by number, gifts to the city."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit


class OptionTap(kit.Tap, kit.Panel):
    """One answer, large."""


class SelectBox(kit.Panel, kit.Row):
    """A good to take more or fewer of."""

    view = ObjectProperty(rebind=True)


class GiftTap(kit.Tap, kit.Panel):
    """A gift and the fame it brings."""


class CountLine(kit.Tap, kit.Panel):
    """A line to count."""


class HandStrip(kit.Panel, kit.Row):
    """The goods in hand, for somebody who chooses among them."""

    view = ObjectProperty(rebind=True)


class WareBox(kit.Panel, kit.Row):
    """Something that may change hands."""

    view = ObjectProperty(rebind=True)


class BargainScreen(kit.Column):
    """A trade put together."""

    view = ObjectProperty(rebind=True)


class KeypadScreen(kit.Column):
    """Any number, typed."""

    view = ObjectProperty(rebind=True)


class OptionsScreen(kit.Column):
    """One question and its answers."""

    view = ObjectProperty(rebind=True)


class SelectionScreen(kit.Column):
    """Goods to choose by number."""

    view = ObjectProperty(rebind=True)


class DonationScreen(kit.Column):
    """Gifts to the city."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
