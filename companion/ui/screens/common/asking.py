"""A printed value is asked for, and the box before a game."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.ui import kit
from companion.ui.show import begin_anew


class ShelfBox(kit.Column):
    """A column of goods to count."""


class FigureBox(kit.Row):
    """A figure and its keys."""


class ShelvesBox(kit.Row):
    """Columns of goods to count."""


class AskingScreen(kit.Column):
    """What is printed there?"""


class BoxScreen(kit.Column):
    """How many of each tile are in the box? What has another `heading` begins at its top."""

    heading = StringProperty("")

    def on_heading(self, *_: object) -> None:
        begin_anew(self)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
