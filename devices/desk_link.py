"""A connection to the broker of a desk, in a thread of its own: no window waits for a network."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence

from devices.mqtt_client import Address, Arrived, MqttClient

MOST_UNREAD = 2000
"""So many messages wait here for who reads them; more stay at the broker until then."""
PAUSE = 1.0
"""Seconds the thread waits for the network before it looks after the connection; it is woken to send."""
BREATH = 0.25
"""Seconds it reads nothing where too many messages wait here."""


class DeskLink:
    """Messages out by `send`, in by `arrived`; reconnects by itself. `joined` counts the connections there have been.

    `will` is (topic, payload), retained, published by the broker when this side is gone; `qos` that of all messages,
    of which some are sent at another one.
    """

    def __init__(
        self, address: Address, name: str, topics: Sequence[str], will: tuple[str, bytes], *, qos: int = 1
    ) -> None:
        self.joined = 0
        self._out: deque[tuple[str, bytes, bool, int]] = deque()
        self._in: deque[Arrived] = deque()
        self._news = threading.Event()
        self._closing = False
        self._qos = qos
        self._client = MqttClient(address, name, topics, will, self._count, qos=qos)
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._thread.start()

    @property
    def connected(self) -> bool:
        """Is there a connection just now?"""
        return self._client.connected

    @property
    def trouble(self) -> str:
        """Why there is no connection; empty while there is one."""
        return "" if self._client.connected else self._client.trouble

    def send(self, topic: str, payload: bytes, retain: bool = False, qos: int | None = None) -> None:
        """Publish (any thread)."""
        self._out.append((topic, payload, retain, self._qos if qos is None else qos))
        self._client.wake()

    def arrived(self) -> list[Arrived]:
        """What has come since; never waits."""
        self._news.clear()
        full = len(self._in) >= MOST_UNREAD
        found: list[Arrived] = []
        while self._in:
            found.append(self._in.popleft())
        if full:  # the thread reads on
            self._client.wake()
        return found

    def kept(self) -> None:
        """What `arrived` returned is kept: a table sends again what is not, so its broker needs no word."""

    def wait(self, seconds: float) -> None:
        """Return when something has arrived, when `wake` is called, or after so many seconds."""
        self._news.wait(seconds)

    def wake(self) -> None:
        """End a `wait` (any thread)."""
        self._news.set()

    def close(self, last: Mapping[str, bytes] | None = None) -> None:
        """Publish these last retained messages and disconnect; may be called twice."""
        if self._closing:
            return
        for topic, payload in (last or {}).items():
            self.send(topic, payload, True)
        self._closing = True
        self._client.wake()
        self._thread.join()

    def _count(self) -> None:
        self.joined += 1
        self._news.set()

    def _run(self) -> None:
        while not self._closing:
            self._exchange()
        if self._client.connected:
            self._publish()
        self._client.close()

    def _exchange(self) -> None:
        full = len(self._in) >= MOST_UNREAD
        found = [] if full else self._client.poll(PAUSE)
        if full:
            self._client.rest(BREATH)
        if found:
            self._in.extend(found)
            self._news.set()
        self._publish()

    def _publish(self) -> None:
        while self._out:
            topic, payload, retain, qos = self._out[0]
            if not self._client.publish(topic, payload, qos, retain) and self._client.connected:
                return  # goes on when the broker has acknowledged some
            self._out.popleft()
