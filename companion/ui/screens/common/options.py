"""Choices of any game, goods by number."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.views.common import acts
from companion.views.common.options import CountRow


class OptionTap(kit.Tap, kit.Panel):
    """One answer, large."""


class SelectBox(kit.Panel, kit.Row):
    """A good to take more or fewer of."""


class CountLine(kit.Tap, kit.Panel):
    """A line to count."""

    @staticmethod
    def sign(view: CountRow) -> str:
        """What a tap on the line does where it has no steps: it turns to its other value in place, or leads on."""
        if view.more:
            return ""
        return "turn" if isinstance(view.button.command, acts.BoxHouse | acts.Agreed) else "next"


class HandStrip(kit.Panel, kit.Row):
    """The goods in hand, for a player who chooses among them."""


class WareBox(kit.Panel, kit.Row):
    """Something that may change hands."""


class BargainScreen(kit.Column):
    """A trade put together."""


class KeypadScreen(kit.Column):
    """Any number, typed."""


class OptionsScreen(kit.Column):
    """One question and its answers."""


class SelectionScreen(kit.Column):
    """Goods to choose by number."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
