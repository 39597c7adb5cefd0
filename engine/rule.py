"""Rules: their ids, their sentences, where each edition prints them, and refusals that rest on them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.errors import WrongFile

NOT_NOW = "T-NOW"
NOT_YOURS = "T-TURN"
NO_PIECES = "T-PIECES"
NOT_LIVE = "T-LIVE"
NO_VALUE = "T-VALUE"

Sentence = tuple[Any, ...]
"""One need of an action: ``(holds, rule, *facts)``."""


class Untimely(Struct, frozen=True):
    """What makes a moment the wrong one, as the kernel's general sentence says it.

    `rule` is `NOT_NOW` with the facts (kind of command, kind of phase), or `NOT_YOURS` with (seat, seats that may act).
    """

    rule: str
    facts: tuple[Any, ...]


class Illegal(Exception):
    """A command the rules forbid: by `rule`, with the `facts` at hand, in the order the rulebook names them.

    At the wrong moment `untimely` says which; the `facts` of a game's rule are empty then, for these are not its own.
    """

    def __init__(self, rule: str, facts: tuple[Any, ...] = (), untimely: Untimely | None = None) -> None:
        super().__init__(rule, *facts)
        self.rule = rule
        self.facts = facts
        self.untimely = untimely


class Rule(Struct, frozen=True):
    """One rule in our own words, per language, and its place in each printed edition (or ``silent``).

    `refusal` is a second sentence per language that names the facts of a refusal, by position in `facts`;
    `differs` tells per language what the editions say otherwise; `option` is the house rule that changes it.
    """

    en: str
    it: str
    es: str
    de: str
    facts: tuple[str, ...] = ()
    place: dict[str, str] = {}
    differs: dict[str, dict[str, str]] = {}
    option: str = ""
    ruling: bool = False
    refusal: dict[str, str] = {}

    def sentence(self, language: str) -> str:
        return {"it": self.it, "es": self.es, "de": self.de}.get(language, self.en)


class Rulebook(Mapping[str, Rule]):
    """All rules of a game by id, read from its TOML files."""

    def __init__(self, rules: dict[str, Rule]) -> None:
        self._rules = rules

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @classmethod
    def read(cls, *files: Path) -> Rulebook:
        """Read rulebook files; a mistake in one raises `ValueError` naming file, rule and key."""
        rules: dict[str, Rule] = {}
        for file in files:
            rules |= _rules(file)
        return cls(rules)

    def explain(self, rule: str, facts: tuple[Any, ...], language: str) -> str:
        """The sentence of `rule`, and with facts the one that names them."""
        found = self[rule]
        if not facts or not found.refusal:
            return found.sentence(language)
        named = _Facts(zip(found.facts, facts, strict=False))
        reason = found.refusal.get(language, found.refusal["en"])
        return f"{found.sentence(language)} {reason.format_map(named)}"


class _Facts(dict[str, Any]):
    """Facts of a refusal; a name without a value stays out of the sentence as an ellipsis."""

    def __missing__(self, name: str) -> str:
        return "…"


def _rules(file: Path) -> dict[str, Rule]:
    try:
        text = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(text, dict[str, Rule])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise WrongFile(f"{file.name}: {error}") from error


class Ruling(Struct, frozen=True):
    """An answer of the arbiter: what a command would do, or the rule that forbids it with its facts.

    `untimely` is there where the command came at the wrong moment.
    """

    command: Any
    events: tuple[Any, ...] = ()
    rule: str = ""
    facts: tuple[Any, ...] = ()
    untimely: Untimely | None = None

    @property
    def allowed(self) -> bool:
        return not self.rule
