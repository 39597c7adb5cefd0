"""The drawn table and everything one may do to it."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.common import newgame, scan

USES = (newgame, scan)
"""Where segments and the live picture are drawn."""


class OwnRow(kit.Row):
    """Who plays a seat."""


class FaultTap(kit.Tap, kit.Panel):
    """Something that may fail."""


class DrawnControlsScreen(kit.Row):
    """The drawn table: picture, speed, seats, faults."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
