"""One MQTT 3.1.1 connection owned by one thread: reconnects by itself and never delays a packet."""

from __future__ import annotations

import contextlib
import selectors
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
from msgspec import Struct
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from devices.errors import NotPermitted
from devices.protocol import HOST

OTHER_NODE = 1.0
"""Seconds at most between two attempts where there are several nodes: another one may be well."""
JOIN = 2.0
"""Seconds a node may take to let us in before another one is tried.

While nodes choose who leads, nats-server forgets what it was asked, and says so only after four seconds.
"""
JOIN_TRIES, JOIN_MOST = 5, 30.0
"""After so many tries in vain a node may take twice as long each time, up to so many seconds."""
AT_ONCE = 64
"""Messages read in one go, before any of them is handled."""
MOST_WAITING = 1000
"""Messages that may wait for the broker's word that it has them."""


class Address(Struct, frozen=True, kw_only=True):
    """The broker's address and our account there; `ca` is the certificate authority's file, for TLS.

    `others` are further nodes of the same broker, host and port, which are tried in turn.
    """

    host: str = "127.0.0.1"
    port: int = 1883
    user: str = ""
    password: str = ""
    ca: Path | None = None
    others: tuple[tuple[str, int], ...] = ()


class Arrived(Struct, frozen=True):
    """One message; `retained` if the broker had kept it, `at` when it took it, in seconds since 1970, where known."""

    topic: str
    payload: bytes
    retained: bool
    at: float = 0.0


