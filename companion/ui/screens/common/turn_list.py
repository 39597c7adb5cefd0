"""The turn list."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class TurnRow(kit.Panel, kit.Viewed):
    """A seat in the order of the phase."""


class TurnStepRow(kit.Viewed):
    """A phase that is to come."""


class TurnListScreen(kit.Row):
    """The turns of the phase, and the rest of the round."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
