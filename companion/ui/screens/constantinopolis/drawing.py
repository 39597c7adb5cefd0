"""Drawing contracts by camera or by hand."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.constantinopolis import contract

__all__ = ["contract"]


class DrawingScreen(kit.Row):
    """Cards drawn so far, and cards the deck can still hold."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
