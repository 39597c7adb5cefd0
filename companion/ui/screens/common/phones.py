"""Phones at the table: a code to read, who has joined, and the goods that must stand on a phone that asks."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.common import share as share  # the code and the lines are those of sharing


class PhonesScreen(kit.Viewed):
    """Phones at the table."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
