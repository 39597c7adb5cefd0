"""What one game knows lies in its own folders: all else of the product goes without the name of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.titles import BUILT_IN

ROOT = Path(__file__).parents[2]
NAME = re.compile("|".join(BUILT_IN), re.IGNORECASE)
LISTED = re.compile(r'    "(\w+)": "companion\.titles\.\1\.title",')
"""The one line a game has in companion/titles/__init__.py; games that are planned have one together."""


PAGE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
FOLDERS = re.findall(r"`((?:companion|vision|devices|engine)/[\w/]*)<game>/[^`]*`", PAGE)
"""The folders of the product in which that page lets a game have one of its own."""
OWN = tuple({f"{folder}{game}/" for folder in [*FOLDERS, "testkit/", "tools/"] for game in BUILT_IN})
READ = (".py", ".toml", ".kv", ".js", ".html", ".css", ".svg", ".po")


def files(package: str) -> list[Path]:
    """A package's files outside the folders of games."""
    found = (path.relative_to(ROOT) for path in sorted((ROOT / package).rglob("*")) if path.is_file())
    return [path for path in found if not path.as_posix().startswith(OWN) and "__pycache__" not in path.parts]


def named(package: str) -> list[str]:
    """Every line of a package's common files that names a game, with its place."""
    common = [path for path in files(package) if path.suffix in READ]
    return [f"{path}:{number}: {line.strip()}" for path in common for number, line in _lines(path)]


def _lines(path: Path) -> list[tuple[int, str]]:
    lines = enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
    titles = path == Path("companion/titles/__init__.py")
    return [(number, line) for number, line in lines if NAME.search(line) and not (titles and _listed(line))]


def _listed(line: str) -> bool:
    return bool(LISTED.fullmatch(line))


OF_ONE_GAME = {
    "testkit/perft.py": "counts the lawful sequences of one game",
    "testkit/play.py": "random players of one game, on which its soak stands",
    "testkit/refusals.py": "positions in which rules of each game refuse",
    "testkit/scenes/bare_city.py": "tiles of one game lie on a bare table",
    "testkit/scenes/foreign.py": "another deck of one game",
    "tools/bench_": "a goal names the game that it was set for",
    "tools/docs/evening.py": "the first evening is played with one game",
    "tools/fuzz/": "a record and a file of values of one game are changed",
    "tools/gallery/": "invented views of one game's screens",
    "tools/measure/": "pieces of one game are drawn and read",
    "tools/photoreal/cards.py": "the cards of one game are laid on its mat",
    "tools/photoreal/city.py": "the tiles and dice of one game are laid on its mat",
    "tools/soak": "a soak stands on files of one game, which a list of titles would widen to all",
}
"""Files of tests and tools outside the folders of games, or how their names begin, and why they name a game."""

product = pytest.mark.parametrize("package", ["companion", "vision", "devices", "engine"])


@product
def test_no_common_file_names_a_game(package: str) -> None:
    assert "\n".join(named(package)) == ""


@product
def test_only_the_folders_of_the_page_bear_a_games_name(package: str) -> None:
    assert [path for path in files(package) if NAME.search(path.as_posix())] == []


@pytest.mark.parametrize("package", ["testkit", "tools"])
def test_tools_and_testkit_name_a_game_only_where_it_is_said_why(package: str) -> None:
    assert [line for line in named(package) if not line.startswith(tuple(OF_ONE_GAME))] == []


@pytest.mark.parametrize("place", OF_ONE_GAME)
def test_a_place_that_may_name_a_game_does(place: str) -> None:
    assert any(line.startswith(place) for line in named(place.split("/")[0]))


def test_the_page_names_folders_of_every_layer() -> None:
    assert {folder.split("/")[0] for folder in FOLDERS} == {"companion", "vision", "engine"}
    assert all((ROOT / folder).is_dir() for folder in FOLDERS)


def test_each_game_has_one_line_in_the_list_of_titles() -> None:
    lines = (ROOT / "companion/titles/__init__.py").read_text(encoding="utf-8").splitlines()
    listed = [found[1] for line in lines if (found := LISTED.fullmatch(line))]
    assert listed == list(BUILT_IN)
