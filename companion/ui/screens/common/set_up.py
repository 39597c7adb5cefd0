"""The set-up card: a table of who takes what, and lists of what lies on the board and in the box."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class SetUpTick(kit.Tap, kit.Panel):
    """One line to tick: seen, tapped, or empty."""


class SetUpScreenRow(kit.Viewed):
    """What every player takes, with a place for each."""


class SetUpCardScreen(kit.Viewed):
    """The whole set-up of this table."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
