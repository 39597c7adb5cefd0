"""What a table may agree on, in words, and what chance decides before a game: the first offices."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.presenters.common.edition_options import EditionOptions
from companion.wording import _
from engine.constantinopolis.editions import FILE

_OPTIONS = EditionOptions(FILE)
house_rules, presets, options_of = _OPTIONS.house_rules, _OPTIONS.presets, _OPTIONS.options_of


def draw(seats: tuple[str, ...], chance: Random) -> dict[str, tuple[str, ...]]:
    """The first offices, drawn at random among those who sit there."""
    return {"offices": tuple(chance.sample(seats, len(seats)))}


def place_drawn(drawn: Mapping[str, tuple[str, ...]], seat: str) -> int:
    """The first office of a seat; 0 for none."""
    offices = drawn.get("offices", ())
    return offices.index(seat) + 1 if seat in offices else 0


def drawn_words() -> str:
    """What was drawn."""
    return _("First offices were drawn at random.")
