"""The score of Byzanz: profit cards as backs while the game runs, turned up at its end."""

from __future__ import annotations

from msgspec import Struct

from companion.views.byzanz.cards import Ware
from companion.views.common.parts import Button, Person
from companion.views.common.score import Curve, Opened


class ByzShown(Struct, frozen=True, kw_only=True):
    """One player: the profit cards, the cards left in hand, and the sum; how many they are, if not `summed`.

    `purse` is held by its owner to look at the own sum, where the table has agreed so.
    """

    place: str
    person: Person
    cards: tuple[Ware, ...]
    hand: Button
    total: Button
    summed: bool
    first: bool
    purse: Button | None = None


class ByzScore(Struct, frozen=True, kw_only=True):
    """The score as one screen: everybody's cards, a chart by round, and what is behind a figure."""

    person: Person | None
    title: str
    note: str
    buttons: tuple[Button, ...]
    rows: tuple[ByzShown, ...]
    chart: str
    curves: tuple[Curve, ...]
    ticks: tuple[str, ...]
    opened: Opened
