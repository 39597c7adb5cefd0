"""People of any kind sit at a table: comments, docstrings, messages and pages speak of players as they."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
HE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
UNTOUCHED = {"testkit/play.py", "testkit/constantinopolis/laws.py"}
"""Three hours of random games stand on these files; they say he until the games are played anew."""


def written(package: str) -> list[Path]:
    """A package's modules and widgets."""
    found = [path for ending in ("*.py", "*.kv") for path in sorted((ROOT / package).rglob(ending))]
    return [path for path in found if path.relative_to(ROOT).as_posix() not in UNTOUCHED]


def lines(paths: list[Path]) -> list[str]:
    """The lines with such a word, each with its place."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HE.search(line)
    ]


@pytest.mark.parametrize("package", ["companion", "devices", "vision", "testkit", "tools"])
def test_no_comment_or_docstring_says_he(package: str) -> None:
    assert written(package)
    assert lines(written(package)) == []


def test_no_page_says_he() -> None:
    assert lines([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]) == []


def test_no_message_says_he() -> None:
    catalogues = sorted((ROOT / "companion/locale").rglob("*.po"))
    assert catalogues
    for path in catalogues:
        with path.open("rb") as file:
            ids = [message.id for message in read_po(file) if message.id]
        texts = [text for one in ids for text in ([one] if isinstance(one, str) else one)]
        assert [text for text in texts if HE.search(text)] == []
