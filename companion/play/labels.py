"""Short names of commands for a tray's display, at most a line long: from the command itself, or from labels.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from companion.wording import wording
from engine.game import Command, Offer
from engine.table import face

LINE = 40


def label(command: Command | Offer) -> str:
    """What a display says for a command, such as ``build metallum`` or ``load GB.7.112 on small-3``."""
    if isinstance(command, Offer):
        fixed = [_word(getattr(command.least, name)) for name in _fields(command.least) if name != command.vary]
        return " ".join([_verb(command.least), *filter(None, fixed), "…"])[:LINE]
    words = [_word(getattr(command, name)) for name in _fields(command)]
    return " ".join([_verb(command), *filter(None, words)])[:LINE]


def piece_name(piece: str) -> str:
    """A piece in short: its face, or its name without dashes."""
    return face(piece) or " ".join(spoken(word) for word in piece.split("-"))


def spoken(word: str) -> str:
    """A word of a display in the language in force."""
    return str(_said("words").get(word, word))


@cache
def _labels() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("labels.toml").read_text(encoding="utf-8"))


def _said(kind: str) -> Mapping[str, str]:
    return _labels()[kind].get(wording.language, {})  # type: ignore[no-any-return]


def words_of(name: str) -> str:
    """A kind of command in words, by its name, such as ``buy ship``."""
    return _said("commands").get(name) or re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def _verb(command: Command) -> str:
    return words_of(type(command).__name__)


def _fields(command: Command) -> tuple[str, ...]:
    return tuple(name for name in command.__struct_fields__ if name != "seat")


def value_name(value: Any) -> str:
    """A value a command may take, such as a piece, or a place and a rotation together."""
    parts = astuple(value) if isinstance(value, Struct) else value
    return " ".join(map(value_name, parts)) if isinstance(parts, tuple | list) else _word(parts)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return spoken("with discount") if value else ""
    if isinstance(value, Mapping):
        return ", ".join(
            piece_name(piece) if count == 1 else f"{count} {piece_name(piece)}" for piece, count in value.items()
        )
    return piece_name(str(value)) if isinstance(value, str | int) else ""
