"""Teaching the camera the colours of a place."""

from __future__ import annotations

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.screens import scan
from companion.ui.theme import HERE

__all__ = ["scan"]


class ColourLine(kit.Panel, kit.Row):
    """A colour: where its cubes lie, and how they were seen."""

    view = ObjectProperty(rebind=True)


class ColoursScreen(kit.Row):
    """The picture of the fields, and what has been learnt."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(HERE / "screens" / "colours.kv"))
