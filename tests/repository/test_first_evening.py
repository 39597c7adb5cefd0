"""The player's manual names what is there: buttons of the screens, commands, and the folder things are kept in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from companion.cli import COMMANDS
from companion.titles import BUILT_IN

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / "docs/first-evening.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
WORDS = (ROOT / "companion/locale/companion.pot").read_text(encoding="utf-8")


@pytest.mark.parametrize("button", sorted({*re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", MANUAL)}))
def test_every_button_the_manual_names_is_on_a_screen(button: str) -> None:
    assert f'msgid "{" ".join(button.split())}"' in WORDS


@pytest.mark.parametrize("page", [MANUAL, README], ids=["manual", "readme"])
def test_every_command_it_names_is_one(page: str) -> None:
    named = set(re.findall(r"`companion ([a-z]+)", page))
    assert named
    assert named <= set(COMMANDS)


def test_the_readme_names_the_games_the_print_command_and_the_data_folder_of_each_system() -> None:
    assert all(f"**{name.capitalize()}**" in README for name in BUILT_IN)
    assert "Print the play mat (`companion print FOLDER`" in README
    folders = {MacOS("companion").user_data_path, Unix("companion").user_data_path}
    assert all(f"~/{folder.relative_to(Path.home()).as_posix()}`" in README for folder in folders)
    assert Windows("companion").appauthor is None
    assert r"%LOCALAPPDATA%\companion\companion" in README
