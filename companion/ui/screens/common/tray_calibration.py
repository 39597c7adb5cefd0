"""A tray's guided minute."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class WellBox(kit.Panel, kit.Column):
    """A well and how it came out."""


class TrayWellsScreen(kit.Column):
    """What is laid now, and the wells."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
