"""Which box lies on the table; what the companion does."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class BoxCardTap(kit.Tap, kit.Panel):
    """A box that may lie on the table."""


class WhichBoxScreen(kit.Column):
    """Which box lies on the table?"""


class HelpScreen(kit.Column):
    """What the companion does."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
