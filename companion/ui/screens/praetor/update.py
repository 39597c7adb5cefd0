"""The update step by step."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class PraetorUpdateSeatTap(kit.Tap, kit.Panel):
    """A player in this round's order."""


class PraetorStepTap(kit.Tap, kit.Panel):
    """A step of the update."""


class PraetorHandBox(kit.Row):
    """Something hands do."""


class PraetorUpdateScreen(kit.Row):
    """The update."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
