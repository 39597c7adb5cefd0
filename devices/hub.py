"""All devices of a table: a thread each, one callback for their values, one interface for what they show."""

from __future__ import annotations

import logging
import threading
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from devices import lamps
from devices.android_port import AndroidUsb, android_usb, on_android
from devices.errors import NotPermitted
from devices.finder import PATIENCE, Finder, Listed, ports
from devices.inventory import Box, Inventory
from devices.menu import Menu, Span
from devices.message import (
    Calibrate,
    FromHost,
    Lamp,
    Measured,
    ShowList,
    ShowRange,
    ShowText,
    Strip,
    Tare,
    Truth,
    Zone,
)
from devices.mqtt import MqttTrays
from devices.mqtt_client import Address
from devices.protocol import COINS, HOST, TABLE
from devices.reading import Tile
from devices.serial_port import SerialPort
from devices.tcp_port import TcpPort
from devices.tray import Card, Tray, Value
from devices.wired import Port, WiredTray
from engine.sighting import Found

log = logging.getLogger("devices")
NOTICES: dict[str, str] = tomllib.loads((Path(__file__).parent / "notice.toml").read_text(encoding="utf-8"))["changed"]
"""The text a tray shows a player who pressed on a list that had just changed, by language."""


class Device(Protocol):
    """A source of values: `read(timeout)` and `close()`; `wake` ends a waiting read.

    A `retired` device has no more values and is removed.
    """

    name: str
    retired: bool

    def read(self, timeout: float) -> list[Value]: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...


