"""What watches a real table: the file `devices.toml` of the data folder."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

WIRING = "devices.toml"


class Broker(Struct, frozen=True, forbid_unknown_fields=True):
    """The broker trays join; `table` tells this table's from others'."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    table: str = "table"


class Wiring(Struct, frozen=True, forbid_unknown_fields=True):
    """What watches the real table: a camera's address or number, serial ports, a broker, whose tray is which.

    Trays on USB are found by themselves; `trays` maps a tray's id to the seat's number at the table, from 1.
    """

    camera: str = ""
    serial: tuple[str, ...] = ()
    broker: Broker | None = None
    trays: dict[str, int] = {}


def read_wiring(folder: Path) -> Wiring:
    """The devices of this folder's `devices.toml`; `ValueError` names the file and what does not fit."""
    path = folder / WIRING
    if not path.exists():
        return Wiring()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Wiring)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{WIRING}: {error}") from error
