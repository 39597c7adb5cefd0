"""What decision 20 says of the code where it differs from the drawing of the rooms."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest
from msgspec import Struct

from engine.byzanz import picks
from engine.game import Pick
from vision.printing.marks import read_mark

HERE = Path(__file__).resolve().parents[2]
LANGUAGES = {"en", "it", "es", "de"}
WORDED = (
    *(HERE / "devices" / f"{name}.toml" for name in ("bench", "calibration", "doctor", "notice")),
    HERE / "vision" / "camera" / "quality.toml",
)
"""The files below `companion` with sentences for people."""
DRAWN = sorted(
    file
    for name in ("symbols", "icons")
    for top in ("vision", "companion")
    for file in (HERE / top).rglob(f"{name}.toml")
)


def tables(read: object) -> list[dict[str, object]]:
    """All tables of a file, those within others too."""
    return [] if not isinstance(read, dict) else [read, *(one for value in read.values() for one in tables(value))]


def lines(read: object) -> list[str]:
    """All marks of a file of drawings."""
    if isinstance(read, dict):
        return [line for value in read.values() for line in lines(value)]
    return [str(line) for line in read] if isinstance(read, list) else []


def test_the_door_calls_the_command_line_and_no_more() -> None:
    body = ast.parse((HERE / "companion" / "__main__.py").read_text(encoding="utf-8")).body
    assert len([node for node in body if not isinstance(node, ast.Import | ast.ImportFrom)]) <= 2


@pytest.mark.parametrize("file", WORDED, ids=lambda file: file.stem)
def test_what_a_lower_layer_words_is_worded_in_every_language(file: Path) -> None:
    worded = [table for table in tables(tomllib.loads(file.read_text(encoding="utf-8"))) if "en" in table]
    assert worded
    assert [table for table in worded if not set(table) >= LANGUAGES] == []


def test_no_other_file_below_the_companion_words_anything() -> None:
    files = [file for top in ("devices", "vision") for file in (HERE / top).rglob("*.toml") if file not in WORDED]
    read = {file.name: tables(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files}
    assert [name for name, found in read.items() if any(set(table) >= LANGUAGES for table in found)] == []


@pytest.mark.parametrize("file", DRAWN, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_drawing_is_read_by_the_one_reader(file: Path) -> None:
    marks = lines(tomllib.loads(file.read_text(encoding="utf-8")))
    assert marks
    assert all(read_mark(mark) for mark in marks)


def test_whoever_opens_a_file_of_drawings_reads_it_by_the_one_reader() -> None:
    code = [file for top in ("companion", "vision", "tools") for file in (HERE / top).rglob("*.py")]
    texts = {file.name: file.read_text(encoding="utf-8") for file in code}
    opening = {name: text for name, text in texts.items() if '"icons.toml"' in text or '"symbols.toml"' in text}
    assert len(opening) == 3
    assert [name for name, text in opening.items() if "read_mark(" not in text and "read_mark," not in text] == []


@pytest.mark.parametrize("kind", [picks.Held, picks.Worth, picks.Next])
def test_a_choice_of_byzanz_computes_its_pool_when_it_is_asked_for(kind: type[Struct]) -> None:
    assert not issubclass(kind, Pick)
    assert isinstance(getattr(kind, "pool", None), property)
