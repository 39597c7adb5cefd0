"""An Android tablet as far as usbserial4a sees it: its USB manager, with a pty behind each device."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

IN, OUT, BULK, INTERRUPT, COMM, DATA = 0x80, 0, 2, 3, 2, 10
LOST = -1


class Endpoint:
    """Of a communication device: the interrupt one, bulk in, bulk out."""

    def __init__(self, direction: int, kind: int) -> None:
        self.getDirection, self.getType = lambda: direction, lambda: kind


class Interface:
    """One with its endpoints."""

    def __init__(self, kind: int, *endpoints: Endpoint) -> None:
        self.getInterfaceClass, self.getEndpointCount = lambda: kind, lambda: len(endpoints)
        self.getEndpoint = endpoints.__getitem__


class Device:
    """A tray on the tablet's USB whose other end is the pty `port`; Espressif's own USB."""

    vid, pid = 0x303A, 0x1001

    def __init__(self, name: str, port: str) -> None:
        self.name, self.port = name, port
        control = Interface(COMM, Endpoint(IN, INTERRUPT))
        self._interfaces = (control, Interface(DATA, Endpoint(IN, BULK), Endpoint(OUT, BULK)))
        self.getDeviceName, self.getVendorId, self.getProductId = lambda: name, lambda: self.vid, lambda: self.pid
        self.getInterfaceCount, self.getInterface = lambda: 2, self._interfaces.__getitem__


class Connection:
    """What `openDevice` gives: bulk transfers; a pulled cable reads as silence, as on a tablet."""

    def __init__(self, device: Device, tablet: Tablet) -> None:
        self._device, self._tablet = device, tablet
        self._file = os.open(device.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def claimInterface(self, _interface: Interface, _force: bool) -> bool:
        return True

    def controlTransfer(self, *_: object) -> int:
        return 0

    def bulkTransfer(self, endpoint: Endpoint, buffer: bytearray, length: int, timeout_ms: int) -> int:
        self._tablet.longest_ms = max(self._tablet.longest_ms, timeout_ms if endpoint.getDirection() else 0)
        if self._device not in self._tablet.plugged:
            select.select([], [], [], min(timeout_ms, 50) / 1000)
            return LOST
        return self._read(buffer, length, timeout_ms) if endpoint.getDirection() else os.write(self._file, buffer)

    def _read(self, buffer: bytearray, length: int, timeout_ms: int) -> int:
        if not select.select([self._file], [], [], timeout_ms / 1000)[0]:
            return LOST
        chunk = os.read(self._file, length)
        buffer[: len(chunk)] = chunk
        return len(chunk)

    def close(self) -> None:
        os.close(self._file)


class Tablet:
    """The module `usb4a.usb`: what is plugged in, and what the player has allowed or been asked."""

    def __init__(self) -> None:
        self.plugged: list[Device] = []
        self.allowed: set[str] = set()
        self.asked: list[str] = []
        self.longest_ms = 0

    def module(self) -> ModuleType:
        """As usbserial4a imports it."""
        usb: Any = ModuleType("usb4a.usb")
        usb.USBError = OSError
        usb.UsbConstants = type("UsbConstants", (), CONSTANTS)
        for number, recipient in enumerate(("DEVICE", "INTERFACE", "ENDPOINT", "OTHER")):
            setattr(usb, f"USB_RECIPIENT_{recipient}", number)
        usb.build_usb_control_request_type = lambda direction, kind, recipient: direction | kind | recipient
        usb.get_usb_device_list = lambda: list(self.plugged)
        usb.get_usb_device = lambda name: next((d for d in self.plugged if d.name == name), None)
        usb.has_usb_permission = lambda device: device.name in self.allowed
        usb.request_usb_permission = lambda device: self.asked.append(device.name)
        usb.get_usb_manager = lambda: self
        return usb

    def openDevice(self, device: Device) -> Connection:
        return Connection(device, self)


CONSTANTS = {
    "USB_DIR_IN": IN,
    "USB_DIR_OUT": OUT,
    "USB_ENDPOINT_XFER_BULK": BULK,
    "USB_ENDPOINT_XFER_INT": INTERRUPT,
    "USB_CLASS_COMM": COMM,
    "USB_CLASS_CDC_DATA": DATA,
    "USB_TYPE_CLASS": 0x20,
    "USB_TYPE_VENDOR": 0x40,
    "USB_TYPE_STANDARD": 0,
}


@contextmanager
def tablet() -> Iterator[Tablet]:
    """While it is there, `import usb4a` and usbserial4a find it."""
    before = {name: module for name, module in sys.modules.items() if name.startswith(("usb4a", "usbserial4a"))}
    here = Tablet()
    package: Any = ModuleType("usb4a")
    package.usb = here.module()
    for name in before:
        del sys.modules[name]
    sys.modules |= {"usb4a": package, "usb4a.usb": package.usb}
    try:
        yield here
    finally:
        for name in [name for name in sys.modules if name.startswith(("usb4a", "usbserial4a"))]:
            del sys.modules[name]
        sys.modules |= before