class MqttClient:
    """`poll` does all the work; `wake` may be called by any thread.

    `will` is (topic, payload), retained; `on_ready` is called after each connection, when subscriptions are asked;
    `qos` is theirs.
    `trouble` is the reason why there is no connection; `denied` is true if the broker refuses our account.
    Raises NotPermitted when the authority's file cannot be used.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        topics: Sequence[str],
        will: tuple[str, bytes],
        on_ready: Callable[[], None],
        keepalive: int = 5,
        *,
        qos: int = 1,
    ) -> None:
        self.address = address
        self._nodes = cycle([(address.host, address.port), *address.others])
        self._at, self._qos = next(self._nodes), qos
        self.connected = self.denied = self._joining = False
        self.trouble = ""
        self._tried = False
        self._topics, self._on_ready = topics, on_ready
        self._arrived: deque[Arrived] = deque()
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)
        self._selector = selectors.DefaultSelector()  # select() takes no file numbers above 1023
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._pause, self._next_try = HOST["reopen_first"], 0.0
        self._tries, self._join_by = 0, float("inf")
        self._client = self._make(name, will, keepalive)

    def _make(self, name: str, will: tuple[str, bytes], keepalive: int) -> paho.Client:
        client = paho.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=paho.MQTTv311)
        client.connect_timeout = 2.0
        client.max_queued_messages_set(MOST_WAITING)
        client.will_set(will[0], will[1], qos=1, retain=True)
        if self.address.user:
            client.username_pw_set(self.address.user, self.address.password)
        if self.address.ca:
            _trust(client, self.address.ca)
        client.on_socket_open, client.on_socket_close = self._opened, self._closed
        client.on_socket_register_write = lambda *_: None  # we select ourselves, so packets go out in our own thread
        client.on_connect, client.on_disconnect, client.on_message = self._joined, self._parted, self._message
        client.connect_async(self.address.host, self.address.port, keepalive)
        return client

    def _opened(self, _client: object, _data: object, sock: Any) -> None:
        _no_delay(sock)
        self._selector.register(sock, selectors.EVENT_READ)

    def _closed(self, _client: object, _data: object, sock: Any) -> None:
        with contextlib.suppress(KeyError):  # lost before it was open
            self._selector.unregister(sock)

    def _joined(self, _client: paho.Client, _data: object, _flags: object, code: ReasonCode, _more: object) -> None:
        if code.is_failure:
            self.trouble, self.denied = f"the broker says: {code}", True
            return
        self.connected, self.denied, self.trouble, self._pause = True, False, "", HOST["reopen_first"]
        self._joining, self._tries = True, 0

    def _parted(self, _client: object, _data: object, _flags: object, code: ReasonCode, _more: object) -> None:
        self.connected = self._joining = False
        self.trouble = self.trouble or f"connection lost: {code}"

    def _message(self, _client: object, _data: object, message: paho.MQTTMessage) -> None:
        self._arrived.append(Arrived(message.topic, bytes(message.payload), message.retain))

    def publish(self, topic: str, payload: bytes, qos: int = 1, retain: bool = False) -> bool:
        """Send as soon as the connection allows; only by the owning thread. False if too many wait: not taken."""
        asked = self._client.publish(topic, payload, qos, retain)
        if self.connected:
            self._client.loop_write()
        return asked.rc != paho.MQTT_ERR_QUEUE_SIZE

    def poll(self, timeout: float) -> list[Arrived]:
        """Do what is due and return what arrived, waiting at most `timeout` seconds for it."""
        if self._client.socket() is None:
            self._reconnect(timeout)
        else:
            self._exchange(timeout)
        if self._joining:  # not in paho's callback: a connection lost in there waits for itself forever
            self._join()
        arrived = list(self._arrived)
        self._arrived.clear()
        return arrived

    def _join(self) -> None:
        self._joining = False
        for topic in self._topics:
            self._client.subscribe(topic, qos=self._qos)
        self._on_ready()

    def _exchange(self, timeout: float) -> None:
        if self._client.want_write():  # an acknowledgement waits for the answer, to be sent with it
            self._client.loop_write()
        sock: Any = self._client.socket()
        if sock is None:  # lost in writing
            return
        ready = self._ready(sock, timeout)
        if self._bell in ready:
            self._bell.recv(4096)
        if sock in ready:
            self._read_all()
            while isinstance(sock, ssl.SSLSocket) and self.connected and sock.pending():
                self._client.loop_read()
        self._client.loop_misc()
        if not self.connected and time.monotonic() > self._join_by:
            self.cut()

    def _ready(self, sock: Any, timeout: float) -> set[Any]:
        """What may be read, of the socket and the bell, after at most `timeout` seconds."""
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._client.want_write() else 0)
        if self._selector.get_key(sock).events != wanted:
            self._selector.modify(sock, wanted)
        return {key.fileobj for key, happened in self._selector.select(timeout) if happened & selectors.EVENT_READ}

    def _read_all(self) -> None:
        """Read what has already arrived without waiting in between."""
        while len(self._arrived) < AT_ONCE:
            before = len(self._arrived)
            self._client.loop_read()
            if len(self._arrived) == before:
                return

    def rest(self, timeout: float) -> None:
        """Read nothing for at most `timeout` seconds, or until woken."""
        self._bell.settimeout(timeout)
        with contextlib.suppress(TimeoutError, BlockingIOError):
            self._bell.recv(4096)
        self._bell.setblocking(False)

    def _reconnect(self, timeout: float) -> None:
        now = time.monotonic()
        if now < self._next_try:
            self.rest(min(timeout, self._next_try - now))
            return
        self._next_try = now + self._pause
        self._pause = min(2 * self._pause, OTHER_NODE if self.address.others else HOST["reopen_most"])
        if self._tried and self.address.others:
            self._at = next(self._nodes)
            self._client.connect_async(*self._at, self._client.keepalive)
        self._tried = True
        self._tries += 1
        try:
            self._client.reconnect()
            self._join_by = time.monotonic() + self._patience
        except OSError as error:  # refused, unreachable, wrong certificate, no such host
            self.trouble = f"no broker at {self._at[0]}:{self._at[1]}: {error}"

    @property
    def _patience(self) -> float:
        """Seconds the node that was asked last may take to let us in."""
        if not self.address.others:
            return float("inf")  # there is no other one to ask
        return min(JOIN * 2.0 ** max(0, self._tries - JOIN_TRIES), JOIN_MOST)

    def wake(self) -> None:
        """End a waiting poll (any thread)."""
        with contextlib.suppress(OSError):  # it has been woken often enough, or is closed and no thread waits
            self._rope.send(b"!")

    def flush(self, seconds: float = 1.0) -> None:
        """Send what waits, for at most so many seconds."""
        until = time.monotonic() + seconds
        while self.connected and self._client.want_write() and time.monotonic() < until:
            self._exchange(0.01)

    def cut(self) -> None:
        """Lose the connection as by a pulled cable: without a DISCONNECT, so that the will is published."""
        sock = self._client.socket()
        if isinstance(sock, socket.socket):
            with contextlib.suppress(OSError):  # the other end was gone already
                sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Send what waits, disconnect and close."""
        self.flush()
        self._client.disconnect()
        self.flush()
        self._client.on_socket_close = None
        sock = self._client.socket()
        if sock is not None:
            sock.close()
        self._selector.close()
        self._bell.close()
        self._rope.close()


def _no_delay(sock: object) -> None:
    # Without it Nagle and delayed ACK make each QoS 1 round trip 40 to 90 ms.
    if isinstance(sock, socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _trust(client: paho.Client, ca: Path) -> None:
    try:
        client.tls_set(ca_certs=str(ca), tls_version=ssl.PROTOCOL_TLS_CLIENT)
    except OSError as error:
        raise NotPermitted(f"certificate file {str(ca)!r} cannot be used: {error}") from error
