"""The journal line by line, and taking lines back."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class HistoryRow(kit.Tap):
    """An entry of the journal: what it brought stands beside it, or below where both are too long for a line."""


class BackRow(kit.Column):
    """A piece to put back by hand."""


class MendRow(kit.Tap, kit.Panel):
    """Something a past line could have been."""


class MendBox(kit.Column):
    """Everything a past line could have been."""


class PieceBox(kit.Panel, kit.Row):
    """A piece to take more or fewer of."""


class PickBox(kit.Column):
    """Choosing the right pieces."""


class BackBox(kit.Column):
    """What going back means."""


class HistoryScreen(kit.Row):
    """The journal."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
