"""The screen read from across the room."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class FarBid(kit.Panel, kit.Row):
    """The bid to answer: who, how much, for which office."""


class FarButton(kit.Tap, kit.Panel):
    """One of at most two buttons."""


class FarScreen(kit.Column):
    """A name, a verb, one figure."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
