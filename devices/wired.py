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
    """A stream of bytes. `read` waits at most one poll; `wake` ends that wait and may be called by any thread."""

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...


class WiredTray:
    """A device: `read(timeout)` and `close()`. The port may come and go; it is reopened silently, again and again.

    With `patience`, a device that has not identified itself so many seconds after its port was first opened is given
    up: `retired` is then true.
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
        self._woken = threading.Event()
        self._closed = False

    @property
    def damaged(self) -> int:
        """Damaged frames since the port was opened; bytes that never became a frame count as one."""
        return self._deframer.damaged + self._deframer.unfinished

    def read(self, timeout: float) -> list[Value]:
        """The values from the device; waits for the first at most `timeout` seconds, or until woken."""
        until = time.monotonic() + timeout
        while not self._closed:
            values = self._attempt()
            if values or time.monotonic() >= until or self._woken.is_set():
                self._woken.clear()
                return values
        return []

    def _attempt(self) -> list[Value]:
        try:
            return self._exchange() if self._port else self._reopen()
        except DeviceError as error:
            return self._drop(str(error))

    def _exchange(self) -> list[Value]:
        assert self._port
        chunk = self._port.read()
        at = time.monotonic()
        values = [value for body in self._deframer.feed(chunk) for value in self._receive(body, at)]
        values += self.tray.poll(at)
        self._send()
        self._retire_if_unknown(at)
        return values

    def _retire_if_unknown(self, at: float) -> None:
        """Retire a device that has not identified itself in time; one that has may stay."""
        if self.tray.known:
            self._until = math.inf
        elif at > self._until:
            self.retired = self._closed = True

    def _receive(self, body: bytes, at: float) -> list[Value]:
        try:
            return self.tray.receive(from_fields(unpack(body)), at)
        except ValueError as error:
            self.tray.refuse(f"{self.name!r} speaks otherwise: {error}", "version")
            return []

    def _send(self) -> None:
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
        """A known tray that takes nothing for a moment keeps its port: whatever needs an answer is repeated."""
        if not self.tray.known:
            raise error
        log.warning("%s; it is repeated", error)
        self._break = b"\0"  # half a frame may have gone out: the next must not be read as its rest

    def _reopen(self) -> list[Value]:
        self._port = self._open(self.name)
        if self._patience:
            self._until, self._patience = time.monotonic() + self._patience, 0.0
        self._deframer = Deframer()
        self._break = b""
        self._pause = HOST["reopen_first"]
        return []

    def _drop(self, reason: str) -> list[Value]:
        """Close the port, and wait a little longer each time before it is opened again."""
        if self._port:
            self._port.close()
            self._port = None
        values = self.tray.lost(time.monotonic(), reason)
        if not values:
            self._woken.wait(self._pause)
            self._pause = min(2 * self._pause, HOST["reopen_most"])
        return values

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._woken.set()
        port = self._port
        if port:
            port.wake()

    def leave(self) -> None:
        """Make the reading thread end (any thread)."""
        self._closed = self.retired = True
        self.wake()

    def close(self) -> None:
        """Close the port; by the thread that reads, or after it has ended."""
        self._closed = True
        if self._port:
            self._port.close()
            self._port = None


def _frames(message: FromHost) -> bytes:
    return b"".join(seal(pack(fields)) for fields in to_fields(message))
