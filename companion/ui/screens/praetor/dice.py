"""A worker as a die: the seat's pattern as its rim, a plain core, pips."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.ui import textures
from companion.ui.theme import theme

PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.3, 0.7), (0.7, 0.3)),
    3: ((0.28, 0.72), (0.5, 0.5), (0.72, 0.28)),
    4: ((0.3, 0.7), (0.7, 0.7), (0.3, 0.3), (0.7, 0.3)),
    5: ((0.28, 0.72), (0.72, 0.72), (0.5, 0.5), (0.28, 0.28), (0.72, 0.28)),
    6: ((0.3, 0.76), (0.7, 0.76), (0.3, 0.5), (0.7, 0.5), (0.3, 0.24), (0.7, 0.24)),
}
"""Where the pips of a face are, as shares of its side."""


def draw_die(seat: str, pips: int, x: float, y: float, side: float) -> None:
    """A die into the open canvas, from its lower left corner, `side` px wide."""
    turns, edge = side / dp(textures.TILE), max(1.0, side / 26)
    Color(*theme.tone("ink"))
    SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[side * 0.2])
    Color(1, 1, 1, 1)
    inner = side - 2 * edge
    SmoothRoundedRectangle(pos=(x + edge, y + edge), size=(inner, inner), radius=[side * 0.17])
    corners = (0, 0, turns, 0, turns, turns, 0, turns)
    trim = side * 0.07
    Rectangle(
        texture=textures.pattern(seat),
        tex_coords=corners,
        pos=(x + trim, y + trim),
        size=(side - 2 * trim, side - 2 * trim),
    )
    core = side * 0.68
    Color(*theme.seat(seat, "fill"))
    SmoothRoundedRectangle(pos=(x + (side - core) / 2, y + (side - core) / 2), size=(core, core), radius=[side * 0.1])
    _pips(seat, pips, x, y, side)


def _pips(seat: str, pips: int, x: float, y: float, side: float) -> None:
    Color(*theme.seat(seat, "on"))
    r = side * 0.072
    for right, up in PIPS.get(pips, ()):
        SmoothEllipse(pos=(x + right * side - r, y + up * side - r), size=(2 * r, 2 * r))
