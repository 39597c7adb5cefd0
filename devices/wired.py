"""A tray on a wire (serial or TCP): opens and reopens its port, turns frames into sightings."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Protocol

from devices.errors import DeviceError, TimedOut
from devices.firmware.wire import pack, seal, unpack
from devices.link import Deframer
from devices.message import FromHost, from_fields, to_fields
from devices.protocol import HOST
from devices.tray import Tray, Value

log = logging.getLogger("devices")


class Port(Protocol):
    """A stream of bytes. `read` waits at most one tick; `wake` ends that wait and may be called by any thread."""

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...


class WiredTray:
    """A device: `read(timeout)` and `close()`. The port may come and go; it is reopened quietly and without end.

    With `patience`, a device that has not said who it is so many seconds after its port was first opened is let go of:
    `retired` is then true.
    """

    def __init__(self, name: str, open_port: Callable[[str], Port], tray: Tray, patience: float = math.inf) -> None:
        self.name = name
        self.retired = False
        self._patience, self._until = patience, math.inf
        self.tray = tray
        self._open = open_port
        self._port: Port | None = None
        self._deframer = Deframer()
        self._pause = HOST["reopen_first"]
        self._break = b""
        self._stirred = threading.Event()
        self._closed = False

    @property
    def damaged(self) -> int:
        """Frames that came damaged since the port was opened; bytes that never became a frame count as one."""
        return self._deframer.damaged + self._deframer.unfinished

    def read(self, timeout: float) -> list[Value]:
        """What the device gave; waits for the first of it at most `timeout` seconds, or until woken."""
        until = time.monotonic() + timeout
        while not self._closed:
            values = self._once()
            if values or time.monotonic() >= until or self._stirred.is_set():
                self._stirred.clear()
                return values
        return []

    def _once(self) -> list[Value]:
        try:
            return self._exchange() if self._port else self._reopen()
        except DeviceError as error:
            return self._drop(str(error))

    def _exchange(self) -> list[Value]:
        assert self._port
        chunk = self._port.read()
        at = time.monotonic()
        values = [value for body in self._deframer.feed(chunk) for value in self._hear(body, at)]
        values += self.tray.tick(at)
        self._tell()
        self._judge(at)
        return values

    def _judge(self, at: float) -> None:
        """Whoever has said who he is may stay for ever."""
        if self.tray.known:
            self._until = math.inf
        elif at > self._until:
            self.retired = self._closed = True

    def _hear(self, body: bytes, at: float) -> list[Value]:
        try:
            return self.tray.hear(from_fields(unpack(body)), at)
        except ValueError as error:
            self.tray.refuse(f"{self.name!r} speaks otherwise: {error}", "version")
            return []

    def _tell(self) -> None:
        assert self._port
        outgoing, self.tray.outgoing = self.tray.outgoing, []
        if not outgoing:
            return
        try:
            self._port.write(self._break + b"".join(map(_frames, outgoing)))
            self._break = b""
        except TimedOut as error:
            self._refused(error)

    def _refused(self, error: TimedOut) -> None:
        """A known tray that takes nothing for a moment keeps its port: all that needs an answer is said again."""
        if not self.tray.known:
            raise error
        log.warning("%s; it is said again", error)
        self._break = b"\0"  # half a frame may have gone out: what comes next shall not be read as its rest

    def _reopen(self) -> list[Value]:
        self._port = self._open(self.name)
        if self._patience:
            self._until, self._patience = time.monotonic() + self._patience, 0.0
        self._deframer = Deframer()
        self._break = b""
        self._pause = HOST["reopen_first"]
        return []

    def _drop(self, reason: str) -> list[Value]:
        """Lose the port, wait a little longer each time before it is opened again."""
        if self._port:
            self._port.close()
            self._port = None
        values = self.tray.lost(time.monotonic(), reason)
        if not values:
            self._stirred.wait(self._pause)
            self._pause = min(2 * self._pause, HOST["reopen_most"])
        return values

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._stirred.set()
        port = self._port
        if port:
            port.wake()

    def leave(self) -> None:
        """Have the reading thread end (any thread)."""
        self._closed = self.retired = True
        self.wake()

    def close(self) -> None:
        """Let go of the port; by the thread that reads, or after it has ended."""
        self._closed = True
        if self._port:
            self._port.close()
            self._port = None


def _frames(message: FromHost) -> bytes:
    return b"".join(seal(pack(fields)) for fields in to_fields(message))
