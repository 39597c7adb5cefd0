"""Saying what one of one's own tiles is called; the tiles on the mat are shown like cards."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.common import card_enrolment

__all__ = ["card_enrolment"]


class TileNamesScreen(kit.Row):
    """One tile, and what it may be called."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
