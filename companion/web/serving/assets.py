"""The files of the page, read once: what is written by hand, and colours and icons from the tablet's own sources."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from companion.titles import known, title_of
from vision.printing.marks import OUTLINE, OWN, read_mark

UI = Path(__file__).parents[2] / "ui"
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".webmanifest": "application/manifest+json",
}
FONTS = ("Vollkorn-SemiBold.ttf", "Lato-Regular.ttf", "Lato-Bold.ttf", "Lato-Heavy.ttf", "Lato-Black.ttf")


class Asset(Struct, frozen=True):
    """A file as it is served: its bytes, its media type, and a tag that changes with its bytes."""

    data: bytes
    kind: str
    tag: str
    charset: str | None


def assets(page: Path) -> Mapping[str, Asset]:
    """Every file of a page by its name: those of the folder `page`, and what all pages have."""
    found = {path.name: path.read_bytes() for path in sorted(page.iterdir()) if path.suffix in KINDS}
    found |= {name: (UI / "assets" / "fonts" / name).read_bytes() for name in FONTS}
    found["theme.css"] = theme_css().encode()
    found["icons.svg"] = icons_svg().encode()
    return {name: _asset(name, data) for name, data in found.items()}


def _asset(name: str, data: bytes) -> Asset:
    kind = KINDS[Path(name).suffix]
    charset = None if kind.startswith("font/") else "utf-8"
    return Asset(data, kind, blake2b(data, digest_size=8).hexdigest(), charset)


# --- colours ---


def theme_css() -> str:
    """The tablet's colours as variables, light and dark, and those of the seats."""
    theme = tomllib.loads((UI / "theme.toml").read_text(encoding="utf-8"))
    light, dark = _variables(theme["light"]), _variables(theme["dark"])
    seats = "\n".join(_seat(name, look) for name, look in theme["seats"].items())
    return f":root {{{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n{seats}\n"


def _variables(tones: Mapping[str, str]) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {value};" for name, value in tones.items())


def _seat(name: str, look: Mapping[str, str]) -> str:
    tones = {"seat": look["fill"], "on_seat": look["on"], "pattern": look["pattern"]}
    return f".seat-{name} {{{_variables(tones)} --ring: var(--pattern-{look['kind']});}}"


# --- icons ---


def icons_svg() -> str:
    """Every icon as a symbol of one drawing; its own colour is that of the text it stands in."""
    symbols = "".join(f'<symbol id="icon-{name}" viewBox="0 0 48 48">{inside}</symbol>' for name, inside in _icons())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _icons() -> Iterator[tuple[str, str]]:
    folders = [UI / "assets", *(folder for game in known() if (folder := _folder(title_of(game).widgets)))]
    for folder in folders:
        file = folder / "icons.toml"
        chapters = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        for chapter, icons in chapters.items():
            prefix = "good-" if chapter == "goods" else ""
            for name, marks in icons.items():
                yield prefix + name, "".join(map(_shape, marks))


def _folder(package: str) -> Path | None:
    """The folder of a package of widgets, found without importing them: they would open a window."""
    first, *rest = package.split(".")
    spec = find_spec(first) if first else None
    found = spec.submodule_search_locations if spec else None
    return Path(next(iter(found))).joinpath(*rest) if found else None


def _shape(text: str) -> str:
    mark, colours = read_mark(text), {OWN: "currentColor", OUTLINE: "var(--ink)"}
    fill, stroke = (colours.get(colour, colour) or "none" for colour in (mark.fill, mark.stroke))
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="{mark.width or 0}"'
    if mark.circle:
        x, y, r = mark.circle
        return f'<circle cx="{x}" cy="{y}" r="{r}" {look}/>'
    return f'<path d="{mark.path}" {look} stroke-linecap="round" stroke-linejoin="round"/>'
