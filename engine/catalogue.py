"""Component values in layers, each with a source: known from the rulebooks, the house set, the owner's own copy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from engine.errors import CompanionError, WrongFile, WrongInput
from engine.files import read_toml

KNOWN, HOUSE, COPY = "known", "house", "copy"
Values = dict[str, Any]
T = TypeVar("T")


class Unknown(CompanionError):
    """No layer says the value `key`, such as ``buildings.cura.output``."""

    def __init__(self, key: str) -> None:
        super().__init__(f"value {key!r} is not known")
        self.key = key


class Source(Struct, frozen=True):
    """Where a value comes from: its `layer` and what that layer cites."""

    layer: str
    cites: str


class Catalogue(Struct, frozen=True):
    """Merged `values`, and the source of each by its dotted key."""

    values: Values
    sources: dict[str, Source]

    def source(self, key: str) -> Source:
        """Where the value `key` comes from; raises `Unknown`."""
        found = self.sources.get(key)
        if found is None:
            raise Unknown(key)
        return found

    def keys_of(self, layer: str) -> frozenset[str]:
        """The dotted keys a layer gave, and every part of the catalogue that holds one of them."""
        found = (key.split(".") for key, source in self.sources.items() if source.layer == layer)
        return frozenset(".".join(path[:end]) for path in found for end in range(1, len(path) + 1))


def read(file: Path) -> Values:
    """One layer; `ValueError` names the file if it is no TOML or does not say which layer it is."""
    layer = read_toml(file)
    if layer.get("layer") not in (KNOWN, HOUSE, COPY):
        raise WrongFile(f"{file.name}: layer is {layer.get('layer')!r}, not 'known', 'house' or 'copy'")
    return layer


def converted(values: Values, kind: type[T]) -> T:
    """The values as a struct; `WrongInput` names the entry that does not fit, such as ``buildings.cura.copies``."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise WrongInput(_named(values, kind, str(error))) from error


def _named(values: Values, kind: type, message: str) -> str:
    """A message of msgspec with the name of the entry where it has three dots: it names no keys."""
    place = re.search(r"\$\.(\w+)\[\.\.\.\]", message)
    if place is None:
        return message
    table = place[1]
    for name, item in values[table].items():
        try:
            msgspec.convert(values | {table: {name: item}}, kind)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return message.replace(place[0], f"{table}.{name}")
    return message


def merge(*layers: Values) -> Catalogue:
    """Later layers fill the gaps of earlier ones.

    The owner's copy may say otherwise than a rulebook does; the house set may not (`ValueError`).
    """
    values: Values = {}
    sources: dict[str, Source] = {}
    for layer in layers:
        for path, value, cites in _leaves(layer, (), ""):
            _check(values, path, value, layer["layer"])
            _put(values, path, value)
            sources[".".join(path)] = Source(layer["layer"], cites)
    return Catalogue(values, sources)


def _leaves(table: Mapping[str, Any], path: tuple[str, ...], cites: str) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    cites = table.get("source", cites)
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*path, key), cites)
        elif key not in ("source", "layer"):
            yield (*path, key), value, cites


def _check(values: Values, path: tuple[str, ...], value: Any, layer: str) -> None:
    here: Any = values
    for key in path:
        if not isinstance(here, dict) or key not in here:
            return
        here = here[key]
    if layer == HOUSE and here != value:
        raise WrongFile(f"house value {'.'.join(path)} is {value!r}, the rulebook says {here!r}")


def _put(values: Values, path: tuple[str, ...], value: Any) -> None:
    here = values
    for key in path[:-1]:
        here = here.setdefault(key, {})
        if not isinstance(here, dict):
            raise WrongFile(f"value {'.'.join(path)} stands where another layer has {here!r}")
    here[path[-1]] = value
