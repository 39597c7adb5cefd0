"""A hand that is too large, and the last sales."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.byzanz.cards import ByzFrame


class ByzPartTap(kit.Tap, kit.Panel):
    """One way out of a hand that is too large; a tap chooses it."""


class ByzLimitPart(kit.Column):
    """The hand, the two ways down, and the faces to lay."""


class ByzLimitScreen(ByzFrame):
    """A hand above the limit."""


class ByzFarewellBox(kit.Card):
    """One player after the last round."""


class ByzLastSalesScreen(kit.Viewed):
    """Everybody may sell once more."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
