"""Lines of words and icons: their parts, and how wide they are. Widths are px; icons and spacing are dp."""

from __future__ import annotations

from kivy.metrics import dp

from companion.ui.fitting import LEAST, ROUNDED, extent
from companion.ui.theme import theme
from companion.views.common.overview import SeatCard
from companion.views.common.parts import Glyph, Line, Word

ROLE, STRONG, DIM, SPACING = "body", "strong", 24.0, 6.0
"""How a line is set where nothing else is said: its words, its strong words and figures, its icons, what is between."""

SMALLER = 0.75
"""So much smaller words may be set before a line is left out."""


def words_of(line: Line) -> str:
    """The words of a line, without its icons."""
    return " ".join(part.text for part in line if isinstance(part, Word))


def figures_of(line: Line) -> tuple[Glyph, ...]:
    """The icons that have a figure."""
    return tuple(part for part in line if isinstance(part, Glyph) and part.figure)


def without_figures(line: Line) -> Line:
    """What has no figure."""
    return tuple(part for part in line if not (isinstance(part, Glyph) and part.figure))


def said(part: Glyph | Word, role: str = ROLE, strong: str = STRONG) -> tuple[str, str]:
    """The role of a part's words, and the words."""
    if isinstance(part, Glyph):
        return strong, part.figure
    return strong if part.strong else role, part.text


def widths(
    line: Line, role: str = ROLE, strong: str = STRONG, dim: float = DIM, spacing: float = SPACING
) -> tuple[float, float]:
    """How wide all words of a line are in their full size, and everything else: its icons and what is between."""
    icons = sum(isinstance(part, Glyph) for part in line)
    words = [(face, text) for face, text in (said(part, role, strong) for part in line) if text]
    long = sum(extent(theme.face(face), theme.size(face), text) for face, text in words)
    between = max(0, icons + len(words) - 1) * dp(spacing)
    return long, icons * dp(dim) + between + ROUNDED * len(words)


def wide(line: Line, role: str = ROLE, strong: str = STRONG, dim: float = DIM, spacing: float = SPACING) -> float:
    """How wide a line is with words in their full size."""
    return sum(widths(line, role, strong, dim, spacing))


def times(long: float, rest: float, room: float) -> float:
    """How large words of this width are set, in parts of their size, so that they and the rest have room."""
    return max(LEAST, min(1.0, (room - rest) / max(1.0, long)))


def wrapped(line: Line, room: float, least: float = 1.0) -> bool:
    """Do words, with icons that may go, need more than a line of so many px, even `least` as large?"""
    return not figures_of(line) and least * extent(theme.face("bold"), theme.size("bold"), words_of(line)) > room


def fits(text: str, role: str, room: float) -> bool:
    """Do words have room in one line of so many px, a little smaller than their role is set at most?"""
    return SMALLER * extent(theme.face(role), theme.size(role), text) <= room


def verb_within(seat: SeatCard | None, room: float) -> str:
    """What somebody does; nothing where so many px are too few to say that a tray is lost, for its icon says so."""
    if seat is None or (seat.state == "lost" and not fits(seat.verb, "body", room)):
        return ""
    return seat.verb
