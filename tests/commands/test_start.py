"""Help and small commands start without the libraries that only pictures and windows need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main
from companion.play.record import write_record
from testkit.constantinopolis.players import game

HEAVY = ("numpy", "cv2", "kivy", "paho", "amqtt", "serial")
LOADED = """
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr))
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def loaded(*arguments: str) -> set[str]:
    """The packages that a process of its own has loaded when a command has succeeded."""
    ran = subprocess.run([sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(json.loads(ran.stderr.splitlines()[-1]))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one game in it."""
    folder = tmp_path_factory.mktemp("kept")
    write_record(game(2, 1), folder / "game.jsonl")
    assert main(["--data", str(folder), "import", str(folder / "game.jsonl")]) == 0
    return folder


@pytest.mark.parametrize("command", [["--help"], ["replay", "--help"], ["demo", "--help"], ["rules", "wall"]])
def test_a_command_without_pictures_loads_no_library_for_them(command: list[str]) -> None:
    assert loaded(*command).isdisjoint(HEAVY)


def test_kept_games_are_listed_and_replayed_without_such_a_library(kept: Path) -> None:
    assert loaded("--data", str(kept), "games").isdisjoint(HEAVY)
    assert loaded("replay", str(kept / "game.jsonl")).isdisjoint(HEAVY)


def test_the_list_of_commands_loads_no_game() -> None:
    assert "msgspec" not in loaded("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_its_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: companion {command}" in capsys.readouterr().out


def test_a_list_of_games_makes_no_data_folder(tmp_path: Path) -> None:
    assert main(["--data", str(tmp_path / "none"), "games"]) == 0
    assert not (tmp_path / "none").exists()
