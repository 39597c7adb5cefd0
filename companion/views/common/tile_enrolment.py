"""Saying what one of one's own tiles is called; the tiles on the mat are shown like cards."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.card_enrolment import CardPair
from companion.views.common.parts import Button


class TileNames(Struct, frozen=True):
    """One tile, and what it may be called: the kinds of buildings, and the names of one kind."""

    heading: str
    note: str
    pair: CardPair
    kinds: tuple[Button, ...]
    names: tuple[Button, ...]
