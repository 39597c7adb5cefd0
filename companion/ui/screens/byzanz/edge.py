"""A sale at a player's own edge of the screen."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class ByzEdgeBox(kit.Viewed):
    """The sheet at an edge, turned to the player who sits there."""


class ByzEdgeSheet(kit.Panel, kit.Viewed):
    """What is laid there, the faces, and the button."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
