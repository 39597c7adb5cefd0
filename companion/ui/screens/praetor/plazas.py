"""Plazas: a quarter of a round at each corner of a tile, marked by a pattern: rings, rays, core, dots."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.graphics import Color, Ellipse, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.ui.theme import theme

LOOKS = {
    "fountain": ("sea", "sea_tint", "rings"),
    "column": ("gold_text", "gold_tint", "rays"),
    "tree": ("verdigris", "verdigris_tint", "core"),
    "mosaic": ("alarm", "alarm_tint", "dots"),
}
"""Picture → its tone, its tint and its pattern; others take one of these by their name."""
STARTS = (90, 180, 270, 0)
"""Where the quarter of each corner begins, in degrees clockwise from the top: north-west, north-east, …"""


def look_of(picture: str) -> tuple[str, str, str]:
    """Tone, tint and pattern of a plaza's picture."""
    return LOOKS.get(picture) or list(LOOKS.values())[sum(map(ord, picture)) % len(LOOKS)]


def draw_plazas(plazas: tuple[str, ...], x: float, y: float, side: float, share: float = 0.24) -> None:
    """The four quarters into the open canvas, from the north-west clockwise; y grows upwards."""
    corners = ((x, y + side), (x + side, y + side), (x + side, y), (x, y))
    for picture, (cx, cy), start in zip(plazas, corners, STARTS, strict=True):
        if picture:
            _quarter(picture, cx, cy, side * share, start)


def _quarter(picture: str, cx: float, cy: float, r: float, start: int) -> None:
    tone, tint, pattern = look_of(picture)
    Color(*theme.tone(tint))
    Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r), angle_start=start, angle_end=start + 90)
    Color(*theme.tone(tone))
    SmoothLine(circle=(cx, cy, r, start, start + 90, 24), width=dp(0.9))
    if pattern == "rings":
        for share in (0.7, 0.36):
            SmoothLine(circle=(cx, cy, r * share, start, start + 90, 18), width=dp(1.5))
    elif pattern == "core":
        Ellipse(pos=(cx - r * 0.52, cy - r * 0.52), size=(r * 1.04, r * 1.04), angle_start=start, angle_end=start + 90)
    else:
        _spots(pattern, cx, cy, r, start)


def _spots(pattern: str, cx: float, cy: float, r: float, start: int) -> None:
    """Rays or dots within a quarter."""
    for step, degrees in enumerate((12, 34, 56, 78)):
        angle = (start + degrees) * pi / 180
        dx, dy = sin(angle), cos(angle)
        if pattern == "rays":
            SmoothLine(
                points=[cx + dx * r * 0.26, cy + dy * r * 0.26, cx + dx * r * 0.84, cy + dy * r * 0.84], width=dp(1.2)
            )
        else:
            for share in ((0.8, 0.42), (0.8,), (0.8, 0.42), (0.8,))[step]:
                dot = max(dp(1.4), r * 0.1)
                SmoothEllipse(pos=(cx + dx * r * share - dot, cy + dy * r * share - dot), size=(2 * dot, 2 * dot))
