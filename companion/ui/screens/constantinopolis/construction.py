"""A construction turn."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class HoldingBox(kit.Column):
    """A good and its count below it."""


class KindBox(kit.Panel, kit.Column):
    """One of the five kinds."""


class UsedBox(kit.Card):
    """A building used this round."""


class ActLine(kit.Tap, kit.Panel):
    """Something that can be done besides buying: use a building, swap goods."""


class TabTap(kit.Tap, kit.Panel):
    """One of the kinds to look at."""


class TileBox(kit.Tap, kit.Panel):
    """A building on the board."""


class ConstructionScreen(kit.Row):
    """A construction turn."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
