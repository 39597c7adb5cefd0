"""Drawing contracts by camera or by hand."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class CargoChoice(kit.Tap, kit.Panel):
    """What contracts may carry, to tap."""


class DrawingScreen(kit.Row):
    """Cards drawn so far, and cards the deck can still hold."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
