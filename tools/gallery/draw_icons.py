"""Draw the icons of assets/icons.toml, and of every game beside its screens, into one PNG sheet per size.

`python -m tools.gallery.draw_icons`; needs `resvg_py`, which the product itself does not.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from tools.gallery.palette import in_palette
from vision.printing.marks import OUTLINE, OWN, read_mark

UI = Path(__file__).parents[2] / "companion" / "ui"
SIZES = (24, 32, 48, 64, 96, 128)
COLUMNS = 10
OUTLINES = {"": "#221A2B", "-dark": "#F3EDE2"}


def shape(text: str, outline: str) -> str:
    """One mark of a drawing as an SVG element; white stands for the icon's own colour."""
    mark, colours = read_mark(text), {OWN: "#fff", OUTLINE: outline}
    fill, stroke = (colours.get(colour, colour) or "none" for colour in (mark.fill, mark.stroke))
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="{mark.width or 0}"'
    if mark.circle:
        x, y, r = mark.circle
        return f'<circle cx="{x}" cy="{y}" r="{r}" {look}/>'
    return f'<path d="{mark.path}" {look} stroke-linecap="round" stroke-linejoin="round"/>'


def drawings(folder: Path) -> dict[str, str]:
    """Icon name → the inside of its SVG; goods and what else has colours once for each theme."""
    chapters = tomllib.loads((folder / "icons.toml").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for chapter, icons in chapters.items():
        themes = OUTLINES if chapter in ("goods", "coloured") else {"": "#fff"}
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
    """Write icons-<size>.png and icons.txt, the names in the order of the cells, beside each icons.toml."""
    from resvg_py import svg_to_bytes

    for folder in sorted(file.parent for file in UI.rglob("icons.toml")):
        icons = drawings(folder)
        (folder / "icons.txt").write_text("\n".join(icons) + "\n", encoding="utf-8")
        for size in SIZES:
            drawn = bytes(svg_to_bytes(svg_string=sheet(icons, size)))
            (folder / f"icons-{size}.png").write_bytes(in_palette(drawn))


if __name__ == "__main__":
    main()
