"""A struct with more than five fields is made by their names, so that a call can be read."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path

import pytest
from msgspec import Struct

HERE = Path(__file__).resolve().parents[2]
MOST = 5
HELD = ("companion", "devices", "vision", "tools", "testkit")
"""Not `engine`: its records (commands, events, phases) are read and written by the place of their fields, and the rest
of its structs are made where a rule is computed; three hours of random games stand on the files as they are."""
WINDOW = ("companion/ui", "tools/taps")
"""To import these opens a window; a widget is no struct."""
AS_IT_IS = {"tools.soak.Tally": "always made without fields; three hours of random games stand on its file"}
STRUCT = re.compile(r"\bStruct\b|@dataclass")


def dotted(path: Path) -> str:
    """The name a file is imported by."""
    return ".".join(path.relative_to(HERE).with_suffix("").parts).removesuffix(".__init__")


def modules() -> Iterator[str]:
    """The modules of the packages that may hold a struct."""
    for path in sorted(path for name in HELD for path in (HERE / name).rglob("*.py")):
        place = path.relative_to(HERE)
        if not place.as_posix().startswith(WINDOW) and STRUCT.search(path.read_text(encoding="utf-8")):
            yield dotted(path)


def fields(kind: type) -> tuple[str, ...]:
    """The fields of a struct or a dataclass; those of an `array_like` struct go by their place, as they are written."""
    if issubclass(kind, Struct):
        return () if kind.__struct_config__.array_like else kind.__struct_fields__
    return tuple(field.name for field in dataclasses.fields(kind) if field.init) if is_dataclass(kind) else ()


def structs() -> Iterator[type]:
    """The structs and dataclasses of the packages."""
    for name in modules():
        for each in vars(importlib.import_module(name)).values():
            if isinstance(each, type) and each.__module__ == name:
                yield each


LONG = {f"{each.__module__}.{each.__name__}": each for each in structs() if len(fields(each)) > MOST}


def by_place(kind: type) -> int:
    """How many fields may be given by their place."""
    places: tuple[str, ...] = kind.__match_args__
    return len(places)


@pytest.mark.parametrize("name", sorted(LONG.keys() - AS_IT_IS.keys()))
def test_no_more_than_five_fields_are_given_by_their_place(name: str) -> None:
    assert by_place(LONG[name]) <= MOST


@pytest.mark.parametrize("name", sorted(AS_IT_IS))
def test_what_is_left_as_it_is_would_be_found(name: str) -> None:
    assert by_place(LONG[name]) > MOST


@pytest.mark.parametrize(("package", "least"), [("companion", 40), ("devices", 6), ("vision", 8), ("testkit", 2)])
def test_long_structs_are_found(package: str, least: int) -> None:
    assert len([name for name in LONG if name.startswith(f"{package}.")]) >= least


MOST_UNTYPED = 120
"""How often the application may say `Any`: a value of a game has the game's own type, or is only handed on.

A name that means no more than `Any` counts too, wherever it is used; ``dict[str, Any]`` counts once, where it stands.
`Command` and `Setup` are the kernel's own words for what only a game knows (`engine/game.py`), and are not counted.
"""
Untyped = set[tuple[str, str]]
"""Names that mean `Any`: the module, and the name there."""
TYPING = ("typing", "Any")


def trees() -> dict[str, ast.Module]:
    """The files of the application by their module."""
    return {dotted(path): ast.parse(path.read_text(encoding="utf-8")) for path in (HERE / "companion").rglob("*.py")}


def called(module: str, tree: ast.Module, untyped: Untyped) -> set[str]:
    """What a file calls the names that mean `Any`: those it imports, and its own."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    given = [(node.module, name.name, name.asname or name.name) for node in imports for name in node.names]
    own = {name for where, name in untyped if where == module}
    return own | {here for where, name, here in given if (where, name) in untyped}


def aliases(module: str, tree: ast.Module, untyped: Untyped) -> Untyped:
    """The names of a file that stand for `Any` itself, or for a type of which nothing but `Any` is said."""
    names, found = called(module, tree, untyped), set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            meant = node.value
            while isinstance(meant, ast.Subscript):
                meant = meant.slice
            if isinstance(meant, ast.Name) and meant.id in names:
                found.add((module, node.targets[0].id))
    return found


def untyped_in(files: dict[str, ast.Module]) -> Untyped:
    """All names that mean `Any`, those made from another such name too."""
    found: Untyped = {TYPING}
    while more := {each for name, tree in files.items() for each in aliases(name, tree, found)} - found:
        found |= more
    return found


def said(files: dict[str, ast.Module]) -> int:
    """How often these files say `Any`, by whatever name."""
    untyped = untyped_in(files)
    names = {module: called(module, tree, untyped) for module, tree in files.items()}
    nodes = [(module, node) for module, tree in files.items() for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return sum(isinstance(node.ctx, ast.Load) and node.id in names[module] for module, node in nodes)


def test_any_is_said_seldom() -> None:
    assert said(trees()) < MOST_UNTYPED


def test_a_name_that_means_any_is_counted_wherever_it_is_used() -> None:
    one = "from typing import Any\nPhase = Any\nMany = list[Phase]\nRows = dict[str, Any]\ndef f(a: Phase) -> Many: ..."
    two = "from a.one import Phase as Where\ndef g(a: Where, b: Rows) -> None: ..."
    files = {"a.one": ast.parse(one), "a.two": ast.parse(two)}
    assert untyped_in(files) == {TYPING, ("a.one", "Phase"), ("a.one", "Many")}
    assert said(files) == len(["Phase =", "Many =", "Rows =", "a: Phase", "-> Many", "a: Where"])
