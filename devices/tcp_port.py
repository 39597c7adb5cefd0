"""A tray behind a TCP address (a network serial bridge, a Wi-Fi tray without a broker) as a stream of bytes."""

from __future__ import annotations

import contextlib
import select
import socket

from devices.errors import NotPermitted, NotPresent, TimedOut
from devices.protocol import HOST


class TcpPort:
    """An open connection; owned by one thread, only `wake` may be called from another.

    `address` is "host:port". Raises NotPresent, NotPermitted or TimedOut when there is no answer.
    """

    def __init__(self, address: str) -> None:
        self.name = address
        host, _, port = address.rpartition(":")
        try:
            self._socket = socket.create_connection((host, int(port)), timeout=2)
        except TimeoutError as error:
            raise TimedOut(f"no answer from {address!r}") from error
        except PermissionError as error:
            raise NotPermitted(f"no right to connect to {address!r}") from error
        except OSError as error:
            raise NotPresent(f"no server at {address!r}") from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(HOST["write"])
        self._bell, self._rope = socket.socketpair()

    def read(self) -> bytes:
        """What has arrived, waiting at most one poll; raises NotPresent when the other side has hung up."""
        ready, _, _ = select.select([self._socket, self._bell], [], [], HOST["poll"])
        if self._bell in ready:
            self._bell.recv(4096)
        if self._socket not in ready:
            return b""
        try:
            chunk = self._socket.recv(65536)
        except OSError as error:
            raise NotPresent(f"{self.name!r} is gone: {error}") from error
        if not chunk:
            raise NotPresent(f"{self.name!r} has hung up")
        return chunk

    def write(self, data: bytes) -> None:
        """Send; raises TimedOut when the other side takes nothing, NotPresent when the connection is gone."""
        try:
            self._socket.sendall(data)
        except TimeoutError as error:
            raise TimedOut(f"{self.name!r} takes nothing") from error
        except OSError as error:
            raise NotPresent(f"{self.name!r} is gone: {error}") from error

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        with contextlib.suppress(OSError):  # closed at this very moment: no thread waits
            self._rope.send(b"!")

    def close(self) -> None:
        for end in (self._socket, self._bell, self._rope):
            end.close()
