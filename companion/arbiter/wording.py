"""The arbiter's own phrases, and rules in words, those of every game included."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from companion.titles import title_of
from engine.rule import Rulebook

Words = Mapping[str, Mapping[str, Mapping[str, str]]]


@cache
def words() -> Words:
    """The arbiter's own phrases, by group, name and language."""
    return _read(Path(__file__).with_name("words.toml"))


@cache
def words_of(game: str) -> Words:
    """What the things of one game are called, by group, name and language; empty for a game that does not say."""
    file = title_of(game).file("words.toml")
    return _read(file) if file.exists() else {}


def _read(file: Path) -> Words:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def say(phrase: str, language: str, /, **facts: object) -> str:
    """A phrase of the arbiter with its facts."""
    return words()["phrase"][phrase][language].format(**facts)


def named(group: str, name: str, language: str, game: str = "") -> str:
    """The name of an edition, a colour, or a belonging of a game; unknown ones stand for themselves."""
    found = (words_of(game) if game else words()).get(group, {}).get(name)
    return found[language] if found else name


def called(game: str, group: str, name: str, language: str) -> str:
    """A game's words for a place or a piece: its own, or those of a pattern such as ``treasury/*``."""
    known = words_of(game).get(group, {})
    if name in known:
        return known[name][language]
    for pattern, found in known.items():
        if pattern.endswith("*") and name.startswith(pattern[:-1]):
            rest = name[len(pattern) - 1 :].split("/")
            return found[language].format(", ".join(_part(game, part, language) for part in rest))
    return name


def _part(game: str, name: str, language: str) -> str:
    """A part of a place's name: a colour, or a word of the game such as what the ledger marks."""
    colour = named("colour", name, language)
    return colour if colour != name else named("part", name, language, game)


def explained(
    book: Rulebook, rule: str, facts: Sequence[object], language: str, *, reason: str = "", edition: object = None
) -> str:
    """The sentence of a rule at a table of this `edition` with its facts, also for the rules of every game."""
    if rule in book:
        return book.explain(rule, tuple(facts), language, reason=reason, edition=edition)
    sentence = words()["rule"].get(rule, {}).get(language, rule)
    return sentence.format(*map(_shown, facts), *("…",) * 4)


def is_rule(rule: str) -> bool:
    """Is this one of the rules of every game?"""
    return rule in words()["rule"]


def _shown(fact: object) -> str:
    if isinstance(fact, tuple | list):
        return ", ".join(map(str, fact))
    return str(fact)
