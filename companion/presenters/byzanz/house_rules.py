"""What a table of Byzanz may agree on, in words, and what chance decides before a game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.presenters.common.edition_options import EditionOptions
from companion.wording import _
from engine.byzanz.editions import FILE

LIMITS = ("9", "10", "11", "12")
"""How many cards a hand may hold at a table that plays with more than the seven or eight of the rulebooks."""
_OPTIONS = EditionOptions(FILE, {"hand_limit": LIMITS})
house_rules, presets, options_of = _OPTIONS.house_rules, _OPTIONS.presets, _OPTIONS.options_of


def draw(seats: tuple[str, ...], chance: Random) -> dict[str, tuple[str, ...]]:
    """Who deals; the player on the dealer's left speaks first."""
    return {"dealer": (chance.choice(seats),)}


def drawn_words() -> str:
    """What chance has decided."""
    return _("The dealer was drawn at random.")


def place_drawn(drawn: Mapping[str, tuple[str, ...]], seat: str) -> int:
    """A one at the seat that deals; 0 elsewhere."""
    return int(seat in drawn.get("dealer", ()))
