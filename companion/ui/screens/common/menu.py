"""Everything that is not the next step."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class MenuScreen(kit.Row):
    """Everything that is not the next step."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
