"""`companion tray update`: a tray of an older program gets this one, on its cable, under a real MicroPython."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.commands import tray_update
from companion.commands.cli import main
from devices import raw_repl
from tests.devices.micropython import FIRMWARE, ROOT, RealTray, fetched

BOOT = r"""
# What a board does when it gets power: it runs main.py, and shows its prompt when that ends. MicroPython for computers
# has no prompt for programs, so this is one; all that is typed there runs in the real interpreter.
import sys

write = sys.stdout.buffer.write
heard = b""
try:
    exec(open("main.py").read(), {"__name__": "__main__"})
except KeyboardInterrupt:
    pass
raw, space = False, {}
while True:
    key = sys.stdin.buffer.read(1)
    if key == b"\1":
        raw, heard = True, b""
        write(b"raw REPL; CTRL-B to exit\r\n>")
    elif key == b"\3":
        heard = b""
    elif key != b"\4":
        heard += key
    elif raw:
        write(b"OK")
        wrong = b""
        try:
            exec(heard, space)
        except Exception as error:
            wrong = repr(error).encode()
        write(b"\4" + wrong + b"\4>")
        heard = b""
"""
CHIP = "import sys\n\n\ndef reset():\n    sys.exit(0)\n"


class Board(RealTray):
    """A tray with a flash of its own, which starts again when it resets itself."""

    def power_up(self) -> None:
        rom = self.folder.parent / "rom"
        rom.mkdir(exist_ok=True)
        (rom / "boot.py").write_text(BOOT)
        (rom / "machine.py").write_text(CHIP)
        self.process = subprocess.Popen(
            ["sh", "-c", 'while "$0" "$1"; do :; done', self._program, str(rom / "boot.py")],
            stdin=self._master,
            stdout=self._master,
            cwd=self.folder,
            env={"TRAY_FOLDER": str(self.folder), "MICROPYPATH": f"{rom}:{self.folder}", "PATH": "/usr/bin:/bin"},
            start_new_session=True,
        )

    def power_cut(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


@pytest.fixture(scope="session")
def program() -> str:
    return fetched()


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    """The flash of a tray that was built with program 0.9.0."""
    folder = tmp_path / "flash"
    shutil.copytree(
        ROOT / "devices/firmware", folder / "devices/firmware", ignore=shutil.ignore_patterns("__pycache__")
    )
    for file in FIRMWARE.glob("*.py"):
        shutil.copy(file, folder)
    old = (folder / "main.py").read_text()
    assert "FIRMWARE = [1, 1, 0]" in old
    (folder / "main.py").write_text(old.replace("FIRMWARE = [1, 1, 0]", "FIRMWARE = [0, 9, 0]"))
    return folder


@pytest.fixture
def board(program: str, flash: Path) -> Iterator[Board]:
    made = Board(program, flash)
    yield made
    made.close()


@pytest.fixture
def update(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs the command on a line faster than a cable: its status, and what it prints and says beside that."""
    monkeypatch.setattr(raw_repl, "PACE", 1_000_000)

    def run(*words: Any) -> tuple[int, str, str]:
        status = main(["--data", str(tmp_path / "data"), "tray", "update", *map(str, words)])
        return status, *capsys.readouterr()

    return run


def test_a_tray_gets_the_program_of_this_version_and_keeps_what_it_knows(
    board: Board, update: Callable[..., tuple[int, str, str]]
) -> None:
    (board.folder / "ours.txt").write_text("mine")
    status, told, beside = update(board.port)
    assert (status, beside) == (0, "")
    assert told.splitlines()[-1] == "tray-red: runs program 1.1.0"
    for file in FIRMWARE.glob("*.py"):
        assert (board.folder / file.name).read_bytes() == file.read_bytes()
    for file in (ROOT / "devices/firmware").glob("*.py"):
        assert (board.folder / "devices/firmware" / file.name).read_bytes() == file.read_bytes()
    assert (board.folder / "ours.txt").read_text() == "mine"
    assert (board.folder / "tray.json").is_file()
    assert not [*board.folder.rglob("*.new"), *board.folder.glob("stopped.json")]


def test_new_settings_come_along(board: Board, tmp_path: Path, update: Callable[..., tuple[int, str, str]]) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"id": "tray-kitchen"}))
    status, told, _ = update(board.port, "--settings", tmp_path / "settings.json")
    assert (status, told.splitlines()[-1]) == (0, "tray-kitchen: runs program 1.1.0")


def test_a_board_that_takes_no_file_keeps_its_program_and_goes_on(
    board: Board, update: Callable[..., tuple[int, str, str]]
) -> None:
    (board.folder / "store.py.new").mkdir()
    status, _, beside = update(board.port)
    assert status == 1
    assert "OSError" in beside
    assert "it keeps the program it had" in beside
    assert "[0, 9, 0]" in (board.folder / "main.py").read_text()
    card = tray_update._greeting(board.port)
    assert card is not None
    assert (card.id, card.firmware) == ("tray-red", "0.9.0")


def test_a_tray_at_a_broker_is_not_waited_for_on_its_cable(
    program: str, flash: Path, update: Callable[..., tuple[int, str, str]]
) -> None:
    (flash / "stopped.json").write_text('{"once": true}')  # as Ctrl-C leaves it, which only a real board's chip hears
    board = Board(program, flash, broker="127.0.0.1", port=9)
    try:
        status, told, _ = update(board.port)
    finally:
        board.close()
    assert (status, "answers at its broker" in told.splitlines()[-1]) == (0, True)
    assert (flash / "main.py").read_bytes() == (FIRMWARE / "main.py").read_bytes()


def test_a_board_without_micropython_is_named(
    update: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw_repl, "LATE", 1.0)
    silent, end = os.openpty()
    status, _, beside = update(os.ttyname(end))
    os.close(silent)
    os.close(end)
    assert (status, "no MicroPython answers" in beside) == (1, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["/dev/tray-nowhere"], "no port '/dev/tray-nowhere'"),
        (["/dev/null", "--program", "/tmp"], "name the folder deploy/firmware of a release"),
        (["/dev/null", "--settings", "/none.json"], "cannot be used as settings.json"),
        (["tray-unknown"], "no tray 'tray-unknown' on a cable"),
    ],
)
def test_what_cannot_be_done_is_said_before_a_tray_is_touched(
    words: list[str], reason: str, update: Callable[..., tuple[int, str, str]]
) -> None:
    status, _, beside = update(*words)
    assert (status, reason in beside) == (1, True), beside
