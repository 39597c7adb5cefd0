"""However a program ends, the mosquitto it started ends with it and leaves no passwords behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from devices import broker
from devices.broker import find_mosquitto, start_broker
from devices.broker_folder import OWNER, PID, PREFIX, keep, make_folder
from devices.errors import Failed
from tests.devices.conftest import eventually

pytestmark = pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")
OWNERS = """
import sys, time
from devices import broker
from devices.broker import start_broker
broker = start_broker({"host": "secret"}, "mosquitto")
print(broker._folder, flush=True)
time.sleep(60)
"""


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> subprocess.Popen[str]:
    """A program with a broker whose temporary folders lie in `tmp_path`."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    root = Path(__file__).parents[2]
    return subprocess.Popen([sys.executable, "-c", OWNERS], stdout=subprocess.PIPE, text=True, cwd=root)


def folder_of(owner: subprocess.Popen[str]) -> Path:
    assert owner.stdout is not None
    return Path(owner.stdout.readline().strip())


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
        told = Path(f"/proc/{process}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):  # it may end between the two
        return False
    return not told.partition("State:\t")[2].startswith("Z")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_broker_ends_with_its_program_and_its_folder_goes(owner: subprocess.Popen[str], how: signal.Signals) -> None:
    folder = folder_of(owner)
    mosquitto = int((folder / PID).read_text())
    assert lives(mosquitto)
    owner.send_signal(how)
    owner.wait(10)
    assert eventually(lambda: not lives(mosquitto) and not folder.exists())


def test_what_a_killed_keeper_left_is_swept_away_by_the_next_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with start_broker({"host": "secret"}, "mosquitto") as stray:
        folder = stray._folder
        mosquitto = int((folder / PID).read_text())
        ended = subprocess.Popen(["/bin/true"])
        ended.wait()
        (folder / OWNER).write_text(str(ended.pid))
        other = make_folder()
        assert eventually(lambda: not lives(mosquitto))
        assert not folder.exists()
        assert other.exists()


def test_folders_of_programs_that_live_and_of_others_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ours, fresh = make_folder(), tmp_path / f"{PREFIX}no-owner-yet"
    fresh.mkdir()
    make_folder()
    assert ours.exists()
    assert fresh.exists()


def test_a_mosquitto_that_cannot_start_says_why_and_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(broker, "find_mosquitto", lambda: "/bin/false")
    with pytest.raises(Failed, match="ended at once with 1"):
        start_broker({"host": "secret"}, "mosquitto")
    assert list(tmp_path.iterdir()) == []


def test_a_keeper_ends_what_it_keeps_by_a_word(tmp_path: Path) -> None:
    (tmp_path / "mosquitto.conf").write_text("listener 0 127.0.0.1\n")
    keeper = keep("/bin/false", tmp_path)
    assert keeper.wait(10) == 1
    assert keeper.stdin is not None
    keeper.stdin.close()
