"""The connections to a broker: one for a table of its own, or one that many tables share."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from devices import home_assistant, topics
from devices.errors import NotPresent
from devices.mqtt_client import Address, Arrived, MqttClient
from devices.mqtt_table import TableTrays
from devices.protocol import HOST
from devices.topics import LARGEST, Status
from devices.tray import Tray, Value

log = logging.getLogger("devices")
ONLINE, OFFLINE = msgspec.json.encode(Status(True)), msgspec.json.encode(Status(False))
LEAVES = ("status", "snapshot", "sensed")
Told = tuple[str, Value]
"""A table's name and what one of its trays gave."""


class Connection:
    """Validates what trays publish, tells them what they may show; `presence` is the topic of the host's own status.

    A bad payload is dropped with one line in the log, and nothing else happens.
    """

    def __init__(
        self, address: Address, name: str, presence: str, watched: Sequence[str], ready: Callable[[], None]
    ) -> None:
        self.name = f"{address.host}:{address.port}/{name}"
        self.tables: dict[str, TableTrays] = {}
        self._presence, self._ready = presence, ready
        self._was_connected = False
        self._stirred = threading.Event()
        self._look_again = 0.0
        self._client = MqttClient(address, f"companion-{name}", watched, (presence, OFFLINE), self._joined)

    @property
    def trouble(self) -> str:
        """Why there is no broker, or nothing."""
        return self._client.trouble

    def _joined(self) -> None:
        self.publish(self._presence, ONLINE, True)
        self._ready()

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        """By the owning thread only."""
        self._client.publish(topic, payload, retain=retain)

    def read(self, timeout: float) -> list[Told]:
        """What the trays gave; waits at most `timeout` seconds, or until woken."""
        arrived = self._client.poll(min(timeout, HOST["tick"]))
        at = time.monotonic()
        told = [value for message in arrived for value in self._take(message, at)]
        if self._was_connected and not self._client.connected:
            log.warning("%s: %s", self.name, self.trouble)
            told += [(name, value) for name, table in self.tables.items() for value in table.all_lost(at)]
        self._was_connected = self._client.connected
        if self._stirred.is_set() or at >= self._look_again:
            self._stirred.clear()
            self._look_again = at + HOST["tick"]
            told += [(name, value) for name, table in self.tables.items() for value in table.look_after(at)]
        return told

    def _take(self, message: Arrived, at: float) -> list[Told]:
        try:
            if len(message.payload) > LARGEST:
                raise ValueError(f"{len(message.payload)} bytes")
            if message.topic == home_assistant.STATUS:
                for table in self.tables.values():
                    table.announce_again()
                return []
            return self._hear(message, at)
        except (ValueError, msgspec.MsgspecError) as error:
            log.warning("dropped from %s: %s", message.topic[:80], str(error)[:200])
            return []

    def _hear(self, message: Arrived, at: float) -> list[Told]:
        name, id, leaf = topics.parse(message.topic)
        table = self.tables.get(name)
        if table is None:  # a table of another host
            return []
        return [(name, value) for value in table.hear(id, leaf, message, at)]

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._stirred.set()
        self._client.wake()

    def close(self, said: Mapping[str, bytes]) -> None:
        """Say good-bye to the broker with these retained words, topic → payload."""
        if self._client.connected:
            for topic, payload in said.items():
                self.publish(topic, payload, True)
        self._client.close()


class MqttTrays:
    """A device like a wired tray – `read(timeout)` and `close()` – but for every tray of one table.

    `make` and `announce` are those of `TableTrays`.
    `name` is where the host says that it is there; one that only looks says it elsewhere.
    """

    def __init__(
        self, address: Address, table: str, make: Callable[[], Tray], announce: bool = False, name: str = "status"
    ) -> None:
        self.retired = False
        watched = [topics.device(table, "+", leaf) for leaf in LEAVES]
        watched += [home_assistant.STATUS] if announce else []
        self._presence = topics.host(table, name)
        self._connection = Connection(address, f"{table}-{name}", self._presence, watched, _nothing)
        self._table = TableTrays(table, make, self._connection.publish, announce)
        self._connection.tables[table] = self._table
        self.name = f"{address.host}:{address.port}/{table}"

    @property
    def trays(self) -> dict[str, Tray]:
        """By id."""
        return self._table.trays

    @property
    def trouble(self) -> str:
        """Why there is no broker, or nothing."""
        return self._connection.trouble

    def read(self, timeout: float) -> list[Value]:
        """What the trays gave; waits at most `timeout` seconds, or until woken."""
        return [value for _, value in self._connection.read(timeout)]

    def forget(self, id: str) -> None:
        """Have Home Assistant forget a tray too (any thread); it comes back when it speaks again."""
        self._table.forget(id)
        self.wake()

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._connection.wake()

    def close(self) -> None:
        """Say good-bye to the broker; by the thread that reads, or after it has ended."""
        self._connection.close({self._presence: OFFLINE})


def forget(address: Address, table: str, id: str, seconds: float = 5.0) -> None:
    """Have a broker drop all it keeps of a tray, and Home Assistant the tray; it comes back when it speaks again.

    Raises NotPresent when the broker cannot be reached within so many seconds.
    """
    kept = [topics.device(table, id, leaf) for leaf in ("status", "snapshot")] + [home_assistant.topic(table, id)]
    client = MqttClient(address, f"forget-{id}", [], (kept[0], b""), _nothing)
    until = time.monotonic() + seconds
    while not client.connected and time.monotonic() < until:
        client.poll(0.05)
    if not client.connected:
        trouble = client.trouble
        client.close()
        raise NotPresent(trouble)
    for topic in kept:
        client.publish(topic, b"", retain=True)
    client.close()


def _nothing() -> None:
    """Its own status is all a single table says when it joins."""