class Hub:
    """Runs each device in a thread of its own; `put` gets every Sighting, Lost and Found (from those threads).

    `seats` maps device id → seat (a colour); a tray without a seat is found but has no sightings.
    `box` is the content of the game's box; the attribute counts the pieces on all trays against it.
    All methods return at once and may be called from one owning thread; `close` joins the threads.
    """

    def __init__(
        self,
        put: Callable[[Value], None],
        seats: Mapping[str, str] | None = None,
        box: Box = Box(),  # noqa: B008 - frozen
    ) -> None:
        self._put = put
        self._seats: dict[str, str] = dict(seats or {})
        self._claims: dict[str, Tray] = {}
        self.box = Inventory(box)
        self._devices: list[Device] = []
        self._threads: list[threading.Thread] = []
        self._tiles: dict[str, tuple[Tile, ...]] = {}
        self._menus: dict[str, Menu] = {}
        self._lit: dict[str, Strip] = {}
        self._notice = NOTICES["en"]
        self._closing = threading.Event()
        self._open_serial: Callable[[str], Port] = SerialPort
        self._list_serial: Callable[[], Iterable[Listed]] = ports
        if on_android():
            self._reach_android()

    def _reach_android(self) -> None:
        try:
            self.use_usb(android_usb())
        except NotPermitted as error:
            log.warning("%s", error)
            self._list_serial = tuple

    def use_usb(self, usb: AndroidUsb) -> None:
        """Open serial ports in this way from now on; on Android that is the default."""
        self._open_serial, self._list_serial = usb.port, usb.ports

    # --- what is connected ---

    def add_serial(self, port: str) -> None:
        """Talk to a tray on a serial port; it may be plugged in later."""
        self._add_wired("serial", port, self._open_serial)

    def find_serial(self, lister: Callable[[], Iterable[Listed]] | None = None) -> None:
        """From now on, talk to every tray that is on USB or gets plugged in; `lister` lists the ports."""
        self._start(Finder(self._plugged, self._unplugged, lister or self._list_serial))

    def _plugged(self, port: str) -> None:
        if any(device.name == port for device in self._devices):  # it was added by name
            return
        self._start(WiredTray(port, self._open_serial, self._tray("serial"), PATIENCE))

    def _tray(self, transport: str) -> Tray:
        return Tray(transport, self._seats, self._claims, self.box, self._tiles)

    def _unplugged(self, port: str) -> None:
        for device in self._devices:
            if isinstance(device, WiredTray) and device.name == port:
                device.leave()

    def add_tcp(self, address: str) -> None:
        """Talk to a tray at "host:port"."""
        self._add_wired("tcp", address, TcpPort)

    def _add_wired(self, transport: str, name: str, open_port: Callable[[str], Port]) -> None:
        self._start(WiredTray(name, open_port, self._tray(transport)))

    def add_mqtt(self, address: Address, table: str, announce: bool = False) -> None:
        """Talk to every tray of `table` at a broker; with `announce`, Home Assistant finds them too."""
        self._start(MqttTrays(address, table, lambda: self._tray("mqtt"), announce))

    def forget(self, device_id: str) -> None:
        """Drop a tray at a broker, also from Home Assistant, until it reports again."""
        for device in self._devices:
            if isinstance(device, MqttTrays):
                device.forget(device_id)

    def _start(self, device: Device) -> None:
        thread = threading.Thread(target=self._run, args=(device,), name=f"device {device.name}", daemon=True)
        self._devices = [*self._devices, device]
        self._threads = [*(thread for thread in self._threads if thread.is_alive()), thread]
        thread.start()

    def _run(self, device: Device) -> None:
        try:
            while not self._closing.is_set() and not device.retired:
                self._read(device)
        finally:
            if device.retired:
                self._devices = [other for other in self._devices if other is not device]
                self._lose(device, "unplugged")
            device.close()

    def _read(self, device: Device) -> None:
        """A fault in our own code stops this device for a second, and no other device."""
        try:
            for value in device.read(10 * HOST["poll"]):
                if isinstance(value, Found):
                    self._set_notice(value.source.partition(":")[2])
                self._put(value)
        except Exception:
            log.exception("device %s failed", device.name)
            self._lose(device, "failed")
            self._closing.wait(1.0)

    def _lose(self, device: Device, reason: str) -> None:
        for tray in _trays(device):
            for value in tray.lost(time.monotonic(), reason):
                self._put(value)

    def assign(self, device_id: str, seat: str) -> None:
        """Give a tray to a seat; its snapshot follows."""
        self._seats[device_id] = seat
        self._recount(device_id)

    def _recount(self, device_id: str) -> None:
        tray = self._find(device_id)
        if tray:
            tray.recount()
            self._wake()

    def lay_tiles(self, device_id: str, tiles: Sequence[Tile]) -> None:
        """Set the buildings on the places of a ledger tray, from the first; cubes there count as those of its use."""
        self._tiles[device_id] = tuple(tiles)
        self._recount(device_id)

    def _find(self, device_id: str) -> Tray | None:
        known = (tray for device in self._devices for tray in _trays(device) if tray.card.id == device_id)
        return self._claims.get(device_id) or next(known, None)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The state of each device for a screen, in the order they were added."""
        return tuple(tray.card for device in self._devices for tray in _trays(device))

    def card(self, device_id: str) -> Card | None:
        """The card of one device, or None when it was never found."""
        tray = self._find(device_id)
        return tray.card if tray else None

    @property
    def troubles(self) -> tuple[str, ...]:
        """The reasons why brokers cannot be reached."""
        return tuple(d.trouble for d in self._devices if isinstance(d, MqttTrays) and d.trouble)

    # --- what trays show; a device that is away gets the latest of each when it is found ---

    def show(self, device_id: str, menu: Menu) -> bool:
        """Offer a choice on the tray's dial, and by its lamps; False when no such device was ever found."""
        seat = self._seats.get(device_id, "")
        self._menus[seat or device_id] = menu
        shown = self.ask(device_id, _showing(menu))
        self._light(device_id, lamps.for_seat(menu, seat))
        for card in self.cards:
            if card.device == "lamp-strip" and not self._seats.get(card.id):
                self._light(card.id, lamps.for_table(self._menus.items()))
        return shown

    def _light(self, device_id: str, strip: Strip) -> None:
        """Set a strip of lamps, unless it is lit so already."""
        card = self.card(device_id)
        if card and "lamps" in card.capabilities and self._lit.get(device_id) != strip:
            self._lit[device_id] = strip
            self.ask(device_id, strip)

    def speak(self, language: str) -> None:
        """The language of the trays' own notices; KeyError for one that notice.toml lacks."""
        self._notice = NOTICES[language]
        for card in self.cards:
            self._set_notice(card.id)

    def _set_notice(self, device_id: str) -> None:
        card = self.card(device_id)
        if card and "display" in card.capabilities:
            self.say(device_id, self._notice, TABLE["notice_line"])

    def clear(self, device_id: str) -> bool:
        """Take the choice off the tray."""
        return self.show(device_id, Menu(0, ""))

    def say(self, device_id: str, text: str, line: int = 0) -> bool:
        """Show a line of text."""
        return self.ask(device_id, ShowText(line=line, text=text))

    def truth(self, device_id: str, gold: int) -> bool:
        """Show the gold that the book has for the treasury."""
        return self.ask(device_id, Truth(gold=gold))

    def lamp(self, device_id: str, index: int, colour: tuple[int, int, int]) -> bool:
        """Light a lamp, red, green, blue 0 to 255."""
        return self.ask(device_id, Lamp(index=index, red=colour[0], green=colour[1], blue=colour[2]))

    def tare(self, device_id: str, zone: Zone = "coins") -> bool:
        """Take the present load of a zone as zero."""
        return self.ask(device_id, Tare(zone=zone))

    def calibrate(self, device_id: str, column: int, pieces: int, zone: Zone = "coins") -> bool:
        """Calibrate a column (from 0) that holds so many pieces and nothing else; for the outcome see `result`."""
        return self.ask(device_id, Calibrate(zone=zone, column=column, pieces=pieces))

    def result(self, device_id: str, key: str) -> tuple[int, str]:
        """How often a command was acknowledged, and the last result ("done", "refused" …); `key` as "tare coins"."""
        tray = self._find(device_id)
        return tray.commands.results.get(key, (0, "")) if tray else (0, "")

    def measured(self, device_id: str, zone: Zone = "coins") -> tuple[Measured, ...]:
        """How the columns of a zone were last measured, as far as the device has reported."""
        tray = self._find(device_id)
        seen = tray.measured if tray else {}
        return tuple(seen[zone, column] for column in range(len(COINS)) if (zone, column) in seen)

    def ask(self, device_id: str, command: FromHost) -> bool:
        """Any command; repeated until acknowledged. False when no such device was ever found."""
        tray = self._find(device_id)
        if tray is None:
            return False
        tray.ask(command)
        self._wake()
        return True

    def _wake(self) -> None:
        for device in self._devices:
            device.wake()

    def close(self) -> None:
        """End all threads and close all ports; may be called twice."""
        self._closing.set()
        while alive := [thread for thread in self._threads if thread.is_alive()]:
            self._wake()
            alive[0].join(HOST["poll"])


def _showing(menu: Menu) -> ShowList | ShowRange:
    if isinstance(menu.items, Span):
        return ShowRange(about=menu.about, title=menu.title, least=menu.items.least, most=menu.items.most)
    return ShowList(about=menu.about, title=menu.title, items=menu.items)


def _trays(device: Device) -> list[Tray]:
    if isinstance(device, WiredTray):
        return [device.tray]
    return list(device.trays.values()) if isinstance(device, MqttTrays) else []
