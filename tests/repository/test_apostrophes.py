"""Sentences for people have one apostrophe, the typographic one, as the words of the catalogue of messages do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parents[2]
LANGUAGES = ("en", "it", "es", "de")
STRAIGHT = re.compile(r"[^\W\d_]'[^\W\d_]")
FILES = sorted(
    file.relative_to(HERE)
    for part in ("companion", "devices", "engine", "vision/camera")
    for file in (HERE / part).rglob("*.toml")
)


def worded(value: Any, key: str = "") -> Iterator[str]:
    """The strings of a file that stand under a language."""
    if isinstance(value, str) and key in LANGUAGES:
        yield value
    for name, each in value.items() if isinstance(value, dict) else ():
        yield from worded(each, name)
    for each in value if isinstance(value, list) else ():
        yield from worded(each, key)


def sentences(file: Path) -> list[str]:
    return list(worded(tomllib.loads((HERE / file).read_text(encoding="utf-8"))))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_words_of_people_have_the_typographic_apostrophe(file: Path) -> None:
    assert [words for words in sentences(file) if STRAIGHT.search(words)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_messages_of_the_app_have_it_too(language: str) -> None:
    lines = (HERE / f"companion/locale/{language}/LC_MESSAGES/companion.po").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#") and STRAIGHT.search(line)] == []


def test_some_files_have_words() -> None:
    assert sum(len(sentences(file)) for file in FILES) > 1000
