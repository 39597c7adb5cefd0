"""Cards and places of Byzanz as hands know them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.byzanz import words
from companion.presenters.byzanz.lines import amount_words
from companion.presenters.byzanz.lines import place_words as place_of
from companion.presenters.scene import Scene
from companion.views.common.hands import Art
from companion.wording import n_
from engine.byzanz.cards import PRINTED

MOST_NAMES = 3
"""Up to so many cards are listed one by one; of more only the number is given."""


def hand_words(tally: Mapping[str, int]) -> str:
    """Cards by name while they are few, else by their number; offer cards always by name."""
    cards = {piece: count for piece, count in tally.items() if not piece.startswith("offer-")}
    offers = [amount_words(piece, 1) for piece in tally if piece not in cards]
    count = sum(cards.values())
    told = [amount_words(piece, number) for piece, number in cards.items()]
    if count > MOST_NAMES or not set(cards) <= set(PRINTED):
        told = [n_("{n} card", "{n} cards", count)]
    return ", ".join((*offers, *told))


def hand_art(tally: Mapping[str, int]) -> Art:
    """The first card as an icon."""
    first = next(iter(tally))
    if first.startswith("offer-"):
        return Art(icon=first)
    return Art(icon=words.glyph(first).icon if len(tally) == 1 else "cards")


def place_words(scene: Scene, _source: str, target: str) -> str:
    """Where cards go."""
    return place_of(scene, target)


def mark_words(_piece: str, _value: int) -> str:
    """No piece is a marker that counts."""
    return ""
