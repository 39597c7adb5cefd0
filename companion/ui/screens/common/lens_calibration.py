"""Measuring how a camera's lens bends."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.common import scan

__all__ = ["scan"]


class LensScreen(kit.Row):
    """The picture, the looks so far, and where in the picture the sheet has been."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
