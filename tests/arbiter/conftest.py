"""Cases written by the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str], Path]
"""Writes the text of a case to a file."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def _write(text: str) -> Path:
        file = tmp_path / "case.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return _write
