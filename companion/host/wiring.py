"""What watches a table: camera, serial ports, broker. A real table's stand in `devices.toml` of the data folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from devices.topics import NAME, NAMED, TABLE
from engine.errors import WrongFile, WrongInput
from engine.files import read_toml
from vision.camera.address import read_address

if TYPE_CHECKING:
    from devices.mqtt_client import Address

WIRING = "devices.toml"
_UNKNOWN = re.compile(r"Object contains unknown field (.+)")
_UNLIKE = re.compile(r"Expected (.+), got (.+)")
_KINDS = {"str": 'text in quotes "…"', "int": "a whole number", "float": "a number", "bool": "true or false"}
_KINDS |= {"array": "a list […]", "object": "a section", "null": "nothing"}


class Broker(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The broker trays join; `table` tells this table's from others'.

    `ca` is the file of the authority that signed its certificate, in the data folder or with its whole path: with one
    the broker is reached by TLS. With `home_assistant` the trays are announced to it.
    """

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    table: str = TABLE
    ca: str = ""
    home_assistant: bool = False

    @property
    def address(self) -> Address:
        """Where devices find it."""
        from devices.mqtt_client import Address  # a table without a broker need not load it

        return Address(
            host=self.host,
            port=self.port,
            user=self.user,
            password=self.password,
            ca=Path(self.ca) if self.ca else None,
        )


class Wiring(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What watches a table: a camera's address or number, serial ports, a broker, whose tray is which.

    With `usb` trays on USB are found by themselves; `trays` maps a tray's id to the seat's number at the table, from 1.
    `desk` is the address of a club's desk, which then sees all of every game, with `desk_pictures` also a picture of
    the mat at each challenge.
    """

    camera: str = ""
    serial: tuple[str, ...] = ()
    broker: Broker | None = None
    trays: dict[str, int] = {}
    usb: bool = True
    desk: str = ""
    desk_pictures: bool = False


def read_wiring(folder: Path) -> Wiring:
    """The devices of this folder's `devices.toml`; `ValueError` names the file and what does not fit."""
    path = folder / WIRING
    if not path.exists():
        return Wiring()
    try:
        wiring = msgspec.convert(read_toml(path), Wiring)
        read_address(wiring.camera)
        _check_names(wiring)
    except msgspec.ValidationError as error:
        raise WrongFile(f"{WIRING}: {_where(str(error))}") from error
    except WrongFile:
        raise
    except ValueError as error:
        raise WrongFile(f"{WIRING}: {error}") from error
    return _with_authority(wiring, folder)


def _check_names(wiring: Wiring) -> None:
    """`ValueError` for a tray or a table that no broker and no tray could be called so."""
    named = [("trays", tray) for tray in wiring.trays]
    named += [("broker.table", wiring.broker.table)] if wiring.broker else []
    for key, name in named:
        if not re.match(NAME, name):
            raise WrongInput(f"{key}: {name!r} is no name: {NAMED}")


def _where(trouble: str) -> str:
    """msgspec's words as a person looks for it in the file: "broker.port: a whole number is expected, not text"."""
    what, _, place = trouble.replace("`", "").partition(" - at $")
    place = place.removeprefix(".")
    if unknown := _UNKNOWN.fullmatch(what):
        return f"there is no setting {'.'.join(filter(None, (place, unknown[1])))!r}"
    if unlike := _UNLIKE.fullmatch(what):
        wanted, got = (" or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | ")) for kinds in unlike.groups())
        what = f"{wanted} is expected, not {got}"
    return f"{place}: {what}" if place else what


def _with_authority(wiring: Wiring, folder: Path) -> Wiring:
    """The broker's authority by its whole path; `ValueError` when there is no such file, or no certificate in it."""
    if wiring.broker is None or not wiring.broker.ca:
        return wiring
    import ssl  # only a broker reached by TLS needs it

    ca = folder / wiring.broker.ca
    if not ca.is_file():
        raise WrongFile(f"{WIRING}: broker.ca: no file {str(ca)!r}")
    try:
        ssl.create_default_context(cafile=ca)
    except (ssl.SSLError, OSError) as error:
        raise WrongFile(f"{WIRING}: broker.ca: {str(ca)!r} is no certificate of an authority (PEM)") from error
    return replace(wiring, broker=replace(wiring.broker, ca=str(ca)))
