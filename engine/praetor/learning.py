"""A printed value is entered in the middle of a game, and pinned to it from there on (P-DAT-01, P-DAT-02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.praetor.city import TURNS
from engine.praetor.setup import Setup
from engine.praetor.values import AREAS, Values, missing
from engine.praetor.zones import GOODS, RESOURCES

MOST = 99
"""No printed figure of this game has more digits."""
LONGEST = 30
"""No track is longer, no row has more slots."""


def learn(setup: Setup, key: str, value: Any) -> Setup:
    """The set-up with one more value (P-DAT-02); `ValueError` if it is known already, no key, or cannot be printed."""
    if key not in missing(setup.values) or key.rpartition(".")[2] not in _FORMS:
        raise ValueError(f"{key!r} is no value this game still lacks")
    if not printable(key, value):
        raise ValueError(f"{key!r} cannot be {value!r}")
    return replace(setup, values=with_value(setup.values, key, value))


def with_value(values: Values, key: str, value: Any) -> Values:
    """The values with one more, by its dotted key; `ValueError` naming what does not fit."""
    found = msgspec.to_builtins(values)
    *path, last = key.split(".")
    here = found
    for part in path:
        here = here.setdefault(part, {})
    here[last] = value
    try:
        return msgspec.convert(found, Values)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def printable(key: str, value: Any) -> bool:
    """Could this stand on a tile, a wall section or a board?"""
    form = _FORMS.get(key.rpartition(".")[2])
    return form is not None and form(value)


def _figure(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _price(value: Any) -> bool:
    return isinstance(value, dict) and set(value) <= set(RESOURCES) and all(map(_figure, value.values()))


def _corners(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == TURNS and all(isinstance(one, str) for one in value)


def _wage(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return 0 < len(value) <= LONGEST and all(map(_figure, value))
    return _figure(value)


def _morale(value: Any) -> bool:
    """A track that rises from left to right, with one space of value 0 (P-DAT-04)."""
    if not isinstance(value, list | tuple) or not 0 < len(value) <= LONGEST:
        return False
    if any(type(one) is not int or abs(one) > MOST for one in value):
        return False
    return list(value) == sorted(value) and list(value).count(0) == 1


def _market(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == set(GOODS) and all(map(_rate, value.values()))


def _rate(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {"buy", "sell"}:
        return False
    lots = value.values()
    return all(len(lot) == 2 and all(_figure(one) and one for one in lot) for lot in lots)


_FORMS: dict[str, Callable[[Any], bool]] = {
    "cost": _price,
    "fee": _price,
    "favor": _figure,
    "back": _figure,
    "area": AREAS.__contains__,
    "corners": _corners,
    "wage-active": _wage,
    "wage-retired": _wage,
    "morale": _morale,
    "market": _market,
}
PRINTED = frozenset(_FORMS)
"""The values a person reads from the copy, by the last part of their keys."""
