"""The portable folder: its launcher takes the right Python and says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import get_args

import pytest

from companion.commands.update import WAYS
from companion.host.installed import How, command_to, installed
from tools.portable import lay_out

HERE = ".".join(map(str, sys.version_info[:2]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A portable folder in a place with a space, with a companion that tells what it was started with."""
    made = tmp_path / "a stick" / "companion-1"
    lay_out(made, HERE)
    (made / "lib/companion").mkdir(parents=True)
    told = "import sys; print(sys.version_info[:2], sys.flags.no_user_site, sys.argv[1:])"
    (made / "lib/companion/__main__.py").write_text(told)
    return made


def start(command: Path, *words: str, pythons: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{pythons}:/usr/bin:/bin"}
    return subprocess.run([command, *words], env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def pythons(tmp_path: Path) -> Path:
    """A folder with this Python under its own name."""
    made = tmp_path / "pythons"
    made.mkdir()
    (made / f"python{HERE}").symlink_to(os.path.realpath(sys.executable))
    return made


def test_it_starts_with_the_python_it_was_made_for(folder: Path, pythons: Path) -> None:
    told = start(folder / "companion", "--game", "two words", pythons=pythons)
    assert told.stdout == f"{sys.version_info[:2]} 1 ['--game', 'two words']\n"


def test_it_starts_through_a_link_from_elsewhere(folder: Path, pythons: Path) -> None:
    link = folder.parent.parent / "link"
    link.symlink_to(folder / "companion")
    assert start(link, pythons=pythons).returncode == 0


def test_another_python_is_refused_with_what_to_do(folder: Path, pythons: Path) -> None:
    (folder / "python").write_text("3.2\n")
    told = start(folder / "companion", pythons=pythons)
    assert told.returncode == 1
    assert "Python 3.2" in told.stderr
    assert "apt install python3.2" in told.stderr


def test_firmware_broker_trays_and_cases_come_along(folder: Path) -> None:
    for name in ("firmware/main.py", "mosquitto/acl", "trays/models/plate.stl", "cases/README.md", "LICENSE"):
        assert (folder / "share" / name).is_file(), name
    assert "libgl1" in (folder / "README.txt").read_text(encoding="utf-8")


def test_an_update_of_the_folder_is_another_folder(folder: Path) -> None:
    class Here:
        version = "1.0.0"

        def locate_file(self, _name: str) -> Path:
            return folder / "lib"

        def read_text(self, _name: str) -> None:
            return None

    found = installed(folder.parent, Here())  # type: ignore[arg-type]
    assert (found.how, found.place) == ("portable", folder)
    assert command_to("2.0.0", found) == f"tar -xf companion-2.0.0-py*.tar.gz -C '{folder.parent}'"


def test_update_names_every_way_it_can_have_been_installed() -> None:
    assert set(WAYS) == set(get_args(How))


def test_this_environment_is_still_told_from_a_folder() -> None:
    assert installed(Path(sys.prefix), distribution("companion")).how != "portable"
