"""Pieces of a finished game before the camera, and what a tap means there: what was read, and what a piece is."""

from __future__ import annotations

from msgspec import Struct

from companion.play.reports import Crop
from companion.views.common.parts import Button, Line
from companion.views.common.scan import MarkBox


class ShowPieces(Struct, frozen=True):
    """Show what lies before a player to the camera: `showing` names which of it."""

    seat: str
    showing: str


class TakePicture(Struct, frozen=True):
    """Keep the camera's picture still and read it."""


class OpenPicture(Struct, frozen=True):
    """Read the picture of this file."""

    file: str


class LookOn(Struct, frozen=True):
    """Let go of the still picture: look through the camera again."""


class AskPiece(Struct, frozen=True):
    """Ask what the piece at a place is; `begun` is the label as far as it was entered. −1 closes the question."""

    place: int
    begun: str = ""


class NamePiece(Struct, frozen=True):
    """The piece at a place is this one."""

    place: int
    label: str


class LeaveOut(Struct, frozen=True):
    """Pieces that are still in doubt do not count."""


class CountShown(Struct, frozen=True):
    """Count these pieces for a player; `more` adds them to those of the pictures before, else they take their place."""

    seat: str
    showing: str
    labels: tuple[str, ...]
    more: bool = False


class PieceAnswer(Struct, frozen=True):
    """One thing a piece may be: what is drawn on the button."""

    line: Line
    button: Button


class PieceAsk(Struct, frozen=True, kw_only=True):
    """One piece as it was seen, and what it may be; `columns` of answers, then the other answers.

    `note` says how sure the camera is.
    """

    heading: str
    note: str
    seen: Crop
    answers: tuple[PieceAnswer, ...]
    columns: int
    others: tuple[Button, ...]


class PieceCrop(Struct, frozen=True):
    """A piece in doubt as it was seen, tapped to say what it is."""

    seen: Crop
    button: Button


class CountedRow(Struct, frozen=True):
    """What the pieces come to in one line of the count."""

    icon: str
    label: str
    figure: str


class ShownPieces(Struct, frozen=True, kw_only=True):
    """The picture with its marks, what it comes to, what is in doubt; `ask` stands instead of the rows.

    `pixels` are RGBA rows from the top, `width` by `height` px.
    """

    pixels: bytes
    width: int
    height: int
    marks: tuple[MarkBox, ...]
    heading: str
    note: str
    rows: tuple[CountedRow, ...]
    doubtful_title: str
    doubtful: tuple[PieceCrop, ...]
    ask: PieceAsk | None = None
