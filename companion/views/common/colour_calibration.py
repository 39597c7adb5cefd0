"""Learning the colours of a place."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Tag
from companion.views.common.scan import MarkBox


class ColourField(Struct, frozen=True):
    """A field of the mat, whose cubes lie there, and the colour they were seen in (#RRGGBB, empty until then)."""

    icon: str
    name: str
    place: str
    paint: str
    tag: Tag | None = None


class Colours(Struct, frozen=True, kw_only=True):
    """The live picture with what goes where, and what has been learnt; `pixels` are RGBA rows from the top."""

    pixels: bytes
    width: int
    height: int
    marks: tuple[MarkBox, ...]
    heading: str
    note: str
    fields: tuple[ColourField, ...]
    complaints: tuple[str, ...]
