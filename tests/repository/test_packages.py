"""A package says in a few lines what it is for, and with which file to begin."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "devices", "testkit")
"""Not `engine`: three hours of random games stand on its files as they are; docs/architecture.md lists its modules."""
LONGEST = 10  # lines
BEGIN = re.compile(r"\b[Bb]egin\s+with\s+`?([\w/]+\.(?:py|toml))\b")
FILES = sorted(path.relative_to(HERE).as_posix() for name in PACKAGES for path in (HERE / name).rglob("__init__.py"))


def doc_of(file: str) -> str:
    """What a package says of itself."""
    return ast.get_docstring(ast.parse((HERE / file).read_text(encoding="utf-8"))) or ""


@pytest.mark.parametrize("file", FILES)
def test_a_package_names_a_file_to_begin_with_that_is_there(file: str) -> None:
    named = BEGIN.findall(doc_of(file))
    assert named
    assert all(((HERE / file).parent / name).is_file() or (HERE / name).is_file() for name in named)


@pytest.mark.parametrize("file", FILES)
def test_a_package_says_what_it_is_for_in_a_few_lines(file: str) -> None:
    first, *rest = doc_of(file).splitlines()
    assert len(first.split()) > 4
    assert len(rest) < LONGEST


def test_packages_are_found() -> None:
    assert len(FILES) > 40
