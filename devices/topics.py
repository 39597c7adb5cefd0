"""The names of the MQTT contract (docs/mqtt.md)."""

from __future__ import annotations

from msgspec import Struct

LARGEST = 4096
"""Bytes of the largest payload that is looked at."""


class Status(Struct, frozen=True, gc=False):
    """Retained on `status`; the last will says `online` false."""

    online: bool


def device(table: str, id: str, leaf: str) -> str:
    """`companion/<table>/device/<id>/<leaf>`; leaf is status, snapshot, sensed or set."""
    return f"companion/{table}/device/{id}/{leaf}"


def host(table: str, name: str = "status") -> str:
    """Where the host says whether it is there."""
    return f"companion/{table}/{name}"


def parse(topic: str, table: str) -> tuple[str, str]:
    """(device id, leaf) of a device topic of this table; raises ValueError for any other."""
    parts = topic.split("/")
    if len(parts) != 5 or parts[:3] != ["companion", table, "device"]:
        raise ValueError(f"not a device topic of {table!r}: {topic!r}")
    return parts[3], parts[4]
