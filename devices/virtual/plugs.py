"""The transports of a virtual tray: the device's end of a pty, of a TCP connection, of a broker."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import socket
import tty
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from devices import topics
from devices.firmware.wire import pack, seal, unpack, unseal
from devices.mqtt import OFFLINE, ONLINE
from devices.mqtt_client import Address, MqttClient
from devices.virtual.faults import Faults

Fields = dict[str, Any]


class Plug(Protocol):
    """The device's side of a transport; `wake` may be called by any thread."""

    def send(self, messages: Iterable[Fields]) -> None: ...
    def receive(self, timeout: float) -> list[Fields]: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...


class Bell:
    """Ends a select from another thread."""

    def __init__(self) -> None:
        self.receiver, self._rope = socket.socketpair()
        self.receiver.setblocking(False)
        self._rope.setblocking(False)

    def ring(self) -> None:
        with contextlib.suppress(OSError):  # rung often enough, or closed
            self._rope.send(b"!")

    def clear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.receiver.recv(4096)

    def close(self) -> None:
        self.receiver.close()
        self._rope.close()


class _Frames:
    """Messages as frames on some stream of bytes; damaged frames from the host are skipped."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._rest = b""
        self._bell = Bell()

    def send(self, messages: Iterable[Fields]) -> None:
        for fields in self._faults.messages(messages):
            self._write(self._faults.frame(seal(self._faults.body(pack(fields)))))

    def _split(self, chunk: bytes) -> list[Fields]:
        frames = (self._rest + chunk).split(b"\0")
        self._rest = frames.pop()[-256:]
        received = []
        for frame in frames:
            with contextlib.suppress(ValueError):
                received.append(unpack(unseal(frame)))
        return received

    def _ready(self, ends: list[Any], timeout: float) -> list[Any]:
        ready, _, _ = select.select([*ends, self._bell.receiver], [], [], timeout)
        if self._bell.receiver in ready:
            self._bell.clear()
        return ready

    def wake(self) -> None:
        self._bell.ring()

    def _write(self, data: bytes) -> None:
        raise NotImplementedError


class PtyPlug(_Frames):
    """A pty whose other end the host opens by `name` (through `link`, a symbolic link, when one is wanted)."""

    def __init__(self, faults: Faults, link: Path | None = None) -> None:
        super().__init__(faults)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._master)
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        if link:
            link.unlink(missing_ok=True)
            link.symlink_to(self.name)
            self.name = str(link)

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):  # no reader: a real USB port drops it too
            os.write(self._master, data)

    def receive(self, timeout: float) -> list[Fields]:
        ends = [] if self._faults.deaf else [self._master]
        if self._master not in self._ready(ends, timeout):
            return []
        with contextlib.suppress(BlockingIOError):
            return self._split(os.read(self._master, 65536))
        return []

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)
        self._bell.close()


class TcpPlug(_Frames):
    """Listens on a free loopback port, `name` is its address; one host at a time."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(faults)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.name = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._host: socket.socket | None = None

    def _write(self, data: bytes) -> None:
        if self._host:
            with contextlib.suppress(OSError):  # gone or not reading: the next receive notices
                self._host.send(data)

    def receive(self, timeout: float) -> list[Fields]:
        ready = self._ready([self._listener, *([self._host] if self._host and not self._faults.deaf else [])], timeout)
        if self._listener in ready:
            self._hang_up()
            self._host, _ = self._listener.accept()
            self._host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._host.setblocking(False)
            return []
        return self._split(self._take()) if self._host in ready else []

    def _take(self) -> bytes:
        assert self._host
        with contextlib.suppress(ConnectionError):
            chunk = self._host.recv(65536)
            if chunk:
                return chunk
        self._hang_up()
        return b""

    def _hang_up(self) -> None:
        if self._host:
            self._host.close()
            self._host = None

    def close(self) -> None:
        self._hang_up()
        self._listener.close()
        self._bell.close()


class MqttPlug:
    """A tray at a broker: status with last will, retained snapshot after each change, everything else on `sensed`."""

    def __init__(
        self, faults: Faults, address: Address, table: str, id: str, snapshot: Callable[[], Fields | None]
    ) -> None:
        self._faults, self._snapshot = faults, snapshot
        self._topic = {leaf: topics.device(table, id, leaf) for leaf in ("status", "snapshot", "sensed", "set")}
        will = (self._topic["status"], OFFLINE)
        self._client = MqttClient(address, f"tray-{table}-{id}", [self._topic["set"]], will, self._ready)

    def _ready(self) -> None:
        self._client.publish(self._topic["status"], ONLINE, retain=True)
        self._publish_snapshot()

    def send(self, messages: Iterable[Fields]) -> None:
        for fields in self._faults.messages(messages):
            if self._client.connected:
                self._publish(fields)
            if fields["type"] == "settled" and self._client.connected:
                self._publish_snapshot()

    def _publish_snapshot(self) -> None:
        snapshot = self._snapshot()
        if snapshot:
            self._publish(snapshot)

    def _publish(self, fields: Fields) -> None:
        if self._faults.version and "protocol" in fields:
            fields = {**fields, "protocol": self._faults.version}
        kept = fields["type"] == "snapshot"
        topic = self._topic["snapshot" if kept else "sensed"]
        qos = 0 if fields["type"] in ("heartbeat", "moving") else 1
        self._client.publish(topic, json.dumps(fields).encode(), qos, retain=kept)

    def receive(self, timeout: float) -> list[Fields]:
        if self._faults.deaf:
            self._client.rest(timeout)
            return []
        received = []
        for message in self._client.poll(timeout):
            with contextlib.suppress(ValueError):  # ignore what is no JSON
                if message.topic == self._topic["set"]:  # amqtt delivers more than was subscribed
                    received.append(json.loads(message.payload))
        return received

    def cut(self) -> None:
        """Lose the connection without a DISCONNECT."""
        self._client.cut()

    def wake(self) -> None:
        self._client.wake()

    def close(self) -> None:
        if self._client.connected:
            self._client.publish(self._topic["status"], OFFLINE, retain=True)
        self._client.close()
