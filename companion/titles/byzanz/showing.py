"""What lies before a player at the end of Byzanz and is read in a picture (B-END-03 to B-END-06)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.titles.showing import Example, PieceKind, Showing
from engine.byzanz.cards import MERCHANT, PRINTED, value
from engine.byzanz.untracked import VALUES

LAYOUT = "byzanz"
PREFIX = "card"
LINES = {each: line for line, each in VALUES.items() if line != "merchants"}
"""The line of a good by what stands on it."""
SHOWN = 9
"""So many profit cards lie on the drawn table at most."""


def _profit(labels: Sequence[str]) -> dict[str, int]:
    """How many cards of each value, and how many merchants; whichever are missing are none."""
    found = dict.fromkeys(VALUES, 0)
    for label in labels:
        found["merchants" if label == MERCHANT else LINES[value(label)]] += 1
    return found


def _choices(_begun: str) -> tuple[str, ...]:
    return tuple(PRINTED)


def _dealt(chance: Random, most: int) -> Example:
    deck = [card for card, copies in PRINTED.items() for _ in range(copies)]
    return Example(cards=tuple(chance.sample(deck, chance.randint(2, most))))


SHOWINGS = (
    Showing(
        name="profit",
        layout=LAYOUT,
        kinds=(PieceKind(prefix=PREFIX, lines=tuple(VALUES), count=_profit, choices=_choices),),
        example=lambda chance: _dealt(chance, SHOWN),
    ),
    Showing(
        name="hand",
        layout=LAYOUT,
        kinds=(
            PieceKind(prefix=PREFIX, lines=("hand",), count=lambda labels: {"hand": len(labels)}, choices=_choices),
        ),
        example=lambda chance: _dealt(chance, 6),
    ),
)
"""The profit cards turned up, and apart from them the cards left in hand."""
