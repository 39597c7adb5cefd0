"""Devices chosen in the app: what is found on this machine, and `devices.toml` changed one setting at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import tomlkit
from msgspec import Struct

from companion.host.wiring import WIRING, Wiring, read_wiring
from devices.android_port import on_android
from devices.finder import BOARDS, Listed, ports
from engine.errors import WrongFile, WrongInput
from engine.files import write_whole
from vision.camera.tablet import BACK

VIDEO = Path("/sys/class/video4linux")
"""Where Linux tells of its cameras; one camera may have several entries, and the first gives the pictures."""
BROKER = ("host", "port", "user", "password", "table")
MOST_PORT = 65535


class FoundCamera(Struct, frozen=True):
    """A camera of this machine: the address that names it, and what it calls itself."""

    address: str
    name: str


class FoundPort(Struct, frozen=True):
    """A serial port, and the board that is known to be in it; nothing where that is not known."""

    port: str
    board: str


def found_cameras(root: Path = VIDEO) -> list[FoundCamera]:
    """The cameras that are plugged in, in the order of their numbers; the lister's own entries are left out.

    On an Android tablet its own, which has no name.
    """
    if on_android():
        return [FoundCamera(BACK, "")]
    numbered = sorted(root.glob("video*"), key=lambda path: int(path.name.removeprefix("video") or 0))
    first = [path for path in numbered if _read(path / "index") in ("", "0")]
    return [FoundCamera(path.name.removeprefix("video"), _read(path / "name") or path.name) for path in first]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def found_ports(lister: Callable[[], Iterable[Listed]] = ports) -> list[FoundPort]:
    """The serial ports in which something is plugged: those that name their maker."""
    listed = sorted((port for port in lister() if port.vid is not None), key=lambda port: port.device)
    return [FoundPort(port.device, BOARDS.get((port.vid or 0, port.pid or 0), "")) for port in listed]


def rewire(folder: Path, key: str, value: str) -> Wiring:
    """Write one setting into `devices.toml`, and read it again; what does not fit changes nothing.

    `camera` takes an address, or nothing for none; `serial` takes a port in or out; `usb` turns the search for trays
    on or off; `broker` ends it; `broker.host` and the like set it up. `WrongInput` naming the setting, `OSError`.
    """
    path = folder / WIRING
    before = path.read_bytes() if path.exists() else None
    devices = _parsed(before or b"")
    _change(devices, key, value.strip())
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, tomlkit.dumps(devices).encode())
    try:
        return read_wiring(folder)
    except WrongFile:
        if before is None:
            path.unlink()
        else:
            write_whole(path, before)
        raise


def _parsed(data: bytes) -> Any:
    try:
        return tomlkit.parse(data.decode())
    except ValueError as error:
        raise WrongFile(f"{WIRING}: no TOML: {error}") from error


def _change(devices: Any, key: str, value: str) -> None:
    section, _dot, name = key.partition(".")
    if key == "camera":
        _set(devices, "camera", value)
    elif key == "serial":
        there = [str(port) for port in devices.get("serial", ())]
        devices["serial"] = [port for port in there if port != value] if value in there else [*there, value]
    elif key == "usb":
        devices["usb"] = not devices.get("usb", True)
    elif key == "broker":
        devices.pop("broker", None)
    elif section == "broker" and name in BROKER:
        _broker(devices, name, value)
    else:
        raise WrongInput(f"{WIRING}: there is no setting {key!r}")


def _broker(devices: Any, name: str, value: str) -> None:
    if name == "port" and value and not (value.isdecimal() and 0 < int(value) <= MOST_PORT):
        raise WrongInput(f"broker.port: {value!r} is no number from 1 to {MOST_PORT}")
    if "broker" not in devices:
        if name != "host":
            raise WrongInput("broker.host: first say where the broker is")
        devices["broker"] = tomlkit.table()
    _set(devices["broker"], name, int(value) if name == "port" and value else value)
    if not devices["broker"].get("host"):
        devices.pop("broker")


def _set(table: Any, name: str, value: object) -> None:
    """Set a value; an empty one is taken out."""
    if value == "":
        table.pop(name, None)
    else:
        table[name] = value
