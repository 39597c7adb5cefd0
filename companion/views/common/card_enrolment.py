"""One's own cards before the camera: what lies there, how it was read, and saying what was read wrongly."""

from __future__ import annotations

from msgspec import Struct

from companion.play.reports import Crop
from companion.views.common.newgame import Segment
from companion.views.common.parts import Button, Line, Tag


class CardPair(Struct, frozen=True):
    """A card as the camera sees it, if it does, beside the printed drawing of what was read or entered."""

    seen: Crop | None
    drawn: Crop | None
    line: Line
    tag: Tag | None
    button: Button


class LaidPieces(Struct, frozen=True, kw_only=True):
    """The cards or tiles on the mat; `share` is how much of all has been filed, 0 to 1."""

    heading: str
    note: str
    count: str
    share: float
    cards: tuple[CardPair, ...]
    empty: str = ""
    tabs: tuple[Button, ...] = ()


class Correcting(Struct, frozen=True, kw_only=True):
    """One card, and what may stand on it: cargo, gold, voyages; each answer a button."""

    heading: str
    note: str
    pair: CardPair
    cargo: tuple[Button, ...]
    gold_title: str
    gold: tuple[Button, ...]
    voyages: tuple[Segment, ...]
