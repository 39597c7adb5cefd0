"""Textures made once: the icons of the sheets, and the seat patterns that repeat every 12 dp."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kivy.core.image import Image as CoreImage
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from kivy.metrics import Metrics

from companion.ui.theme import HERE, theme

if Window is None:
    raise RuntimeError("no window could be opened: a texture made now would crash the graphics driver")

SIZES = (24, 32, 48, 64, 96, 128)
COLUMNS = 10
TILE = 12
OVERSAMPLE = 4


_FOLDERS = [HERE / "assets"]
"""Where icons.txt and the sheets of icons lie: our own, then those of games."""


def add_icons(folder: Path) -> None:
    """Icons of a game, drawn into sheets of its own (tools/gallery/draw_icons.py)."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        names.cache_clear()


@cache
def names() -> dict[str, tuple[Path, int]]:
    """Icon name → the folder of its sheets, and its cell in each of them."""
    return {
        name: (folder, cell)
        for folder in _FOLDERS
        for cell, name in enumerate((folder / "icons.txt").read_text(encoding="utf-8").split())
    }


def coloured(name: str) -> bool:
    """Has an icon colours of its own, with another drawing for the dark?"""
    return f"{name}-dark" in names()


@cache
def _sheet(folder: Path, size: int) -> Texture:
    texture = CoreImage(str(folder / f"icons-{size}.png")).texture
    texture.mag_filter = texture.min_filter = "linear"
    return texture


def icon(name: str, size: float) -> Texture:
    """The icon in the smallest sheet not below `size` px; ValueError for a name that is not drawn."""
    if name not in names():
        raise ValueError(f"no icon is called {name!r}")
    best = next((s for s in SIZES if s >= size), SIZES[-1])
    return _cell(name, best)


@cache
def _cell(name: str, size: int) -> Texture:
    folder, cell = names()[name]
    sheet, step = _sheet(folder, size), size + 2
    left, top = cell % COLUMNS * step + 1, cell // COLUMNS * step + 1
    return sheet.get_region(left, sheet.height - top - size, size, size)


@cache
def pattern(seat: str) -> Texture:
    """The seat's pattern on its colour, one tile that repeats."""
    size = TILE * max(1, round(Metrics.density))
    texture = Texture.create(size=(size, size), colorfmt="rgb")
    texture.blit_buffer(_pixels(seat, size), colorfmt="rgb", bufferfmt="ubyte")
    texture.wrap = "repeat"
    return texture


def _pixels(seat: str, size: int) -> bytes:
    fill, mark = theme.seat(seat, "fill"), theme.seat(seat, "pattern")
    kind = theme.seats[seat]["kind"]
    pixels = bytearray()
    for row in range(size):
        for column in range(size):
            share = _share(kind, column * TILE / size, row * TILE / size, TILE / size)
            pixels += bytes(round(255 * (f + (m - f) * share)) for f, m in zip(fill[:3], mark[:3], strict=True))
    return bytes(pixels)


def _share(kind: str, x: float, y: float, step: float) -> float:
    """How much of one pixel the pattern covers, sampled on a grid so that edges stay smooth."""
    spots = [(i + 0.5) / OVERSAMPLE * step for i in range(OVERSAMPLE)]
    return sum(_inked(kind, x + dx, y + dy) for dx in spots for dy in spots) / OVERSAMPLE**2


def _inked(kind: str, x: float, y: float) -> bool:
    if kind == "lying":
        return y % 6 < 2.4
    if kind == "standing":
        return x % 6 < 2.4
    if kind == "diagonal":
        return (x + y) % 12 < 4
    if kind == "dots":
        return any((x % 12 - cx) ** 2 + (y % 12 - cy) ** 2 < 1.8**2 for cx, cy in ((3, 3), (9, 9)))
    if kind == "chequer":
        return (x % 12 < 6) == (y % 12 < 6)
    if kind == "zigzag":
        return (y + abs(x % 6 - 3)) % 6 < 2.2
    return False
