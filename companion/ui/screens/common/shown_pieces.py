"""Pieces of a finished game under the camera: tap one in the picture to say what it is."""

from __future__ import annotations

from pathlib import Path

from kivy.input import MotionEvent
from kivy.lang import Builder

from companion.ui import crops, kit
from companion.ui.screens.common.scan import LivePicture

__all__ = ["crops"]


class PiecePicture(LivePicture):
    """The picture with what was read on each piece; a tap says where the finger was."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        x, y, width, height = self._fitted()
        u, v = (touch.x - x) / width, 1 - (touch.y - y) / height
        if not (self.view.pixels and 0 <= u <= 1 and 0 <= v <= 1):
            return False
        kit.hand.dispatch("on_point", u, v)
        return True


class PieceCropTap(kit.Tap, kit.Panel):
    """A piece in doubt, as it was seen."""


class PieceAnswerTap(kit.Tap, kit.Panel):
    """What a piece may be."""


class PieceLine(kit.Row):
    """What the pieces come to in a line of the count."""


class PieceAskBox(kit.Column):
    """What is this piece?"""


class PieceSums(kit.Column):
    """What the pieces come to, and those in doubt."""


class ShownPiecesScreen(kit.Row):
    """The pieces, and what they come to."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
