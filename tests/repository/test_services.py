"""The app's service and the rule for trays on a cable."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.commands.cli import command_line
from companion.commands.playing import LAST
from tools.deb.files import SERVICES, service

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
INSTALLED = "%h/companion/.venv/bin/companion"
OF_CHECKOUT = {f"{name}.service": (DEPLOY / f"systemd/{name}.service").read_text() for name in SERVICES}
OF_PACKAGE = {f"{name}.service": service(name) for name in SERVICES}
each_service = pytest.mark.parametrize(
    ("name", "unit"),
    [*OF_CHECKOUT.items(), *OF_PACKAGE.items()],
    ids=[*OF_CHECKOUT, *(f"of the package, {name}" for name in OF_PACKAGE)],
)
PAIR = re.compile(r'[A-Z]+(\{\w+\})?(==|\+=|=)"[^"]*"')


def verify(home: Path, unit: str, name: str = "companion.service") -> str:
    """What systemd says about the service in the home of somebody who followed deploy/README.md."""
    command = home / "companion/.venv/bin/companion"
    command.parent.mkdir(parents=True)
    shutil.copy("/bin/true", command)
    (home / "companion/README.md").touch()
    (home / name).write_text(unit)
    (home / "run").mkdir(mode=0o700)
    environment = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home / "run")}
    words = ["systemd-analyze", "verify", "--user", "--man=no", str(home / name)]
    verdict = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60, check=False)
    return verdict.stdout + verdict.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine")
@each_service
def test_systemd_has_nothing_to_say_about_a_service(tmp_path, name, unit):
    assert verify(tmp_path, unit.replace("/usr/bin/companion", INSTALLED), name) == ""


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine")
def test_systemd_would_have_said_so(tmp_path):
    unit = (DEPLOY / "systemd/companion.service").read_text()
    assert "RestartSex" in verify(tmp_path, unit.replace("RestartSec", "RestartSex"))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine")
@each_service
def test_a_service_can_do_little_that_it_need_not(tmp_path, name, unit):
    (tmp_path / name).write_text(unit)
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=30", tmp_path / name]
    verdict = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert verdict.returncode == 0, verdict.stdout.splitlines()[-1]


def test_the_service_starts_what_the_command_line_knows():
    unit = (DEPLOY / "systemd/companion.service").read_text()
    words = re.search(r"^ExecStart=\S+/companion (.*)$", unit, re.MULTILINE)
    assert words is not None
    assert command_line().parse_args(words[1].split()).game == LAST


def test_the_service_without_a_window_starts_what_the_command_line_knows():
    unit = (DEPLOY / "systemd/companion-host.service").read_text()
    words = re.search(r"^ExecStart=\S+/companion (.*)$", unit, re.MULTILINE)
    assert words is not None
    asked = command_line().parse_args(words[1].split())
    assert (asked.module, asked.id) == ("host", LAST)


def test_every_udev_rule_is_a_list_of_pairs_for_one_kind_of_board():
    text = (DEPLOY / "udev/60-companion-trays.rules").read_text()
    rules = [line for line in text.splitlines() if line and not line.startswith("#")]
    for rule in rules:
        assert all(PAIR.fullmatch(pair) for pair in rule.split(", ")), rule
        assert re.search(r'idVendor}=="[0-9a-f]{4}".*idProduct}=="[0-9a-f]{4}"', rule), rule


def test_no_rule_opens_a_port_to_everyone():
    assert "MODE" not in (DEPLOY / "udev/60-companion-trays.rules").read_text()
