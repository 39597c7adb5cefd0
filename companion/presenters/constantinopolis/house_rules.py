"""What a table may agree on, in words: options with their values, and the sets worth offering."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from companion.presenters.draft import HouseRule, Preset
from companion.presenters.scene import Scene
from companion.wording import wording
from engine.constantinopolis.editions import FILE, OPTIONS


@cache
def _text() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def house_rules() -> tuple[HouseRule, ...]:
    """Every option, in the order of the rules."""
    return tuple(
        HouseRule(
            option,
            _in_words(said),
            str(said["rule"]),
            {value: option_words(option, value) for value in said["values"]},
        )
        for option, said in _text()["options"].items()
    )


def option_words(option: str, value: str) -> str:
    """A value of an option in words."""
    return _in_words(_text()["options"][option]["value"][value])


def presets() -> tuple[Preset, ...]:
    """The sets of options worth offering."""
    return tuple(
        Preset(key, _in_words(preset["name"]), _in_words(preset["about"]), preset["options"])
        for key, preset in _text()["presets"].items()
    )


def _in_words(words: dict[str, Any]) -> str:
    return str(words.get(wording.language, words["en"]))


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
