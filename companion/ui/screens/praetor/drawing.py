"""Letters, icons and people drawn into a canvas that is open."""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, Rectangle, SmoothEllipse
from kivy.metrics import dp

from companion.ui import kit, textures
from companion.ui.theme import theme
from companion.views.common.parts import Person


def words(text: str, face: str, size: float, tone: str, x: float, y: float, wide: float = 0) -> float:
    """Letters into the open canvas around x, y; smaller where they were wider than `wide`. Their width in px."""
    letters = kit.lettering(text, face, size)
    scale = min(1.0, wide / letters.width) if wide and letters.width else 1.0
    width, height = letters.width * scale, letters.height * scale
    Color(*theme.tone(tone))
    Rectangle(texture=letters, pos=(round(x - width / 2), round(y - height / 2)), size=(width, height))
    return float(width)


def picture(name: str, tone: str, x: float, y: float, side: float) -> None:
    """An icon into the open canvas around x, y."""
    coloured = textures.coloured(name)
    Color(*((1, 1, 1, 1) if coloured else theme.tone(tone)))
    found = f"{name}-dark" if coloured and theme.dark else name
    Rectangle(texture=textures.icon(found, side), pos=(round(x - side / 2), round(y - side / 2)), size=(side, side))


def draw_disc(person: Person, cx: float, cy: float, side: float) -> None:
    """A person's disc into the open canvas around a point: patterned ring, plain core, initial."""
    turns, inner, core = side / dp(textures.TILE), side * 0.92, side * 0.64
    corners = (0, 0, turns, 0, turns, turns, 0, turns)
    Color(*theme.tone("ink"))
    SmoothEllipse(pos=(cx - side / 2, cy - side / 2), size=(side, side))
    Color(1, 1, 1, 1)
    at = (cx - inner / 2, cy - inner / 2)
    Ellipse(texture=textures.pattern(person.seat), tex_coords=corners, pos=at, size=(inner, inner))
    Color(*theme.seat(person.seat, "fill"))
    SmoothEllipse(pos=(cx - core / 2, cy - core / 2), size=(core, core))
    letters = kit.lettering(person.initial, "Black", side * 0.44)
    Color(*theme.seat(person.seat, "on"))
    Rectangle(texture=letters, pos=(round(cx - letters.width / 2), round(cy - letters.height / 2)), size=letters.size)
