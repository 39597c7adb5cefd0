"""The city as it is looked over with the camera: the book's map with what was seen of each tile, and the picture."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button
from companion.views.common.scan import MarkBox
from companion.views.praetor.city import PraetorMap


class SmallPicture(Struct, frozen=True, kw_only=True):
    """The live picture beside the map, RGBA rows from the top; `status` in words, `good` if it can be read.

    `focus` is the part of it that is shown, as in `companion.views.common.scan.Scan`.
    """

    pixels: bytes
    width: int
    height: int
    marks: tuple[MarkBox, ...]
    status: str
    good: bool
    focus: tuple[float, float, float, float] | None = None


class SeenCount(Struct, frozen=True, kw_only=True):
    """How many tiles were seen in one way: its symbol on the map, in words, and the figure."""

    icon: str
    tone: str
    words: str
    figure: str


class PraetorLookOver(Struct, frozen=True, kw_only=True):
    """The map that fills in, the counts, and the picture; where there is none, `trouble` with the `way` out of it."""

    map: PraetorMap
    counts: tuple[SeenCount, ...]
    picture: SmallPicture | None = None
    trouble: str = ""
    way: Button | None = None
