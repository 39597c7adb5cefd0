"""A room has one class of a name: whoever reads the name there knows what is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from companion.titles import BUILT_IN

HERE = Path(__file__).parents[2]
PARTED = ("companion", "vision")
"""Packages whose folders are rooms."""


def rooms() -> list[str]:
    """The rooms of `companion` and `vision`; `devices` is one."""
    parts = (path for package in PARTED for path in (HERE / package).iterdir() if (path / "__init__.py").exists())
    return ["devices", *sorted(path.relative_to(HERE).as_posix() for path in parts)]


ROOMS = rooms()


def public_classes(file: Path) -> Iterator[str]:
    """The classes a module shows to others."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from (node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_")


def game_of(file: Path) -> str:
    """The game in whose folder a file lies; nothing for a file of all games."""
    return next((part for part in file.parts if part in BUILT_IN), "")


def may_share(one: Path, other: Path) -> bool:
    """What two games have alike is called alike: `presenters/<game>/counting.py` of each has a `Count`."""
    return "" not in (game_of(one), game_of(other)) and game_of(one) != game_of(other)


@pytest.mark.parametrize("room", ROOMS)
def test_no_two_public_classes_of_a_room_have_the_same_name(room: str) -> None:
    places: dict[str, list[Path]] = defaultdict(list)
    for file in sorted((HERE / room).rglob("*.py")):
        for name in public_classes(file):
            places[name].append(file.relative_to(HERE))
    pairs = ((name, *pair) for name, files in places.items() for pair in combinations(files, 2))
    assert [pair for pair in pairs if not may_share(*pair[1:])] == []


def test_classes_are_found() -> None:
    assert "Title" in public_classes(HERE / "companion" / "titles" / "title.py")
    assert len(ROOMS) > 20
