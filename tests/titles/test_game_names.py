"""What one game knows lies in its own folders: everything else goes without the name of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.titles import BUILT_IN

ROOT = Path(__file__).parents[2]
NAME = re.compile("|".join(BUILT_IN), re.IGNORECASE)
LISTED = re.compile(r'    "(\w+)": "companion\.titles\.\1\.title",')
"""The one line a game has in companion/titles/__init__.py; games that are planned have one together."""


def named(package: str) -> list[str]:
    """Every line of a package's common files that names a game, with its place."""
    files = [path for path in sorted((ROOT / package).rglob("*")) if path.suffix in (".py", ".toml", ".kv")]
    common = [path.relative_to(ROOT) for path in files if not {*path.relative_to(ROOT).parts} & {*BUILT_IN}]
    return [f"{path}:{number}: {line.strip()}" for path in common for number, line in _lines(path)]


def _lines(path: Path) -> list[tuple[int, str]]:
    lines = enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
    titles = path == Path("companion/titles/__init__.py")
    return [(number, line) for number, line in lines if NAME.search(line) and not (titles and _listed(line))]


def _listed(line: str) -> bool:
    return bool(LISTED.fullmatch(line))


@pytest.mark.parametrize("package", ["companion", "vision", "devices"])
def test_no_common_file_names_a_game(package: str) -> None:
    assert "\n".join(named(package)) == ""


def test_each_game_has_one_line_in_the_list_of_titles() -> None:
    lines = (ROOT / "companion/titles/__init__.py").read_text(encoding="utf-8").splitlines()
    listed = [found[1] for line in lines if (found := LISTED.fullmatch(line))]
    assert listed == list(BUILT_IN)
