"""What a table may agree on, in words: options with their values, and the sets worth offering."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.presenters.common.editions import Editions
from companion.presenters.draft import HouseRule, Preset
from companion.presenters.scene import Scene
from engine.constantinopolis.editions import FILE, OPTIONS

EDITIONS = Editions(FILE)


def house_rules() -> tuple[HouseRule, ...]:
    """Every option, in the order of the rules."""
    return EDITIONS.house_rules()


def option_words(option: str, value: str) -> str:
    """A value of an option in words."""
    return EDITIONS.option_words(option, value)


def presets() -> tuple[Preset, ...]:
    """The sets of options worth offering."""
    return EDITIONS.presets()


def options_of(scene: Scene, option: str) -> tuple[tuple[str, bool], ...]:
    """The readings of a house rule, and which one this table plays."""
    if option not in OPTIONS:
        return ()
    plays = getattr(scene.state.setup.edition, option)
    return tuple((option_words(option, value), value == plays) for value in OPTIONS[option])


def draw(seats: tuple[str, ...], chance: Random) -> dict[str, tuple[str, ...]]:
    """The first offices, drawn at random among those who sit there."""
    return {"offices": tuple(chance.sample(seats, len(seats)))}


def place_drawn(drawn: Mapping[str, tuple[str, ...]], seat: str) -> int:
    """The first office of a seat; 0 for none."""
    offices = drawn.get("offices", ())
    return offices.index(seat) + 1 if seat in offices else 0
