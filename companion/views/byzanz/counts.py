"""The counts book: by good and value what is hidden, and what is known of each hand."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Line, Person


class ByzKind(Struct, frozen=True):
    """A good: of each value, the lowest first, how many cards are hidden, and of all how many."""

    icon: str
    name: str
    hidden: tuple[str, ...]
    whole: str


class ByzHand(Struct, frozen=True):
    """A hand: how many cards, those that are remembered, and in words what the others could be."""

    person: Person
    cards: int
    known: Line
    could: str


class ByzCounts(Struct, frozen=True, kw_only=True):
    """The counts book as one screen."""

    title: str
    note: str
    kinds: tuple[ByzKind, ...]
    hands: tuple[ByzHand, ...]
    deck: str
    removed: str
