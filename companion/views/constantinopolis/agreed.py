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


def option_words(option: str, value: str) -> str:
    """A value of an option in words."""
    said = _text()["options"][option]["value"][value]
    return str(said.get(wording.language, said["en"]))


def presets() -> tuple[tuple[str, str, str], ...]:
    """The sets of options worth offering: their key, name and what they mean."""
    found = _text()["presets"].items()
    return tuple((key, _in_words(preset["name"]), _in_words(preset["about"])) for key, preset in found)


def _in_words(said: dict[str, str]) -> str:
    return said.get(wording.language, said["en"])
