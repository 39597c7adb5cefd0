"""The trays of one table at a broker: passes messages to and from each tray, and knows which are online."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

import msgspec

from devices import home_assistant, topics
from devices.message import Hello, Snapshot, from_json, to_json
from devices.mqtt_client import Arrived
from devices.topics import Status
from devices.tray import Tray, Value
from engine.errors import WrongInput

_status = msgspec.json.Decoder(Status)

Publish = Callable[[str, bytes, bool], None]
"""(topic, payload, retained)."""


class TableTrays:
    """The trays of a table; one is there while its retained status is online and its heartbeats arrive.

    `make` returns a tray for each device that reports. `announce` tells Home Assistant of them, as trays of the shared
    `connection` if one is named. Owned by the connection's thread; only `forget` may be called by any thread.
    """

    def __init__(
        self, table: str, make: Callable[[], Tray], publish: Publish, announce: bool = False, connection: str = ""
    ) -> None:
        self.trays: dict[str, Tray] = {}
        self._table, self._shared, self._make, self._publish = table, connection, make, publish
        self._online: set[str] = set()
        self._announced: dict[str, bytes] | None = {} if announce else None
        self._forgotten: SimpleQueue[str] = SimpleQueue()

    def receive(self, id: str, leaf: str, message: Arrived, at: float) -> list[Value]:
        """What a message of device `id` means; raises ValueError or MsgspecError for one outside the contract."""
        return self._status(id, message, at) if leaf == "status" else self._sensed(id, leaf, message, at)

    def _status(self, id: str, message: Arrived, at: float) -> list[Value]:
        online = _status.decode(message.payload).online if message.payload else False
        if online:
            self._online.add(id)
            return self._poll(id, at)
        self._online.discard(id)
        return self.trays[id].lost(at, "switched off or out of reach") if id in self.trays else []

    def _tray(self, id: str) -> Tray:
        if id not in self.trays:
            self.trays[id] = self._make()
        return self.trays[id]

    def _sensed(self, id: str, leaf: str, message: Arrived, at: float) -> list[Value]:
        if leaf == "snapshot" and not message.payload:  # it was forgotten
            return []
        sensed = from_json(message.payload)
        if isinstance(sensed, Hello) and sensed.id != id:
            raise WrongInput(f"{sensed.id!r} speaks on the topic of {id!r}")
        if (leaf == "snapshot") != isinstance(sensed, Snapshot) or (message.retained and leaf == "sensed"):
            raise WrongInput(f"a {type(sensed).__name__.lower()} does not belong here")
        tray = self._tray(id)
        if not message.retained:  # a tray that sends is there, even if its status got lost
            self._online.add(id)
        values = tray.receive(sensed, at)
        self._send(id, tray)
        return values

    def poll(self, at: float) -> list[Value]:
        """What is due at a time (s): values of every tray, lost ones too; commands and announcements are published."""
        values = self._remove(at)
        for id in self._online.copy():
            values += self._poll(id, at)
        return values

    def _poll(self, id: str, at: float) -> list[Value]:
        tray = self._tray(id)
        values = tray.poll(at)
        self._send(id, tray)
        if self._announced is not None and tray.card.state == "there":
            self._announce(id, tray, self._announced)
        return values

    def _send(self, id: str, tray: Tray) -> None:
        if not tray.outgoing:
            return
        outgoing, tray.outgoing = tray.outgoing, []
        for message in outgoing:
            self._publish(topics.device(self._table, id, "set"), to_json(message), False)

    def _announce(self, id: str, tray: Tray, announced: dict[str, bytes]) -> None:
        """Tell Home Assistant of a tray that was identified, once, or again when it has changed."""
        announcement = home_assistant.announcement(self._table, tray.card, self._shared)
        if announcement and announced.get(id) != announcement:
            announced[id] = announcement
            self._publish(home_assistant.topic(self._table, id), announcement, True)

    def announce_again(self) -> None:
        """Announce every tray anew: Home Assistant has come online."""
        if self._announced:
            self._announced = {}

    def forget(self, id: str) -> None:
        """Have Home Assistant forget a tray too (any thread); it comes back when it reports again."""
        self._forgotten.put(id)

    def _remove(self, at: float) -> list[Value]:
        values = []
        while not self._forgotten.empty():
            id = self._forgotten.get()
            self._online.discard(id)
            values += self.trays.pop(id).lost(at, "forgotten") if id in self.trays else []
            if self._announced is not None:
                self._announced.pop(id, None)
                self._publish(home_assistant.topic(self._table, id), b"", True)
        return values

    def all_lost(self, at: float) -> list[Value]:
        """The trays lost with the broker."""
        self._online.clear()
        return [value for tray in self.trays.values() for value in tray.lost(at, "the broker is gone")]
