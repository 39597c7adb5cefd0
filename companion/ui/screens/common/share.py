"""Sharing a game: a code for a phone, texts to copy, files to save."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.drawn import Drawn

QUIET = 4
"""Light squares round a code, as its standard wants them."""


class CodeSquares(Drawn):
    """A QR code as large as fits, each square as many whole px wide; dark on white in light and in dark."""

    rows = ObjectProperty(())

    DRAWS = ("pos", "size", "rows")

    def draw(self) -> None:
        self.canvas.clear()
        if not self.rows:
            return
        across = len(self.rows) + 2 * QUIET
        side = max(1, int(min(self.width, self.height)) // across) * across
        pos = round(self.center_x - side / 2), round(self.center_y - side / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=_texture(self.rows), pos=pos, size=(side, side))


def _texture(rows: tuple[str, ...]) -> Texture:
    """The squares as px of a texture, with the quiet zone round them."""
    across = len(rows) + 2 * QUIET
    light, dark = b"\xff\xff\xff", b"\x22\x1a\x2b"
    edge = light * QUIET
    inside = [edge + b"".join(dark if square == "1" else light for square in row) + edge for row in rows]
    lines = [light * across] * QUIET + inside + [light * across] * QUIET
    texture = Texture.create(size=(across, across), colorfmt="rgb")
    texture.mag_filter = texture.min_filter = "nearest"
    texture.blit_buffer(b"".join(lines[::-1]), colorfmt="rgb", bufferfmt="ubyte")
    return texture


class WayLine(kit.Panel, kit.Row):
    """One way out, with its button."""


class ScoredBox(kit.Row):
    """A player with the score."""


class ShareScreen(kit.Viewed):
    """Every way a game may leave the table."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
