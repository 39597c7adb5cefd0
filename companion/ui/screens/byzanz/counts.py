"""The counts book: what is hidden, and what is known of each hand."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class ByzKindRow(kit.Row):
    """A good, and how many of each value are hidden."""


class ByzHandRow(kit.Row):
    """A hand."""


class ByzCountsScreen(kit.Viewed):
    """The counts book."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
