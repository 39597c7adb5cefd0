"""What a table may agree on, in words: the options of a game's editions.toml with their values, and its presets."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.presenters.draft import HouseRule, Preset
from companion.presenters.scene import Scene
from companion.wording import wording


class EditionOptions:
    """The options of one game, read from its `file` when they are first asked for.

    `more` holds further values that may be chosen of an option that is a number; each stands for itself.
    """

    def __init__(self, file: Path, more: Mapping[str, tuple[str, ...]] = MappingProxyType({})) -> None:
        self._file = file
        self._more = more

    @cached_property
    def _text(self) -> dict[str, Any]:
        return tomllib.loads(self._file.read_text(encoding="utf-8"))

    def house_rules(self) -> tuple[HouseRule, ...]:
        """Every option, in the order of the rules."""
        return tuple(
            HouseRule(
                option,
                _in_words(said),
                str(said["rule"]),
                {value: self.words(option, value) for value in (*said["values"], *self._more.get(option, ()))},
            )
            for option, said in self._text["options"].items()
        )

    def words(self, option: str, value: str) -> str:
        """A value of an option in words; one that is not listed, such as a number, stands for itself."""
        found = self._text["options"][option]["value"].get(value)
        return _in_words(found) if found else value

    def presets(self) -> tuple[Preset, ...]:
        """The sets of options worth offering."""
        return tuple(
            Preset(key, _in_words(preset["name"]), _in_words(preset["about"]), preset.get("options", {}))
            for key, preset in self._text["presets"].items()
        )

    def options_of(self, scene: Scene, option: str) -> tuple[tuple[str, bool], ...]:
        """The readings of a house rule, and which one this table plays."""
        if option not in self._text["options"]:
            return ()
        plays = str(getattr(scene.state.setup.edition, option))
        values = self._text["options"][option]["values"]
        values = values if plays in values else [*values, plays]
        return tuple((self.words(option, value), value == plays) for value in values)


def _in_words(words: Mapping[str, str]) -> str:
    return str(words.get(wording.language, words["en"]))
