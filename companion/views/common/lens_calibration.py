"""Measuring how a camera's lens bends: the picture, where the sheet has been, how well it came out."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Tag
from companion.views.common.scan import MarkBox


class Lens(Struct, frozen=True, kw_only=True):
    """The live picture with the sheet in it, and what has been gathered; `pixels` are RGBA rows from the top.

    `areas` says row by row, `across` in a row, in which parts of the picture the sheet has been; `tag` is the verdict.
    """

    pixels: bytes
    width: int
    height: int
    marks: tuple[MarkBox, ...]
    heading: str
    note: str
    count: str
    share: float
    areas: tuple[bool, ...]
    across: int
    tag: Tag | None = None
