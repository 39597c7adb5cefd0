"""Tiles and wall sections in lines, to be found and tapped."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class PraetorRevealScreen(kit.Column):
    """What was turned up, and what it may be."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
