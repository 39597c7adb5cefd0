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
from engine.errors import WrongInput

log = logging.getLogger("devices")
ONLINE, OFFLINE = msgspec.json.encode(Status(True)), msgspec.json.encode(Status(False))
LEAVES = ("status", "snapshot", "sensed")
TableValue = tuple[str, Value]
"""A table's name and a value from one of its trays."""


class Connection:
    """Validates what trays publish and publishes their commands; `presence` is the topic of the host's own status.

    A bad payload is dropped with one line in the log.
    """

    def __init__(
        self, address: Address, name: str, presence: str, watched: Sequence[str], ready: Callable[[], None]
    ) -> None:
        self.name = f"{address.host}:{address.port}/{name}"
        self.tables: dict[str, TableTrays] = {}
        self._presence, self._ready = presence, ready
        self._was_connected = False
        self._woken = threading.Event()
        self._next_poll = 0.0
        self._client = MqttClient(address, f"companion-{name}", watched, (presence, OFFLINE), self._joined)

    @property
    def trouble(self) -> str:
        """Why there is no broker, or an empty string."""
        return self._client.trouble

    def _joined(self) -> None:
        self.publish(self._presence, ONLINE, True)
        self._ready()

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        """Publish a message; only by the owning thread."""
        self._client.publish(topic, payload, retain=retain)

    def read(self, timeout: float) -> list[TableValue]:
        """The values from the trays; waits at most `timeout` seconds, or until woken."""
        arrived = self._client.poll(min(timeout, HOST["poll"]))
        at = time.monotonic()
        values = [value for message in arrived for value in self._take(message, at)]
        if self._was_connected and not self._client.connected:
            log.warning("%s: %s", self.name, self.trouble)
            values += [(name, value) for name, table in self.tables.items() for value in table.all_lost(at)]
        self._was_connected = self._client.connected
        if self._woken.is_set() or at >= self._next_poll:
            self._woken.clear()
            self._next_poll = at + HOST["poll"]
            values += [(name, value) for name, table in self.tables.items() for value in table.poll(at)]
        return values

    def _take(self, message: Arrived, at: float) -> list[TableValue]:
        try:
            if len(message.payload) > LARGEST:
                raise WrongInput(f"{len(message.payload)} bytes")
            if message.topic == home_assistant.STATUS:
                for table in self.tables.values():
                    table.announce_again()
                return []
            return self._receive(message, at)
        except (ValueError, msgspec.MsgspecError) as error:
            log.warning("dropped from %s: %s", message.topic[:80], str(error)[:200])
            return []

    def _receive(self, message: Arrived, at: float) -> list[TableValue]:
        name, id, leaf = topics.parse(message.topic)
        table = self.tables.get(name)
        if table is None:  # a table of another host
            return []
        return [(name, value) for value in table.receive(id, leaf, message, at)]

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._woken.set()
        self._client.wake()

    def close(self, retained: Mapping[str, bytes]) -> None:
        """Publish these last retained messages, topic → payload, and disconnect."""
        if self._client.connected:
            for topic, payload in retained.items():
                self.publish(topic, payload, True)
        self._client.close()


class MqttTrays:
    """A device like a wired tray – `read(timeout)` and `close()` – but for every tray of one table.

    `make` and `announce` are those of `TableTrays`.
    `name` is the last part of the topic of the host's status; a visitor such as the doctor uses another.
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
        """The trays by id."""
        return self._table.trays

    @property
    def trouble(self) -> str:
        """Why there is no broker, or an empty string."""
        return self._connection.trouble

    def read(self, timeout: float) -> list[Value]:
        """The values from the trays; waits at most `timeout` seconds, or until woken."""
        return [value for _, value in self._connection.read(timeout)]

    def forget(self, id: str) -> None:
        """Have Home Assistant forget a tray too (any thread); it comes back when it reports again."""
        self._table.forget(id)
        self.wake()

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._connection.wake()

    def close(self) -> None:
        """Report offline and disconnect; by the thread that reads, or after it has ended."""
        self._connection.close({self._presence: OFFLINE})


def forget(address: Address, table: str, id: str, seconds: float = 5.0) -> None:
    """Have a broker drop all it retains of a tray, and Home Assistant the tray; it comes back when it reports again.

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
    """A single table publishes nothing but its own status when it connects."""
