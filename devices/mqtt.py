"""All trays of a table behind one broker: validates what they publish, tells them what they may show."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

import msgspec

from devices import home_assistant, topics
from devices.message import Hello, Snapshot, from_json, to_json
from devices.mqtt_client import Address, Arrived, MqttClient
from devices.protocol import HOST
from devices.topics import LARGEST, Status
from devices.tray import Tray, Value

log = logging.getLogger("devices")
_status = msgspec.json.Decoder(Status)
ONLINE, OFFLINE = msgspec.json.encode(Status(True)), msgspec.json.encode(Status(False))


class MqttTrays:
    """A device like a wired tray – `read(timeout)` and `close()` – but for every tray of one table.

    A tray is there while its retained status says online and its heartbeats come. `announce` also tells Home Assistant.
    `make` gives a tray for each that speaks.
    `name` is where the host says that it is there; one that only looks says it elsewhere.
    """

    def __init__(
        self,
        address: Address,
        table: str,
        make: Callable[[], Tray],
        announce: bool = False,
        name: str = "status",
    ) -> None:
        self.name = f"{address.host}:{address.port}/{table}"
        self.retired = False
        self.trays: dict[str, Tray] = {}
        self._table, self._make = table, make
        self._online: set[str] = set()
        self._announced: dict[str, bytes] | None = {} if announce else None
        self._forgotten: SimpleQueue[str] = SimpleQueue()
        self._was_connected = False
        self._stirred = threading.Event()
        self._look_again = 0.0
        watched = [topics.device(table, "+", leaf) for leaf in ("status", "snapshot", "sensed")]
        watched += [home_assistant.STATUS] if announce else []
        self._presence = topics.host(table, name)
        will = (self._presence, OFFLINE)
        self._client = MqttClient(address, f"companion-{table}-{name}", watched, will, self._ready)

    @property
    def trouble(self) -> str:
        """Why there is no broker, or nothing."""
        return self._client.trouble

    def _ready(self) -> None:
        self._client.publish(self._presence, ONLINE, retain=True)

    def read(self, timeout: float) -> list[Value]:
        """What the trays gave; waits at most `timeout` seconds, or until woken."""
        arrived = self._client.poll(min(timeout, HOST["tick"]))
        at = time.monotonic()
        values = [value for message in arrived for value in self._take(message, at)]
        if self._was_connected and not self._client.connected:
            values += self._all_lost(at)
        self._was_connected = self._client.connected
        if self._stirred.is_set() or at >= self._look_again:
            values += self._look_after_all(at)
        return values

    def _look_after_all(self, at: float) -> list[Value]:
        self._stirred.clear()
        self._look_again = at + HOST["tick"]
        values = self._remove(at)
        for id in self._online.copy():
            values += self.trays[id].tick(at)
            self._tell(id)
            self._announce(id)
        return values

    def _announce(self, id: str) -> None:
        """Tell Home Assistant of a tray that was identified, once, or again when it has changed."""
        card = self.trays[id].card
        if self._announced is None or card.state != "there":
            return
        announcement = home_assistant.announcement(self._table, card)
        if self._announced.get(id) != announcement:
            self._announced[id] = announcement
            self._client.publish(home_assistant.topic(self._table, id), announcement, retain=True)

    def forget(self, id: str) -> None:
        """Have Home Assistant forget a tray too (any thread); it comes back when it speaks again."""
        self._forgotten.put(id)
        self.wake()

    def _remove(self, at: float) -> list[Value]:
        values = []
        while not self._forgotten.empty():
            id = self._forgotten.get()
            self._online.discard(id)
            values += self.trays.pop(id).lost(at, "forgotten") if id in self.trays else []
            if self._announced is not None and self._announced.pop(id, b""):
                self._client.publish(home_assistant.topic(self._table, id), b"", retain=True)
        return values

    def _all_lost(self, at: float) -> list[Value]:
        self._online.clear()
        log.warning("%s: %s", self.name, self.trouble)
        return [value for tray in self.trays.values() for value in tray.lost(at, "the broker is gone")]

    def _take(self, message: Arrived, at: float) -> list[Value]:
        """A bad payload is dropped with one line in the log, and nothing else happens."""
        try:
            if len(message.payload) > LARGEST:
                raise ValueError(f"{len(message.payload)} bytes")
            if message.topic == home_assistant.STATUS:
                return self._again()
            id, leaf = topics.parse(message.topic, self._table)
            return self._status(id, message, at) if leaf == "status" else self._said(id, leaf, message, at)
        except (ValueError, msgspec.MsgspecError) as error:
            log.warning("dropped from %s: %s", message.topic[:80], str(error)[:200])
            return []

    def _again(self) -> list[Value]:
        """Home Assistant has come online: it wants to hear of everything anew."""
        if self._announced:
            self._announced = {}
        return []

    def _status(self, id: str, message: Arrived, at: float) -> list[Value]:
        online = _status.decode(message.payload).online if message.payload else False
        if online:
            self._tray(id)
            self._online.add(id)
            self._look_again = at
            return []
        self._online.discard(id)
        return self.trays[id].lost(at, "switched off or out of reach") if id in self.trays else []

    def _tray(self, id: str) -> Tray:
        if id not in self.trays:
            self.trays[id] = self._make()
        return self.trays[id]

    def _said(self, id: str, leaf: str, message: Arrived, at: float) -> list[Value]:
        said = from_json(message.payload)
        if isinstance(said, Hello) and said.id != id:
            raise ValueError(f"{said.id!r} speaks on the topic of {id!r}")
        if (leaf == "snapshot") != isinstance(said, Snapshot) or (message.retained and leaf == "sensed"):
            raise ValueError(f"a {type(said).__name__.lower()} does not belong here")
        tray = self._tray(id)
        if not message.retained:  # who speaks is there, even if its status got lost
            self._online.add(id)
        values = tray.hear(said, at)
        self._tell(id)
        return values

    def _tell(self, id: str) -> None:
        tray = self.trays[id]
        outgoing, tray.outgoing = tray.outgoing, []
        for message in outgoing:
            self._client.publish(topics.device(self._table, id, "set"), to_json(message))

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        self._stirred.set()
        self._client.wake()

    def close(self) -> None:
        """Say good-bye to the broker; by the thread that reads, or after it has ended."""
        if self._client.connected:
            self._client.publish(self._presence, OFFLINE, retain=True)
        self._client.close()
