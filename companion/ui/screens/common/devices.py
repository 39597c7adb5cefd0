"""Cameras and trays."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit


class DeviceLine(kit.Panel, kit.Row):
    """A camera or a tray with its state."""

    view = ObjectProperty(rebind=True)


class DevicesScreen(kit.Column):
    """Everything found at this table."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
