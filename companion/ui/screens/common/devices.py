"""Cameras and trays."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class DeviceLine(kit.Panel, kit.Row):
    """A camera or a tray with its state."""


class DevicesScreen(kit.Column):
    """Everything found at this table."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
