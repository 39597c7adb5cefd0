"""Table and book differ: four ways out of equal size."""

from __future__ import annotations

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.theme import HERE


class ExitTap(kit.Tap, kit.Panel):
    """One way out."""


class DifferScreen(kit.Column):
    """Where table and book differ."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(HERE / "screens" / "differ.kv"))
