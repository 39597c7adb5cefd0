"""The names of the MQTT contract (docs/mqtt.md)."""

from __future__ import annotations

import re

from msgspec import Struct, field

from engine.errors import WrongInput

NAME = r"^[a-z0-9][a-z0-9_-]{0,31}$(?!\n)"
"""What a device or a table is called, a device as user of a broker too. (`$` alone lets a line end follow.)"""
NAMED = "small letters, digits, - and _, at most 32 signs, the first a letter or digit"
"""The same in words."""
TABLE = "table"
"""What a table is called where no other name is given, by the host, by a tray's settings and in the documents."""
LARGEST = 4096
"""Bytes of the largest payload that is read."""


class Status(Struct, frozen=True, gc=False, omit_defaults=True):
    """Retained on `status`; in the last will `online` is false.

    Where many tables share a connection, `house` names it: a connection has one last will, so its status counts too.
    """

    online: bool
    connection: str = field(default="", name="house")


def device(table: str, id: str, leaf: str) -> str:
    """`companion/<table>/device/<id>/<leaf>`; leaf is status, snapshot, sensed or set."""
    return f"companion/{table}/device/{id}/{leaf}"


def host(table: str, name: str = "status") -> str:
    """The topic of the host's own status."""
    return f"companion/{table}/{name}"


def parse(topic: str) -> tuple[str, str, str]:
    """(table, device id, leaf) of a device topic; raises ValueError for any other, and for odd ids."""
    parts = topic.split("/")
    if len(parts) != 5 or parts[0] != "companion" or parts[2] != "device" or not re.match(NAME, parts[3]):
        raise WrongInput(f"not a device topic: {topic!r}")
    return parts[1], parts[3], parts[4]
