"""Draw the icons of assets/icons.toml into one PNG sheet per size.

`python -m tools.gallery.draw_icons`; needs `resvg_py`, which the product itself does not.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

ASSETS = Path(__file__).parents[2] / "companion" / "ui" / "assets"
SIZES = (24, 32, 48, 64, 96, 128)
COLUMNS = 10
OUTLINE = {"": "#221A2B", "-dark": "#F3EDE2"}
STROKE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def shape(mark: str, outline: str) -> str:
    """One drawing mark as an SVG element; white stands for the icon's own colour."""
    head, _, rest = mark.partition(" ")
    if head[0] in "od":
        x, y, r = rest.split()
        ring = f'fill="none" stroke="#fff" stroke-width="{head[1:]}"' if head[0] == "o" else 'fill="#fff"'
        return f'<circle cx="{x}" cy="{y}" r="{r}" {ring}/>'
    if head[0] == "s":
        return f'<path d="{rest}" stroke="#fff" stroke-width="{head[1:]}" {STROKE}/>'
    if head == "f":
        return f'<path d="{rest}" fill="#fff"/>'
    return coloured(head, rest, outline)


def coloured(head: str, path: str, outline: str) -> str:
    """A mark with colours of its own: only the goods have them."""
    if head[0] == "u":
        return f'<path d="{path}" stroke="{outline}" stroke-width="{head[1:]}" {STROKE}/>'
    if head[0] == "e":
        return f'<path d="{path}" fill="{head[1:]}" stroke="{outline}" stroke-width="2.5" stroke-linejoin="round"/>'
    width, _, colour = head[1:].partition("#")
    return f'<path d="{path}" stroke="#{colour}" stroke-width="{width}" {STROKE}/>'


def drawings() -> dict[str, str]:
    """Icon name → the inside of its SVG; every good once for each theme."""
    chapters = tomllib.loads((ASSETS / "icons.toml").read_text())
    found: dict[str, str] = {}
    for chapter, icons in chapters.items():
        themes = OUTLINE if chapter == "goods" else {"": "#fff"}
        prefix = "good-" if chapter == "goods" else ""
        for name, marks in icons.items():
            for theme, outline in themes.items():
                found[prefix + name + theme] = "".join(shape(mark, outline) for mark in marks)
    return found


def sheet(icons: dict[str, str], size: int) -> str:
    """All icons side by side in cells of `size` px with 2 px between them, as one SVG."""
    step = size + 2
    rows = -(-len(icons) // COLUMNS)
    scale = size / 48
    cells = [
        f'<g transform="translate({i % COLUMNS * step + 1} {i // COLUMNS * step + 1}) scale({scale})">{inside}</g>'
        for i, inside in enumerate(icons.values())
    ]
    width, height = COLUMNS * step, rows * step
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{"".join(cells)}</svg>'


def main() -> None:
    """Write icons-<size>.png and icons.txt, the names in the order of the cells."""
    from resvg_py import svg_to_bytes

    icons = drawings()
    (ASSETS / "icons.txt").write_text("\n".join(icons) + "\n")
    for size in SIZES:
        (ASSETS / f"icons-{size}.png").write_bytes(bytes(svg_to_bytes(svg_string=sheet(icons, size))))


if __name__ == "__main__":
    main()
