"""The structure as any import grapher draws it: few rooms, and no circle of files or of rooms.

Every import counts, inside functions and for types alone too. A room is a module or a package directly below
`companion` or `vision`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "devices", "engine")
MOST_ROOMS = 15
SAME_ROOM = {"__main__": "commands"}
"""`python -m companion` is the command line under another name."""
Graph = Mapping[str, set[str]]


def module_of(path: Path) -> str:
    parts = path.relative_to(HERE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for name in PACKAGES for path in sorted((HERE / name).rglob("*.py"))}


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports; of `from a import b` the module `a.b` where there is one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else node.module for name in names)


def files() -> Graph:
    return {module: set(imported(path)) - {module} for module, path in MODULES.items()}


def rooms(package: str, graph: Graph) -> Graph:
    """The same arrows between rooms of one package."""
    found: dict[str, set[str]] = {}
    for module, targets in graph.items():
        if (room := room_of(package, module)) is not None:
            others = {other for target in targets if (other := room_of(package, target)) is not None}
            found[room] = found.get(room, set()) | others - {room}
    return found


def room_of(package: str, module: str) -> str | None:
    """The room a module stands in; None for one of another package and for the package itself."""
    above, _, below = module.partition(".")
    name = below.partition(".")[0]
    return SAME_ROOM.get(name, name) if above == package and name else None


def circles(graph: Graph) -> list[set[str]]:
    """Every set of nodes that reach each other."""
    reached = {node: reach(graph, node) for node in graph}
    found = {frozenset(other for other in reached[node] if node in reached[other]) for node in graph}
    return [set(circle) for circle in found if circle]


def reach(graph: Graph, start: str) -> set[str]:
    """All nodes to which arrows lead from `start`; itself only by way of another."""
    found, open_ = set[str](), [*graph[start]]
    while open_:
        node = open_.pop()
        if node not in found:
            found.add(node)
            open_ += graph[node]
    return found


@pytest.mark.parametrize("package", ["companion", "vision"])
def test_a_package_has_few_rooms(package: str) -> None:
    assert len(rooms(package, files())) <= MOST_ROOMS


@pytest.mark.parametrize("package", PACKAGES)
def test_no_rooms_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    assert circles(rooms(package, files())) == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(files()) == []


def test_a_circle_would_be_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [{"b", "c"}]
