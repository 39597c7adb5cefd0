"""What of an owner's copy fits neither the box nor the printed examples, in words; only warnings (P-DAT-03, -04)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.titles.praetor.opening import owners_values
from engine.praetor.checks import CENTRAL, EXAMPLE_FAVOR, EXAMPLE_PRICE, counts, examples
from engine.praetor.learning import with_value
from engine.praetor.values import GOLD_MINE, Values
from engine.praetor.zones import RESOURCES

BESIDE = Path(__file__).parent
COUNTED = "P-DAT-04"
"""The rule of what is counted; all else is held against the printed examples."""


def doubts(copy: Path | None, language: str) -> tuple[str, ...]:
    """The doubts about a file, in a language; none without a file. Raises `WrongFile` for a damaged one."""
    return doubtful(owners_values(copy), language) if copy is not None else ()


def doubtful(values: Values, language: str) -> tuple[str, ...]:
    """The doubts about values, in a language; what is not entered yet is none."""
    found = [(rule, *facts) for holds, rule, *facts in (*counts(values), *examples(values)) if not holds]
    return tuple(_say(values, language, *each) for each in found if not _to_come(values, *each))


def new_doubts(values: Values, key: str, value: object, language: str) -> tuple[str, ...]:
    """The doubts that one more value brings, by its dotted key."""
    before = doubtful(values, language)
    return tuple(each for each in doubtful(with_value(values, key, value), language) if each not in before)


def _to_come(values: Values, rule: object, what: object, fact: object) -> bool:
    """Is a count too small only because the copy is entered bit by bit?"""
    if rule != COUNTED:
        return False
    if what == "sections":
        return isinstance(fact, int) and fact < values.components.walls
    return not values.city and str(what).partition(" ")[0] in ("city", "start")


def _say(values: Values, language: str, rule: object, what: object, fact: object) -> str:
    """One doubt in words: what is doubted, a key or a kind with its value, and the number or the price it should be."""
    name, _dot, value = str(what).rpartition(".")
    at = name.rpartition(".")[2]
    facts: dict[str, object] = {"n": fact, "side": at, "track": fact}
    if rule == COUNTED:
        kind = {"city": "count-city", "sections": "count-sections", "corners": "corners", "morale": "track"}.get(
            value, "start-tiles"
        )
        facts |= {"most": values.components.tiles if value == "city" else values.components.walls}
        if kind == "start-tiles":
            tiles = ", ".join(_kind(values, language, one) for one in CENTRAL)
            facts |= {"n": str(what).rpartition(" ")[2], "tiles": tiles, "mine": _kind(values, language, GOLD_MINE)}
    else:
        kind = "section" if value == "sections" else value
        price = EXAMPLE_PRICE if kind == "section" else fact
        facts |= {"price": _price(price, language), "favor": EXAMPLE_FAVOR}
    return _words()[kind][language].format(tile=_tile(values, language, at), **facts)


def _tile(values: Values, language: str, name: str) -> str:
    """A kind of tiles, or a single one with its number."""
    if name in values.city:
        return f"{_kind(values, language, values.city[name].kind)} ({name})"
    return _kind(values, language, name) if name in values.tiles else name


def _kind(values: Values, language: str, kind: str) -> str:
    name = values.tiles[kind].name[language]
    return name[:1].upper() + name[1:]


def _price(price: object, language: str) -> str:
    """A price in words; a number as it is."""
    if not isinstance(price, Mapping):
        return str(price)
    return ", ".join(f"{price[piece]} {_pieces()[piece][language]}" for piece in RESOURCES if piece in price)


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((BESIDE / "copy_check.toml").read_text(encoding="utf-8"))


@cache
def _pieces() -> Mapping[str, Mapping[str, str]]:
    """The names of the resources, as a written game has them."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads((BESIDE / "words.toml").read_text("utf-8"))["belonging"]
    return found
