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


class Reason(str):
    """Which of its reasons a rule has for a refusal; it stands among the facts of a sentence, and is none of them."""

    __slots__ = ()


class Untimely(Struct, frozen=True):
    """What makes a moment the wrong one, as the kernel's general sentence says it.

    `rule` is `NOT_NOW` with the facts (kind of command, kind of phase), or `NOT_YOURS` with (seat, seats that may act).
    """

    rule: str
    facts: tuple[Any, ...]


class Illegal(Exception):
    """A command the rules forbid: by `rule`, with the `facts` at hand, in the order the rulebook names them.

    `reason` says which of several it is, where the rule has several. At the wrong moment `untimely` says which; the
    `facts` of a game's rule are empty then, for these are not its own.
    """

    def __init__(self, rule: str, facts: tuple[Any, ...] = (), untimely: Untimely | None = None) -> None:
        super().__init__(rule, *facts)
        self.rule = rule
        self.reason = next((str(fact) for fact in facts if isinstance(fact, Reason)), "")
        self.facts = tuple(fact for fact in facts if not isinstance(fact, Reason))
        self.untimely = untimely


class Rule(Struct, frozen=True):
    """One rule in our own words, per language, and its place in each printed edition (or ``silent``).

    `refusal` is a second sentence per language that names the facts of a refusal, by position in `facts`; a rule that
    forbids for several reasons has one for each in `reasons`. `differs` tells per language what the editions say
    otherwise; `option` is the house rule that changes it, and `under` what the rule is then, by ``option=value`` (or
    several with commas).
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
    reasons: dict[str, dict[str, str]] = {}
    under: dict[str, dict[str, str]] = {}

    def sentence(self, language: str, edition: object = None) -> str:
        """The rule as a table plays it that has agreed on the options of `edition`; without one by the default."""
        agreed = [key for key in self.under if edition is not None and _holds(key, edition)]
        if agreed:
            found = self.under[max(agreed, key=lambda key: key.count("="))]
            return found.get(language, found["en"])
        return {"it": self.it, "es": self.es, "de": self.de}.get(language, self.en)


def _holds(key: str, edition: object) -> bool:
    """Has a table agreed on the values in `key`, such as ``taberna=one_type``?"""
    pairs = (part.partition("=") for part in key.split(","))
    return all(getattr(edition, name.strip(), None) == value.strip() for name, _, value in pairs)


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
        """Read rulebook files, of which some may only add to the rules of others.

        A mistake raises `ValueError` naming file, rule and key.
        """
        tables: dict[str, dict[str, Any]] = {}
        for file in files:
            for rule, table in _tables(file).items():
                tables.setdefault(rule, {"in": file.name}).update(table)
        return cls({rule: _rule(rule, table) for rule, table in tables.items()})

    def explain(
        self, rule: str, facts: tuple[Any, ...], language: str, *, reason: str = "", edition: object = None
    ) -> str:
        """The sentence of `rule` at a table of this `edition`, and with facts or a reason the one that names them."""
        found = self[rule]
        sentence = found.sentence(language, edition)
        because = found.reasons.get(reason) or (found.refusal if facts else {})
        if not because:
            return sentence
        named = _Facts(zip(found.facts, facts, strict=False))
        return f"{sentence} {because.get(language, because['en']).format_map(named)}"


class _Facts(dict[str, Any]):
    """Facts of a refusal; a name without a value stays out of the sentence as an ellipsis."""

    def __missing__(self, name: str) -> str:
        return "…"


def _tables(file: Path) -> dict[str, dict[str, Any]]:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, dict[str, Any]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise WrongFile(f"{file.name}: {error}") from error


def _rule(name: str, table: dict[str, Any]) -> Rule:
    try:
        return msgspec.convert(table, Rule)
    except msgspec.ValidationError as error:
        raise WrongFile(f"{table['in']}: {name}: {error}") from error


class Ruling(Struct, frozen=True):
    """An answer of the arbiter: what a command would do, or the rule that forbids it with its facts.

    `untimely` is there where the command came at the wrong moment.
    """

    command: Any
    events: tuple[Any, ...] = ()
    rule: str = ""
    facts: tuple[Any, ...] = ()
    untimely: Untimely | None = None
    reason: str = ""

    @property
    def allowed(self) -> bool:
        return not self.rule
