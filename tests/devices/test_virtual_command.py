"""A virtual tray from the command line: hands and faults as typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from devices.virtual.__main__ import SHARES, Bench
from tests.devices.conftest import Heard, eventually


def test_it_can_be_started_and_played_by_typing(hub, heard: Heard, tmp_path: Path) -> None:
    port = tmp_path / "ttyTray"
    command = [sys.executable, "-m", "devices.virtual", "red", "--link", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as typed:
        assert typed.stdout.readline() == f"tray-red is at {port}\n"
        hub.add_serial(str(port))
        typed.stdin.write("drop 34\npress call\n")
        typed.stdin.flush()
        assert heard.sees(34)
        assert eventually(heard.presses)
        typed.stdin.write("quit\n")
        typed.stdin.flush()
    assert typed.returncode == 0


@pytest.mark.parametrize("line", ["dance", "drop", "drop many", "take 5", "mark bought X", "noise loud", "stick coins"])
def test_what_it_does_not_understand_changes_nothing(line: str, trays) -> None:
    bench = Bench(trays(), str)
    with pytest.raises((ValueError, IndexError)):
        bench.do(line)
    assert bench.tray.gold == 0


@pytest.mark.parametrize("share", SHARES)
def test_every_fault_of_the_cable_can_be_typed(share: str, trays) -> None:
    bench = Bench(trays(), str)
    bench.do(f"{share} 0.25")
    assert getattr(bench.tray.faults, share) == 0.25


def test_help_names_every_command(trays) -> None:
    bench = Bench(trays(), str)
    assert [word for word in bench._deeds() if word not in bench.do("help")] == []
