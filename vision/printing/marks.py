"""Marks: one line of text for each stroke and shape of a symbol in a 48 × 48 box, x to the right and y downwards.

Both the printed silhouettes (symbols.toml beside this file) and the icons of the screens are written so:

- ``s3 PATH`` strokes a path with that width in the symbol's own colour, ``f PATH`` fills it;
- ``o3 X Y R`` is a ring of that stroke width in the own colour, ``d X Y R`` a disc;
- ``c#RRGGBB PATH`` fills a path with a colour, ``t2#RRGGBB PATH`` strokes it;
- ``e2.3#RRGGBB PATH`` fills a path with a colour and outlines it (2.5 wide if no width is given);
- ``u6.6 PATH`` strokes it in the colour of outlines.

Widths are in units of the box; a path is that of an SVG.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import WrongInput

OWN, OUTLINE = "own", "outline"
"""Colours chosen by the drawer: that of the symbol, and that of outlines."""
USUAL = 2.5
"""Width of an outline in units of the box, where a mark gives none."""


class Mark(NamedTuple):
    """A path, or a circle (`path` empty) by its middle x, y and radius; how it is filled and stroked.

    `fill` and `stroke` are OWN, OUTLINE, a colour #RRGGBB or ``""`` for none; `width` is that of the stroke.
    """

    path: str
    circle: tuple[str, ...]
    fill: str
    stroke: str
    width: str


def read_mark(text: str) -> Mark:
    """The mark that a line describes; ValueError for a line of another form."""
    head, _, rest = text.partition(" ")
    kind, (width, hash_, colour) = head[:1], head[1:].partition("#")
    drawn = {
        "s": ("", OWN),
        "o": ("", OWN),
        "f": (OWN, ""),
        "d": (OWN, ""),
        "c": (hash_ + colour, ""),
        "t": ("", hash_ + colour),
        "e": (hash_ + colour, OUTLINE),
        "u": ("", OUTLINE),
    }
    if kind not in drawn or not rest:
        raise WrongInput(f"{text!r} is no mark of a symbol")
    fill, stroke = drawn[kind]
    if kind in "od":
        return Mark("", tuple(rest.split()), fill, stroke, width)
    return Mark(rest, (), fill, stroke, width or (str(USUAL) if stroke else ""))
