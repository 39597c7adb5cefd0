"""What one may do while no game is open, and what is shown while something takes a moment."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class HouseRow(kit.Tap, kit.Panel):
    """Something that opens further."""


class SavedRow(kit.Panel, kit.Row):
    """A game that waits."""


class FirstChoiceScreen(kit.Column):
    """What one may do while no game is open."""


class WaitingScreen(kit.Column):
    """Something takes a moment."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
