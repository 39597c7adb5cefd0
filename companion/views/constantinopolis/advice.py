"""What a player might load: a few ways, each with its gold, fame and rounds at sea."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button


class Freight(Struct, frozen=True):
    """What one ship would take: cargo letters (`P` a passenger), and for how many rounds it would sail."""

    icon: str
    cargo: tuple[str, ...]
    rounds: int


class Way(Struct, frozen=True, kw_only=True):
    """One loading: what it is best at, its ships, gold, fame and rounds at sea in all; tapped to load it."""

    title: str
    note: str
    freights: tuple[Freight, ...]
    gold: int
    fame: int
    rounds: int
    button: Button


class Advice(Struct, frozen=True):
    """A few loadings to choose from, or none."""

    heading: str
    note: str
    ways: tuple[Way, ...]
