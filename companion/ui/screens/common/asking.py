"""A printed value is asked for, and the box before a game."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit


class ShelfBox(kit.Column):
    """A column of goods to count."""

    view = ObjectProperty(rebind=True)


class FigureBox(kit.Row):
    """A figure and its keys."""

    view = ObjectProperty(rebind=True)


class ShelvesBox(kit.Row):
    """Columns of goods to count."""

    view = ObjectProperty(rebind=True)


class AskingScreen(kit.Column):
    """What is printed there?"""

    view = ObjectProperty(rebind=True)


class BoxScreen(kit.Column):
    """How many of each tile are in the box?"""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
