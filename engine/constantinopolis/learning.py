"""A printed value is told in the middle of a game, and pinned to it from there on (C-CMP)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.constantinopolis.setup import Setup
from engine.constantinopolis.values import Values, missing
from engine.constantinopolis.zones import GOODS
from engine.errors import WrongInput

MOST = 99
"""No printed figure of this game has more digits."""
LONGEST = 8
"""No tile shows more cubes, and no gift asks for more."""


def learn(setup: Setup, key: str, value: Any) -> Setup:
    """The set-up with one more value; `ValueError` if it is known already, no key, or nothing that could be printed."""
    if key not in missing(setup.values):
        raise WrongInput(f"{key!r} is no value this game still lacks")
    if not printable(key, value):
        raise WrongInput(f"{key!r} cannot be {value!r}")
    return replace(setup, values=with_value(setup.values, key, value))


def with_value(values: Values, key: str, value: Any) -> Values:
    """The values with one more, by its dotted key; `ValueError` naming what does not fit."""
    found = msgspec.to_builtins(values)
    *path, last = key.split(".")
    here = found
    for part in path:
        here = here[part]
    here[last] = value
    try:
        return msgspec.convert(found, Values)
    except msgspec.ValidationError as error:
        raise WrongInput(str(error)) from error


def printable(key: str, value: Any) -> bool:
    """Could this stand on a tile or card: letters of goods, figures, or figures by good or by goods?"""
    last = key.rpartition(".")[2]
    if last in ("output", "requires"):
        return _goods(value)
    if last in ("limit", "buy", "sell"):
        return _figures(value, 1)
    if last == "donation":
        return _figures(value, LONGEST)
    return last in ("copies", "gold", "fame") and _figure(value)


def _goods(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and set(value) <= set(GOODS)


def _figure(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _figures(value: Any, longest: int) -> bool:
    if not isinstance(value, dict):
        return False
    return all(_goods(goods) and 1 <= len(goods) <= longest and _figure(one) for goods, one in value.items())
