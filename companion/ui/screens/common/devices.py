"""Cameras and trays."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty

from companion.ui import kit


class DeviceLine(kit.Panel, kit.Row):
    """A camera or a tray with its state; what can be done with it stands below where words have no room beside it."""

    slim = BooleanProperty(False)


class PictureTap(kit.Tap):
    """What the camera sees; a tap shows it as large as the window."""


class CameraBox(kit.Column):
    """Which camera, its picture, and what can be taught it."""


class DevicesScreen(kit.Column):
    """Everything found at this table; `eyed` where a camera is there or may be chosen."""

    eyed = BooleanProperty(False)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
