"""A few loadings to choose from."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class FreightBox(kit.Panel, kit.Row):
    """What one ship would take."""


class WayTap(kit.Tap, kit.Panel):
    """One loading, tapped to load it."""


class AdviceScreen(kit.Column):
    """A few loadings."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
