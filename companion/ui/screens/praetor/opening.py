"""What lies on the table when a game opens."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class PraetorOpeningAct(kit.Tap, kit.Panel):
    """Something of a seat to say by a tap."""


class PraetorOpeningSeat(kit.Panel, kit.Viewed):
    """A seat: its Gold Mine, its board, whether it was in Rome."""


class PraetorOpeningScreen(kit.Row):
    """The start city, the seats, the display and the wall."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
