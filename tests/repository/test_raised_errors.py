"""What a person gave is refused by the one tree of errors (`engine/errors.py`), never by a plain `ValueError`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
PLAIN = {
    "companion/ui/textures.py": "an icon that no file of ours draws: a mistake in the program",
    "devices/firmware/wire.py": "runs on a tray too, where there is no engine to import",
    "devices/desk.py": "what a table sent; the desk drops it and logs the message, no person is asked",
    "companion/web/desk/pairing.py": "the desk's page offers no such number: a mistake in the program",
}
"""Files that may raise it, each with the reason."""


def raised(path: Path) -> Iterator[int]:
    """The lines of a file that raise a plain `ValueError`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        what = node.exc if isinstance(node, ast.Raise) else None
        named = what.func if isinstance(what, ast.Call) else what
        if isinstance(named, ast.Name) and named.id == "ValueError":
            yield node.lineno


def plain(package: str) -> list[str]:
    """The places of a package that raise one, but for the files that may."""
    paths = {path.relative_to(HERE).as_posix(): path for path in (HERE / package).rglob("*.py")}
    return [f"{name}:{line}" for name, path in paths.items() if name not in PLAIN for line in raised(path)]


@pytest.mark.parametrize("package", ["companion", "devices", "vision"])
def test_what_a_person_gave_is_refused_by_the_tree_of_errors(package: str) -> None:
    assert plain(package) == []


def test_a_plain_one_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text("if 1:\n    raise ValueError('a')\nraise ValueError\nraise KeyError('b')\n")
    assert sorted(raised(file)) == [2, 3]


def test_files_that_may_raise_one_are_there() -> None:
    assert [name for name in PLAIN if not (HERE / name).is_file()] == []
