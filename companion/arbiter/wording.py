"""The arbiter's own phrases, and the rulebook of a game with the rules of every game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.rule import Rulebook

LANGUAGES = ("en", "it", "es")
Words = Mapping[str, Mapping[str, Mapping[str, str]]]


@cache
def words() -> Words:
    """All phrases by group, name and language."""
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def say(phrase: str, language: str, /, **facts: Any) -> str:
    """A phrase of the arbiter with its facts."""
    return words()["phrase"][phrase][language].format(**facts)


def named(group: str, name: str, language: str) -> str:
    """The name of an edition, a colour, a belonging; unknown ones stand for themselves."""
    found = words()[group].get(name)
    return found[language] if found else name


def called(group: str, name: str, language: str) -> str:
    """The words for a place or a piece: its own, or those of a pattern such as ``treasury/*``."""
    known = words()[group]
    if name in known:
        return known[name][language]
    for pattern, found in known.items():
        if pattern.endswith("*") and name.startswith(pattern[:-1]):
            rest = name[len(pattern) - 1 :].replace("/", ", ")
            return found[language].format(named("colour", rest, language))
    return name


@cache
def rulebook_of(game: str) -> Rulebook:
    """The rulebook of the game called `game`; raises `LookupError` for a game without one."""
    try:
        package = import_module(f"engine.{game}")
    except ImportError as error:
        raise LookupError(f"no game is called {game!r}") from error
    folder = Path(package.__path__[0])
    files = sorted([*folder.glob("rulebook.toml"), *folder.glob("rulebook/*.toml")])
    if not files:
        raise LookupError(f"the game {game!r} has no rulebook")
    return Rulebook.read(*files)


def explained(book: Rulebook, rule: str, facts: Sequence[Any], language: str) -> str:
    """The sentence of a rule with its facts, also for the rules of every game."""
    if rule in book:
        return book.explain(rule, tuple(facts), language)
    sentence = words()["rule"].get(rule, {}).get(language, rule)
    return sentence.format(*map(_shown, facts), *("…",) * 4)


def _shown(fact: Any) -> str:
    if isinstance(fact, tuple | list):
        return ", ".join(map(str, fact))
    return str(fact)
