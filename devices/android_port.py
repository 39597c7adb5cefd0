"""A tray on an Android tablet's USB: the port of `serial_port`, on usbserial4a.

What differs from a serial port: Android asks the player before a device is opened, a pulled cable reads as silence, and
nothing can end a waiting read. So permission is asked for once each time it is plugged in, a device that has been
silent for longer than its heartbeats allow is closed and opened anew, and a read never waits longer than one poll.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct

from devices.errors import Failed, NotPermitted, NotPresent
from devices.protocol import HOST, TABLE

READ_MS = 50
"""The longest wait of one read: usbserial4a's own 5 s for CP210x and CH340 would delay what we send."""


class Usb(Protocol):
    """The part of `usb4a.usb` and `usbserial4a.serial4a` that is used here."""

    def devices(self) -> Iterable[Any]: ...
    def permitted(self, device: Any) -> bool: ...
    def ask(self, device: Any) -> None: ...
    def open(self, name: str) -> Any: ...


class Plugged(Struct):
    """A USB device as `devices.finder` wants it listed."""

    device: str
    vid: int | None
    pid: int | None


class Android:
    """The USB of this tablet; made only on Android, where the two packages are."""

    def __init__(self) -> None:
        self._usb, self._serial = import_module("usb4a.usb"), import_module("usbserial4a.serial4a")

    def devices(self) -> Iterable[Any]:
        return [device for device in self._usb.get_usb_device_list() if device]

    def permitted(self, device: Any) -> bool:
        return bool(self._usb.has_usb_permission(device))

    def ask(self, device: Any) -> None:
        self._usb.request_usb_permission(device)

    def open(self, name: str) -> Any:
        return self._serial.get_serial_port(name, TABLE["baud"], 8, "N", 1, timeout=0, write_timeout=HOST["write"])


def on_android() -> bool:
    """Whether this runs on Android: python-for-android sets it."""
    return "ANDROID_ARGUMENT" in os.environ


class AndroidUsb:
    """All ports of a tablet: lists them for the finder, and opens one by its name; `clock` in s."""

    def __init__(self, usb: Usb, clock: Callable[[], float] = time.monotonic) -> None:
        self._usb, self._clock = usb, clock
        self._asked: set[str] = set()

    def ports(self) -> list[Plugged]:
        """What is plugged in."""
        seen = [Plugged(d.getDeviceName(), d.getVendorId(), d.getProductId()) for d in self._usb.devices()]
        self._asked &= {port.device for port in seen}  # plugged in anew, it is asked for anew
        return seen

    def port(self, name: str) -> AndroidPort:
        """An open port; raises NotPresent, NotPermitted (the player has not agreed yet) or Failed."""
        found = [device for device in self._usb.devices() if device.getDeviceName() == name]
        if not found:
            self._asked.discard(name)
            raise NotPresent(f"no USB device {name!r}")
        if not self._usb.permitted(found[0]):
            self._ask(name, found[0])
            raise NotPermitted(f"the player has not allowed {name!r} yet")
        try:
            opened = self._usb.open(name)
        except OSError as error:
            raise Failed(f"USB device {name!r} does not open: {error}") from error
        if not opened.is_open:
            raise Failed(f"USB device {name!r} does not open")
        return AndroidPort(name, opened, self._clock)

    def _ask(self, name: str, device: Any) -> None:
        """Ask only once: Android shows the player a question each time."""
        if name not in self._asked:
            self._asked.add(name)
            self._usb.ask(device)


class AndroidPort:
    """An open port; owned by one thread, only `wake` may be called from another."""

    def __init__(self, name: str, opened: Any, clock: Callable[[], float]) -> None:
        self.name = name
        self._serial, self._clock = opened, clock
        self._serial.USB_READ_TIMEOUT_MILLIS = READ_MS
        self._last_received = clock()

    def read(self) -> bytes:
        """What has arrived, waiting at most one poll; raises NotPresent when the device is silent for too long."""
        try:
            waiting = self._serial.in_waiting
            chunk = bytes(self._serial.read(waiting)) if waiting else b""
        except OSError as error:
            raise NotPresent(f"USB device {self.name!r} is gone: {error}") from error
        if chunk:
            self._last_received = self._clock()
        elif self._clock() - self._last_received > HOST["quiet"]:
            raise NotPresent(f"USB device {self.name!r} says nothing")
        return chunk

    def write(self, data: bytes) -> None:
        """Send; raises NotPresent if that fails: USB does not distinguish a full device from a pulled cable."""
        try:
            self._serial.write(data)
        except OSError as error:
            raise NotPresent(f"USB device {self.name!r} takes nothing: {error}") from error

    def wake(self) -> None:
        """Nothing to do: a read ends by itself within a poll."""

    def close(self) -> None:
        self._serial.close()


def android_usb() -> AndroidUsb:
    """The ports of this tablet; raises NotPermitted where usbserial4a is not installed."""
    try:
        return AndroidUsb(Android())
    except ImportError as error:
        raise NotPermitted(f"trays on USB need usb4a and usbserial4a: {error}") from error
