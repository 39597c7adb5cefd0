"""The city looked over with the camera: the map that fills in, the live picture, and what was seen so far."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit
from companion.ui.screens.praetor.city import PraetorMapView


class PraetorSeenLine(kit.Row):
    """How many tiles were seen in one way."""


class PraetorLookTrouble(kit.Card):
    """Why there is no picture, and the way out."""


class PraetorLookOverScreen(kit.Row):
    """The map of the city, how each of its tiles was seen, and beside it what the camera sees now."""

    def maps(self) -> Iterator[PraetorMapView]:
        """The map of this screen."""
        return (child for child in self.walk() if isinstance(child, PraetorMapView))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
