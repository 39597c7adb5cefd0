"""Where the pieces of a game lie is known to the game alone: a common file names no zone of one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from companion.host.opening import new_session, shuffled_setup
from companion.titles import BUILT_IN, title_of
from engine.journal import Journal

ROOT = Path(__file__).parents[2]


def zone_families() -> frozenset[str]:
    """What the zones of seats begin with, in every game: `treasury/`, `hand/`."""
    games = (new_session(Journal(title_of(game).game, shuffled_setup(game, 4, 1))) for game in BUILT_IN)
    return frozenset(zone[: zone.index("/") + 1] for game in games for zone in game.state.table if "/" in zone)


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """The texts in a program, each with its line; of one that is put together, its parts."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_common_file_of_the_companion_names_a_zone_of_a_game() -> None:
    families = tuple(zone_families())
    assert "treasury/" in families
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "companion").rglob("*.py"))]
    common = [path for path in files if not {*path.parts} & {*BUILT_IN}]
    found = [
        f"{path}:{line}: {text}" for path in common for line, text in texts(ROOT / path) if text.startswith(families)
    ]
    assert "\n".join(found) == ""
