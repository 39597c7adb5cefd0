"""The real firmware under a real MicroPython, with hands in a file instead of sensors."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import subprocess
import sys
import tty
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "deploy" / "firmware"
CACHE = ROOT / ".cache" / "micropython"


def interpreter() -> str | None:
    """Path of MicroPython, fetched once; None where it cannot be had."""
    CACHE.parent.mkdir(exist_ok=True)
    with (CACHE.parent / "micropython.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fetched = subprocess.run(
            ["timeout", "120", FIRMWARE / "get-micropython", CACHE], capture_output=True, check=False
        )
    return str(CACHE / "micropython") if fetched.returncode == 0 else None


def fetched() -> str:
    """Path of MicroPython; a test that needs it is skipped where it cannot be had."""
    found = interpreter()
    if found is None:
        pytest.skip("MicroPython cannot be fetched here (deploy/firmware/get-micropython says why)")
    return found


class RealTray:
    """A tray that runs the firmware; `hands` is what its sensors read. `port` is where a host opens it."""

    def __init__(self, program: str, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self._program = program
        self._hands: dict[str, Any] = {}
        (folder / "settings.json").write_text(json.dumps({"id": "tray-red", "settle_ms": 50, **settings}))
        self._master, self._slave = pty.openpty()
        tty.setraw(self._master)
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.hands()
        self.power_up()

    def power_up(self) -> None:
        """Start the firmware (again)."""
        environment = {"TRAY_FOLDER": str(self.folder), "MICROPYPATH": f"{FIRMWARE}:{ROOT}"}
        self.process = subprocess.Popen(
            [self._program, str(FIRMWARE / "main.py")],
            stdin=self._master,
            stdout=self._master,
            stderr=sys.stderr,
            env=environment,
        )

    def power_cut(self) -> None:
        """Kill it in the middle of whatever it does."""
        self.process.kill()
        self.process.wait(10)

    def hands(self, **readings: Any) -> None:
        """Lay, press and turn, in addition to what was done before."""
        self._hands.update(readings)
        path = self.folder / "hands.json"
        path.with_suffix(".part").write_text(json.dumps(self._hands))
        path.with_suffix(".part").replace(path)

    def type(self, keys: bytes) -> None:
        """What somebody at a terminal types, at the tray's own end of the cable."""
        os.write(self._slave, keys)

    def said(self) -> bytes:
        """What it has sent that no host took."""
        ready = select.select([self._slave], [], [], 0.1)[0]
        return os.read(self._slave, 4096) if ready else b""

    def close(self) -> None:
        self.power_cut()
        os.close(self._master)
        os.close(self._slave)
