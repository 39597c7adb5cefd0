"""What a table may agree on, in the words of a game's own `editions.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.presenters.draft import HouseRule, Preset
from companion.wording import wording


class Editions:
    """The options of a game with their values, and the sets worth offering; read when first asked for."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _text(self) -> dict[str, Any]:
        return tomllib.loads(self._file.read_text(encoding="utf-8"))

    def house_rules(self) -> tuple[HouseRule, ...]:
        """Every option, in the order of the rules."""
        return tuple(self._rule(option, said) for option, said in self._text["options"].items())

    def _rule(self, option: str, said: Mapping[str, Any]) -> HouseRule:
        values = {value: self.option_words(option, value) for value in said["values"]}
        return HouseRule(option, in_words(said), str(said["rule"]), values)

    def option_words(self, option: str, value: str) -> str:
        """A value of an option in words."""
        return in_words(self._text["options"][option]["value"][value])

    def presets(self) -> tuple[Preset, ...]:
        """The sets of options worth offering."""
        return tuple(
            Preset(key, in_words(preset["name"]), in_words(preset["about"]), preset["options"])
            for key, preset in self._text["presets"].items()
        )


def in_words(words: Mapping[str, Any]) -> str:
    """A text in the language in force, else in English."""
    return str(words.get(wording.language, words["en"]))
