"""Table and book differ: four ways out of equal size."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class ExitTap(kit.Tap, kit.Panel):
    """One way out."""


class DifferScreen(kit.Column):
    """Where table and book differ."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
