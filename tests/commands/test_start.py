"""Help and small commands start without the libraries that only pictures and windows need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.cli import COMMANDS, main
from companion.play.record import write_record
from companion.titles import known, title_of
from testkit.constantinopolis.players import game

SCREENS = Path(__file__).parents[2] / "companion" / "ui" / "screens" / "common"
HEAVY = ("numpy", "cv2", "kivy", "paho", "amqtt", "serial")
LOADED = """
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr))
from companion.commands.cli import main
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


OPENED = """
import json, sys
from pathlib import Path
from companion.ui import offscreen
offscreen.prepare()
import companion.commands.app
from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.ui.app import CompanionApp
host = Host(Path(sys.argv[1]))
app = CompanionApp(Desk(host), host.poll)
from kivy.core.window import Window
from companion.ui import screens
Window.add_widget(app.build())
app.dispatch("on_start")
offscreen.settle(1)
first = sorted(sys.modules)
for _ in range(3000):
    offscreen.settle(1)
    if next(screens.unregistered(), None) is None and "paho" in sys.modules:
        break
print(json.dumps([first, sorted(sys.modules)]))
app.dispatch("on_stop")
host.close()
"""


def test_the_first_screen_waits_for_no_eyes_trays_or_games_and_all_screens_follow(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENED, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    first, later = map(set, json.loads(ran.stdout.splitlines()[-1]))
    assert {name.split(".")[0] for name in first}.isdisjoint({*HEAVY} - {"kivy"})
    assert not [
        name for name in first if name.startswith(("engine.constantinopolis", "engine.byzanz", "engine.praetor"))
    ]
    assert {f"companion.ui.screens.common.{path.stem}" for path in SCREENS.glob("[!_]*.py")} <= later
    assert {title_of(game).widgets for game in known()} <= {"", *later}
