"""A few loadings to choose from."""

from __future__ import annotations

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.theme import HERE


class FreightBox(kit.Panel, kit.Row):
    """What one ship would take."""

    view = ObjectProperty(rebind=True)


class WayTap(kit.Tap, kit.Panel):
    """One loading, tapped to load it."""


class AdviceScreen(kit.Column):
    """A few loadings."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(HERE / "screens" / "advice.kv"))
