"""Measuring how a camera's lens bends."""

from __future__ import annotations

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.screens import scan
from companion.ui.theme import HERE

__all__ = ["scan"]


class LensScreen(kit.Row):
    """The picture, the looks so far, and where in the picture the sheet has been."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(HERE / "screens" / "lens.kv"))
