"""Learning the colours of a place."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.common import scan

__all__ = ["scan"]


class ColourLine(kit.Panel, kit.Row):
    """A colour: where its cubes lie, and how they were seen."""


class ColoursScreen(kit.Row):
    """The picture of the fields, and what has been learnt."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
