"""Words and icons put on a canvas, where a widget for each would be too much; each says where it ends."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from kivy.core.text import Label
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.ui import textures
from companion.ui.theme import theme

KEPT = 512
"""So many words are kept as textures."""


@lru_cache(KEPT)
def lettering(text: str, face: str, size: float) -> Texture:
    """White letters as a texture."""
    label = Label(text=text, font_name=face, font_size=size)
    label.refresh()
    return label.texture


def words(text: str, role: str) -> Texture:
    """White letters in one of the roles of the theme."""
    return lettering(text, theme.face(role), theme.size(role))


def paint(texture: Texture, tone: str, x: float, middle: float, room: float = inf) -> float:
    """Put a texture at `x`, its middle at the height `middle`, smaller where there is less `room`; where it ends."""
    share = min(1.0, max(room, 1.0) / texture.width)
    wide, high = texture.width * share, texture.height * share
    Color(*theme.tone(tone))
    Rectangle(texture=texture, pos=(round(x), round(middle - high / 2)), size=(wide, high))
    return x + float(wide)


def write(text: str, role: str, tone: str, x: float, middle: float, room: float = inf) -> float:
    """Put words at `x`, smaller where there is less `room`; where they end."""
    return paint(words(text, role), tone, x, middle, room) if text else x


def mark(name: str, dim: float, tone: str, x: float, middle: float) -> float:
    """Put an icon `dim` dp wide at `x`, in its own colours if it has some; where it ends."""
    own = textures.coloured(name)
    drawn = f"{name}-dark" if own and theme.dark and tone != "on_pill" else name
    side = dp(dim)
    Color(*((1, 1, 1, 1) if own else theme.tone(tone)))
    Rectangle(texture=textures.icon(drawn, side), pos=(round(x), round(middle - side / 2)), size=(side, side))
    return x + side
