"""A finished game that was not followed, scored from what lies before each player (B-END-03 to B-END-06)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.byzanz.cards import KEPT_MERCHANT, PRINTED
from engine.byzanz.editions import Edition
from engine.errors import WrongInput
from engine.game import Standing

VALUES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "merchants": KEPT_MERCHANT}
"""What a profit card of each kind counts."""


class Final(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies before a player at the end: profit cards by their value, and the cards left in hand.

    `hand` leaves the merchants out where the table does not count them in a tie.
    """

    ones: int = 0
    twos: int = 0
    threes: int = 0
    fours: int = 0
    merchants: int = 0
    hand: int = 0


def most(line: str) -> int:
    """The most there can be of a line before one player: a set of three for each card kept, and the whole deck."""
    if line == "hand":
        return sum(PRINTED.values())
    if line == "merchants":
        return PRINTED["card:ME"] // 3
    return sum(copies for card, copies in PRINTED.items() if card.endswith(str(VALUES[line])))


def lines(final: Final) -> dict[str, int]:
    """The profit of one player, line by line; raises `WrongInput` for a number that cannot be."""
    for line in Final.__struct_fields__:
        if not 0 <= getattr(final, line) <= most(line):
            raise WrongInput(f"{line} = {getattr(final, line)} is not between 0 and {most(line)}")
    return {line: getattr(final, line) * each for line, each in VALUES.items()}


def score(finals: Mapping[str, Final], edition: Edition) -> tuple[Standing, ...]:
    """The seats by profit, then by cards in hand, then by what the table has agreed on."""
    found = []
    for seat, final in finals.items():
        parts = lines(final)
        found.append((sum(parts.values()), _ties(final, edition), seat, parts))
    found.sort(key=lambda one: one[:2], reverse=True)
    places = [1 + sum(other[:2] > one[:2] for other in found) for one in found]
    return tuple(
        Standing(seat, place, total, parts, ties)
        for place, (total, ties, seat, parts) in zip(places, found, strict=True)
    )


def _ties(final: Final, edition: Edition) -> tuple[int, ...]:
    best = max((each for line, each in VALUES.items() if getattr(final, line)), default=0)
    return (final.hand, best) if edition.final_tie == "best_single_profit" else (final.hand,)
