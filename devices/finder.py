"""Finds trays on USB: opens the ports of known boards and asks each once who it is; other devices are left alone."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from serial.tools import list_ports

from devices.protocol import HOST
from devices.tray import Value

_TABLE = tomllib.loads((Path(__file__).parent / "ports.toml").read_text(encoding="utf-8"))
BOARDS: dict[tuple[int, int], str] = {(board["vid"], board["pid"]): board["name"] for board in _TABLE["board"]}
"""(vendor, product) → name of the board."""
PATIENCE: float = _TABLE["patience"] / 1000
"""Seconds a board has to identify itself."""


class Listed(Protocol):
    """A port as the system lists it."""

    device: str
    vid: int | None
    pid: int | None


def ports() -> Iterable[Listed]:
    """The serial ports of this machine."""
    listed: Iterable[Listed] = list_ports.comports()
    return listed


class Finder:
    """A device without values of its own: calls `plugged(port)` and `unplugged(port)` as boards come and go.

    `lister` lists the present ports; a port is announced again only after it was gone.
    """

    def __init__(
        self,
        plugged: Callable[[str], None],
        unplugged: Callable[[str], None],
        lister: Callable[[], Iterable[Listed]] = ports,
    ) -> None:
        self.name, self.retired = "usb", False
        self._plugged, self._unplugged, self._lister = plugged, unplugged, lister
        self._present: set[str] = set()
        self._woken = threading.Event()

    def read(self, timeout: float) -> list[Value]:
        """Look once, then wait at most `timeout` seconds, or until woken."""
        now = {port.device for port in self._lister() if (port.vid, port.pid) in BOARDS}
        gone, new = self._present - now, now - self._present
        self._present = now
        for port in sorted(gone):
            self._unplugged(port)
        for port in sorted(new):
            self._plugged(port)
        self._woken.wait(max(timeout, HOST["poll"]))
        self._woken.clear()
        return []

    def wake(self) -> None:
        """End the waiting (any thread)."""
        self._woken.set()

    def close(self) -> None:
        """Nothing to let go of."""
