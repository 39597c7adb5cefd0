"""What a table may agree on, in words: options with their values, and the sets worth offering."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from companion.wording import wording
from engine.constantinopolis.editions import FILE


@cache
def _text() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def options() -> tuple[str, ...]:
    """Every option, in the order of the rules."""
    return tuple(_text()["options"])


def option_question(option: str) -> str:
    """What an option asks."""
    return _in_words(_text()["options"][option])


def option_rule(option: str) -> str:
    """The rule an option bends."""
    return str(_text()["options"][option]["rule"])


def option_values(option: str) -> tuple[str, ...]:
    """The values of an option, default first."""
    return tuple(_text()["options"][option]["values"])


def preset_value(preset: str, option: str) -> str:
    """What a set of options says about one of them."""
    return str(_text()["presets"][preset]["options"].get(option, option_values(option)[0]))


def option_words(option: str, value: str) -> str:
    """A value of an option in words."""
    said = _text()["options"][option]["value"][value]
    return str(said.get(wording.language, said["en"]))


def presets() -> tuple[tuple[str, str, str], ...]:
    """The sets of options worth offering: their key, name and what they mean."""
    found = _text()["presets"].items()
    return tuple((key, _in_words(preset["name"]), _in_words(preset["about"])) for key, preset in found)


def _in_words(said: dict[str, Any]) -> str:
    return str(said.get(wording.language, said["en"]))
