"""Rounded areas with an edge as one small texture, whose middle is stretched: a single drawing instead of many."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, hypot
from typing import NamedTuple

from kivy.graphics import BorderImage, Color
from kivy.graphics.texture import Texture

Colour = tuple[float, ...]
Radii = tuple[float, float, float, float]
"""Px of the corners: top left, top right, bottom right, bottom left, as Kivy orders them."""
Corner = tuple[tuple[bytes, ...], ...]
KEPT = 256
"""So many plates are kept as textures."""


class Plate(NamedTuple):
    """A texture and how wide its border is, px."""

    texture: Texture
    border: int


@lru_cache(KEPT)
def plate(fill: Colour, edge: Colour, thick: float, radii: Radii) -> Plate:
    """A rounded area filled with one colour (RGBA, 0 to 1), its edge `thick` px wide in another one."""
    border = ceil(max(*radii, thick + 0.5))  # no wider: of a plate as high as it is round the sides would overlap
    side = 2 * border + 1
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(shaded(border, fill, edge, thick, radii), colorfmt="rgba")
    return Plate(texture, border)


def shaded(border: int, fill: Colour, edge: Colour, thick: float, radii: Radii) -> bytes:
    """Its pixels, RGBA, the lowest row first: `border` on each side of the one that is stretched."""
    top_left, top_right, low_right, low_left = (_corner(border, radius, fill, edge, thick) for radius in radii)
    straight = [_pixel(at + 0.5, fill, edge, thick) for at in range(border)]
    low = [_row(left, straight[at], right) for at, (left, right) in enumerate(zip(low_left, low_right, strict=True))]
    top = [_row(left, straight[at], right) for at, (left, right) in enumerate(zip(top_left, top_right, strict=True))]
    return b"".join([*low, _row(straight, _pixel(border, fill, edge, thick), straight), *top[::-1]])


def put(pos: tuple[float, float], size: tuple[float, float], made: Plate) -> None:
    """Put a plate on the canvas in force, at whole px."""
    x, y = round(pos[0]), round(pos[1])
    wide, high = round(pos[0] + size[0]) - x, round(pos[1] + size[1]) - y
    Color(1, 1, 1, 1)
    BorderImage(texture=made.texture, pos=(x, y), size=(wide, high), border=(made.border,) * 4)


def _row(left: tuple[bytes, ...] | list[bytes], middle: bytes, right: tuple[bytes, ...] | list[bytes]) -> bytes:
    return b"".join([*left, middle, *right[::-1]])


@lru_cache(KEPT)
def _corner(border: int, radius: float, fill: Colour, edge: Colour, thick: float) -> Corner:
    """The pixels of a corner, from its tip along both sides."""
    return tuple(
        tuple(_pixel(_depth(x + 0.5, y + 0.5, radius), fill, edge, thick) for x in range(border)) for y in range(border)
    )


def _depth(x: float, y: float, radius: float) -> float:
    """How far a place beside a corner lies inside the outline, px; below 0 outside."""
    return radius - hypot(radius - x, radius - y) if max(x, y) < radius else min(x, y)


def _pixel(depth: float, fill: Colour, edge: Colour, thick: float) -> bytes:
    """The colour so far inside the outline; half of a pixel on either side of a border is mixed."""
    rim = min(1.0, max(0.0, thick - depth + 0.5)) if thick else 0.0
    inner, outer = (1 - rim) * fill[3], rim * edge[3]
    alpha = inner + outer
    tone = [(inner * one + outer * two) / alpha if alpha else 0.0 for one, two in zip(fill[:3], edge[:3], strict=True)]
    covered = min(1.0, max(0.0, depth + 0.5))
    return bytes(round(255 * part) for part in (*tone, alpha * covered))
