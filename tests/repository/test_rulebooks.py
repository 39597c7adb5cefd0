"""A rulebook is read in one place: whoever needs the rules of a game asks `companion.titles.rulebook_of`."""

from __future__ import annotations

import ast
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "devices", "engine", "testkit", "tests", "tools", "vision")
READS = {
    "companion/titles/__init__.py": "the one place",
    "tests/engine/test_rules_under_options.py": "a file with a mistake, written by the test",
}


def reads(path: Path) -> bool:
    """Does this file call `Rulebook.read`?"""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return "Rulebook.read" in map(ast.unparse, calls)


def test_no_other_place_reads_a_rulebook() -> None:
    files = [path for package in PACKAGES for path in (HERE / package).rglob("*.py")]
    asking = [path for path in files if "Rulebook" in path.read_text(encoding="utf-8")]
    assert {path.relative_to(HERE).as_posix() for path in asking if reads(path)} == set(READS)
