"""The doors of trays: bytes of a serial line, and what is published at a broker."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from devices import topics
from devices.firmware.wire import pack, seal
from devices.inventory import Inventory
from devices.mqtt_client import Arrived
from devices.mqtt_table import TableTrays
from devices.protocol import COINS, TABLE
from devices.topics import LARGEST
from devices.tray import Tray, Value
from devices.wired import WiredTray
from engine.sighting import Count, Sighting, Weight

ID = "tray-red"
NONCE, BOOT = 7, 99
MOST = 255 * sum(COINS)
"""Gold: no frame says more than 255 coins of each value."""
HELLO = {
    "type": "hello",
    "sequence": 1,
    "nonce": NONCE,
    "boot": BOOT,
    "device": "seat-tray",
    "firmware": [1, 2, 3],
    "id": ID,
    "capabilities": ["coins", "ledger", "buttons", "dial", "display"],
    "calibration": "good",
    "protocol": 2,
}
NUMBERS = {"u8": 3, "u16": 2, "u32": BOOT, "i8": 1, "i16": 1, "f32": 4.5}


def sample(name: str) -> dict[str, Any]:
    """A good message of a kind, in the power-up of the hello."""
    message: dict[str, Any] = {"type": name, "sequence": 2}
    for field, kind in TABLE["frame"][name]["fields"].items():
        scalar, _, count = kind.partition("*")
        if kind == "text":
            message[field] = ID
        elif kind.startswith("enum:"):
            message[field] = TABLE["enum"][kind[5:]][0]
        elif kind.startswith("flags:"):
            message[field] = TABLE["flags"][kind[6:]]
        else:
            message[field] = [NUMBERS[scalar]] * int(count) if count else NUMBERS[scalar]
    return {**message, **({"column": 1} if "column" in message else {})}


def _from_devices() -> list[dict[str, Any]]:
    return [sample(name) for name, frame in TABLE["frame"].items() if frame["kind"] < 64 and name != "hello"]


def _knows(tray: Tray) -> None:
    """The tray has asked, and a device answered."""
    tray.poll(0.0)
    tray._nonce = NONCE


def _sound(values: Iterable[Value]) -> None:
    """Nothing impossible is believed, whatever was said."""
    for value in values:
        reading = value.reading if isinstance(value, Sighting) else None
        if isinstance(reading, Weight):
            assert 0 <= reading.gold <= MOST, reading
            assert math.isfinite(reading.doubt), reading
        elif isinstance(reading, Count):
            assert all(0 <= count <= 255 for count in reading.tally.values()), reading


class Line:
    """A port on which so many bytes come, and then nothing more."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = list(chunks)

    def read(self) -> bytes:
        return self.chunks.pop(0) if self.chunks else b""

    def write(self, data: bytes) -> None: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...


def frames() -> list[bytes]:
    """One frame of each kind, and all of them after each other."""
    each = [seal(pack(message)) for message in [HELLO, *_from_devices()]]
    return [*each, b"".join(each)]


def serial(data: bytes, _folder: Path) -> None:
    """A stranger says so on a cable, and then a tray that has answered."""
    for answered in (False, True):
        tray = Tray("serial", {ID: "red"}, {}, Inventory())
        line = Line(*([seal(pack(HELLO))] if answered else []), data[:100], data[100:])
        device = WiredTray("fuzz", lambda _name, line=line: line, tray)  # type: ignore[misc]
        if answered:
            _knows(tray)
        while line.chunks:
            values = device._attempt()
            _sound(values)
            assert answered or not any(isinstance(value, Sighting) for value in values)


def payloads() -> list[bytes]:
    """A topic's last part and its payload, with a line end between."""
    said = [("sensed", message) for message in [HELLO, *_from_devices()] if message["type"] != "snapshot"]
    said += [
        ("snapshot", sample("snapshot")),
        ("status", {"online": True}),
        ("status", {"online": False, "house": "h"}),
    ]
    return [f"companion/t1/device/{ID}/{leaf}\n".encode() + json.dumps(message).encode() for leaf, message in said]


def mqtt(data: bytes, _folder: Path) -> None:
    """A payload on some topic of a broker; what does not belong there raises one of two errors, which are logged."""
    topic, _, payload = data.partition(b"\n")
    for answered in (False, True):
        tray = Tray("mqtt", {ID: "red"}, {}, Inventory())
        table = TableTrays("t1", lambda tray=tray: tray, lambda *_: None, announce=True)  # type: ignore[misc]
        if answered:
            table.receive(ID, "status", Arrived("", b'{"online": true}', True), 0.0)
            _knows(tray)
            table.receive(ID, "sensed", Arrived("", json.dumps(HELLO).encode(), False), 0.0)
        for retained in (False, True):
            try:
                if len(payload) > LARGEST:
                    return
                _, id, leaf = topics.parse(topic.decode("utf-8", "replace"))
                _sound(table.receive(id, leaf, Arrived("", payload, retained), 0.1))
            except (ValueError, msgspec.MsgspecError):
                continue
        _sound(table.poll(0.2))
