"""One's own cards before the camera, and saying what one of them shows."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.ui import crops, kit

__all__ = ["crops"]


class CargoTap(kit.Tap, kit.Panel):
    """What a card may carry, to tap."""


class PairTap(kit.Tap, kit.Panel):
    """A card as it was seen, beside what was read on it."""


class PairBox(kit.Column):
    """The two pictures, and the words for what was read."""

    def on_view(self, *_: object) -> None:
        """The line and the tag share their room anew."""
        for each in self.walk(restrict=True):
            if isinstance(each, kit.Tight):
                each.anew()


class LaidPiecesScreen(kit.Column):
    """The cards on the mat, in `deep` rows."""

    deep = NumericProperty(2)


class CorrectingScreen(kit.Row):
    """One card, and what may stand on it."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
