"""The layers of docs/architecture.md are checked: an import against them is found and named."""

import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).parent / "lint-imports"
ROOMS = [
    "engine/sighting",
    "engine/table",
    "vision/eye",
    "devices/tray",
    "companion/play/session",
    "companion/commands/cli",
]
ROOMS += ["companion/ui/app", "companion/views/table", "companion/presenters/desk", "companion/play/reports"]
DOWN = (
    "commands",
    "ui",
    "web",
    "presenters",
    "host",
    "sharing",
    "tasks",
    "views",
    "play",
    "sensing",
    "titles",
    "notation",
)
"""Rooms of the application from the top down; beside `tasks` stand `arbiter` and `virtual`."""
BESIDE = ("tasks", "arbiter", "virtual")


def contracts() -> list[dict]:
    return tomllib.loads((HERE / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]


def games() -> list[str]:
    return sorted(f"engine.{path.parent.name}" for path in (HERE / "engine").glob("*/__init__.py"))


def layered() -> list[str]:
    """Every room that a contract puts into a layer, as a folder; those of one module are modules."""
    found = [
        f"{container}/{room.strip()}"
        for contract in contracts()
        for container in contract.get("containers", ())
        for layer in contract["layers"]
        for room in layer.split("|")
    ]
    return [name if (HERE / f"{name}.py").exists() else f"{name}/__init__" for name in found]


def room(game: str) -> str:
    return f"{game.replace('.', '/')}/game"


def verdict_on(tmp_path: Path, guilty: str, line: str) -> subprocess.CompletedProcess[str]:
    """The verdict on a small project of the same rooms, in which one module has this one line."""
    rooms = dict.fromkeys([*layered(), *ROOMS, *map(room, games()), guilty])
    for name in rooms:
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in path.relative_to(tmp_path).parents[:-1]:
            (tmp_path / folder / "__init__.py").touch()
        path.write_text(line if name == guilty else "")
    (tmp_path / "pyproject.toml").write_text((HERE / "pyproject.toml").read_text())
    command = [LINT, "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("guilty", "line"),
    [
        ("companion/play/session", "import kivy.app"),
        ("companion/views/table", "from kivy.event import EventDispatcher"),
        ("companion/play/session", "import cv2"),
        ("companion/play/session", "import serial"),
        ("vision/eye", "import paho.mqtt.client"),
        ("vision/eye", "from devices import tray"),
        ("devices/tray", "from engine.table import Table"),
        ("companion/play/session", "from companion.ui import app"),
        ("companion/play/session", "from companion.views import table"),
        ("companion/views/table", "from companion.ui import app"),
        ("companion/views/table", "from companion.titles import nothing"),
        ("companion/views/table", "from companion.play import session"),
        ("companion/views/table", "import companion.play.storage"),
        ("companion/views/table", "from engine import table"),
        *(("companion/views/table", f"from {game} import game") for game in games()),
        *((f"companion/{below}/tale", "from companion.presenters import desk") for below in (*DOWN[4:], *BESIDE)),
        *((f"companion/{below}/tale", f"import companion.{above}") for above, below in pairwise(DOWN)),
        *((f"companion/{one}/tale", f"import companion.{other}") for one in BESIDE for other in BESIDE if one != other),
        ("companion/titles/tale", "from companion.play import session"),
        ("vision/mat/mat", "from vision.camera import source"),
        ("engine/table", "from companion.play import session"),
        ("engine/table", "import random"),
        ("engine/table", "import time"),
        ("engine/table", "import numpy"),
        *((room(game), f"from {other} import game") for game in games() for other in games() if game != other),
        *(("engine/table", f"from {game} import game") for game in games()),
    ],
)
def test_an_import_against_the_layers_is_named(tmp_path, guilty, line):
    verdict = verdict_on(tmp_path, guilty, line)
    assert verdict.returncode == 1
    assert f"- {guilty.replace('/', '.')} -> " in " ".join(verdict.stdout.split())


def test_the_product_keeps_to_its_layers():
    verdict = subprocess.run([LINT, "--no-logo", "--no-cache"], cwd=HERE, capture_output=True, text=True, check=False)
    assert verdict.returncode == 0, verdict.stdout


def test_a_room_that_stands_in_no_layer_is_named(tmp_path):
    verdict = verdict_on(tmp_path, "vision/stray", "")
    assert verdict.returncode == 1
    assert "vision.stray" in verdict.stdout


@pytest.mark.parametrize(
    ("innocent", "line"),
    [
        ("companion/commands/cli", "from companion.ui import app"),
        ("companion/ui/app", "import kivy.app"),
        ("companion/ui/app", "from companion.views import table"),
        ("companion/views/table", "from companion.play.reports import Crop"),
        ("companion/web/tale", "from companion.presenters import desk"),
        ("companion/play/session", "from vision import eye\nfrom devices import tray\nfrom engine import table"),
        ("vision/eye", "import cv2\nfrom engine.sighting import Sighting"),
        ("devices/tray", "import serial, paho, amqtt\nfrom engine.sighting import Sighting"),
        ("engine/table", "import msgspec, tomllib"),
    ],
)
def test_an_import_the_layers_allow_passes(tmp_path, innocent, line):
    assert verdict_on(tmp_path, innocent, line).returncode == 0


def test_every_game_is_kept_apart_from_the_others():
    (apart,) = [contract["protected_modules"] for contract in contracts() if contract["name"].startswith("games")]
    assert set(games()) == set(apart)
