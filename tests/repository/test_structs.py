"""A struct with more than five fields is made by their names, so that a call can be read."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

HERE = Path(__file__).resolve().parents[2]
MOST = 5


def structs() -> Iterator[type[Struct]]:
    """The structs of the companion with more fields; widgets are none, and to import them opens a window."""
    for path in sorted((HERE / "companion").rglob("*.py")):
        if "ui" not in path.relative_to(HERE).parts and "Struct" in path.read_text(encoding="utf-8"):
            name = ".".join(path.relative_to(HERE).with_suffix("").parts).removesuffix(".__init__")
            for each in vars(importlib.import_module(name)).values():
                if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == name:
                    yield each


LONG = [each for each in structs() if len(each.__struct_fields__) > MOST and not each.__struct_config__.array_like]


@pytest.mark.parametrize("struct", LONG, ids=lambda struct: f"{struct.__module__}.{struct.__name__}")
def test_no_more_than_five_fields_are_given_by_their_place(struct: type[Struct]):
    kinds = [parameter.kind for parameter in inspect.signature(struct).parameters.values()]
    assert kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD) <= MOST


def test_long_structs_are_found():
    assert len(LONG) > 40


MOST_UNTYPED = 120
"""How often the application says `Any`: a value of a game has the game's own type, or is only handed on."""


def test_any_is_said_seldom() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (HERE / "companion").rglob("*.py")]
    left = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "Any"]
    assert len(left) < MOST_UNTYPED
