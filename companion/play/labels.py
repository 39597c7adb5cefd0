"""Short names of commands for a tray's display, at most a line long; translations stand in labels.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct
from msgspec.structs import astuple

from companion.titles import title_of
from companion.wording import wording
from engine.game import Command, Offer
from engine.table import face

LINE = 40
FILE = "labels.toml"
Labels = Mapping[str, Mapping[str, Mapping[str, str]]]
"""`commands` and `words`, by language, by the name in English."""


def label(command: Command | Offer, game: str) -> str:
    """What a display shows for a command, such as ``build metallum`` or ``load GB.7.112 on small-3``."""
    if isinstance(command, Offer):
        open_ = command.vary
        fixed = [_word(getattr(command.least, name), game) for name in _fields(command.least) if name != open_]
        return " ".join([_verb(command.least, game), *filter(None, fixed), "…"])[:LINE]
    words = [_word(getattr(command, name), game) for name in _fields(command)]
    return " ".join([_verb(command, game), *filter(None, words)])[:LINE]


def piece_name(piece: str, game: str) -> str:
    """A piece in short: its face, or its name without dashes."""
    return face(piece) or " ".join(spoken(word, game) for word in piece.split("-"))


def spoken(word: str, game: str) -> str:
    """A word of a display in the language in force."""
    return _in_force(game, "words").get(word, word)


def inner_words(game: str) -> Mapping[str, str]:
    """The words within commands in the language in force, by the word in English."""
    return _in_force(game, "words")


def words_of(name: str, game: str, language: str = "") -> str:
    """A kind of command in words, by its name, such as ``buy ship``; in the language in force if none is named."""
    known = _labels(game)["commands"].get(language or wording.language, {})
    return known.get(name) or re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def _in_force(game: str, kind: str) -> Mapping[str, str]:
    return _labels(game)[kind].get(wording.language, {})


@cache
def _labels(game: str) -> Labels:
    """The words common to all games and the game's own, which come first."""
    common, own = _read(Path(str(files(__package__))) / FILE), _read(title_of(game).file(FILE))
    found: dict[str, dict[str, dict[str, str]]] = {"commands": {}, "words": {}}
    for labels in (common, own):
        for kind, languages in labels.items():
            for language, words in languages.items():
                found[kind].setdefault(language, {}).update(words)
    return found


def _read(path: Path) -> Labels:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _verb(command: Command, game: str) -> str:
    return words_of(type(command).__name__, game)


def _fields(command: Command) -> tuple[str, ...]:
    return tuple(name for name in command.__struct_fields__ if name != "seat")


def value_name(value: object, game: str) -> str:
    """A value a command may take, such as a piece, or a place and a rotation together."""
    parts = astuple(value) if isinstance(value, Struct) else value
    return " ".join(value_name(part, game) for part in parts) if isinstance(parts, tuple | list) else _word(parts, game)


def _word(value: object, game: str) -> str:
    if isinstance(value, bool):
        return spoken("with discount", game) if value else ""
    if isinstance(value, Mapping):
        return ", ".join(
            piece_name(piece, game) if count == 1 else f"{count} {piece_name(piece, game)}"
            for piece, count in value.items()
        )
    return piece_name(str(value), game) if isinstance(value, str | int) else ""
