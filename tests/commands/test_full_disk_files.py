"""Files that a command writes on a disk that is full: a sentence, the old file whole, nothing half written beside."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.host.owner_values import FILE
from companion.play.record import write_record
from testkit.constantinopolis.players import game

ROOT = Path(__file__).parents[2]


def full() -> None:
    """No file grows beyond a few hundred bytes, as where nothing is left on the disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


def on_a_full_disk(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-m", "companion", *map(str, words)]  # and no bytecode, which would be cut short
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, preexec_fn=full, check=False)


def told(ran: subprocess.CompletedProcess[str]) -> str:
    (line,) = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert line.startswith("companion: ")
    assert "Errno" not in line
    return line


def test_a_page_of_values_is_begun_whole_or_not_at_all(tmp_path: Path) -> None:
    assert f"{tmp_path / FILE}': " in told(on_a_full_disk("--data", tmp_path, "values", "--write"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("older", ["an older record, which stays\n", None])
def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path, older: str | None) -> None:
    write_record(game(2, 1), tmp_path / "game.jsonl")
    path = tmp_path / "game.txt"
    if older is not None:
        path.write_text(older)
    assert f"{path}': " in told(on_a_full_disk("notation", tmp_path / "game.jsonl", "-o", path))
    assert (path.read_text() if path.exists() else None) == older
    assert {file.name for file in tmp_path.iterdir()} <= {"game.jsonl", "game.txt"}
