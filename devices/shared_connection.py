"""Many tables in one process, as at a convention: they share one connection to the broker and one thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from devices import home_assistant, topics
from devices.inventory import Box, Inventory
from devices.message import FromHost
from devices.mqtt import LEAVES, OFFLINE, Connection
from devices.mqtt_client import Address
from devices.mqtt_table import TableTrays
from devices.protocol import HOST
from devices.topics import Status
from devices.tray import Card, Tray, Value
from engine.errors import WrongInput

log = logging.getLogger("devices")


class _Table(Struct):
    """What one table has besides its trays."""

    seats: dict[str, str]
    claims: dict[str, Tray]
    box: Inventory


class SharedConnection:
    """The trays of many tables; `put` gets every value with the name of its table, in the connection's own thread.

    Each table has its own inventory, seats (device id → seat) and devices; ids need to differ within a table only.
    `box` is the content of the box of each table's game. A broker takes one last will of a connection, so it is that of
    the connection's `name` (`companion/<name>/status`), and each table's status names the connection. With `announce`,
    Home Assistant finds the trays of all tables. All methods may be called from one owning thread; `close` joins the
    connection's. Raises ValueError for a table with the name of the connection.
    """

    def __init__(
        self,
        address: Address,
        put: Callable[[str, Value], None],
        tables: Mapping[str, Mapping[str, str]],
        name: str = "house",
        announce: bool = False,
        box: Box = Box(),  # noqa: B008 - frozen
    ) -> None:
        if name in tables:
            raise WrongInput(f"a table cannot be called {name!r}, as the connection is: both would have one status")
        self._put, self._presence, self._name = put, topics.host(name), name
        self._tables = {table: _Table(dict(seats), {}, Inventory(box)) for table, seats in tables.items()}
        watched = [topics.device("+", "+", leaf) for leaf in LEAVES] + [home_assistant.STATUS] * announce
        self._connection = Connection(address, name, self._presence, watched, self._announce_tables)
        for table in self._tables:
            trays = TableTrays(table, self._maker(table), self._connection.publish, announce, name)
            self._connection.tables[table] = trays
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"connection {name}")
        self._thread.start()

    def _maker(self, table: str) -> Callable[[], Tray]:
        known = self._tables[table]
        return lambda: Tray("mqtt", known.seats, known.claims, known.box)

    def _announce_tables(self) -> None:
        online = msgspec.json.encode(Status(True, self._name))
        for table in self._tables:
            self._connection.publish(topics.host(table), online, True)

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self._read()
        finally:
            self._connection.close(dict.fromkeys([*map(topics.host, self._tables), self._presence], OFFLINE))

    def _read(self) -> None:
        """A fault in our own code costs the tables a second, and is logged."""
        try:
            for table, value in self._connection.read(HOST["poll"]):
                self._put(table, value)
        except Exception:
            log.exception("%s failed", self._connection.name)
            self._closing.wait(1.0)

    @property
    def trouble(self) -> str:
        """Why there is no broker, or an empty string."""
        return self._connection.trouble

    def cards(self, table: str) -> tuple[Card, ...]:
        """What a screen shows of each device of a table; raises KeyError for a table there is not."""
        return tuple(tray.card for tray in list(self._connection.tables[table].trays.values()))

    def ask(self, table: str, device_id: str, command: FromHost) -> bool:
        """Any command, repeated until acknowledged; False when no such device was ever found at this table."""
        tray = self._connection.tables[table].trays.get(device_id)
        if tray is None:
            return False
        tray.ask(command)
        self._connection.wake()
        return True

    def forget(self, table: str, device_id: str) -> None:
        """Drop a tray of a table, also from Home Assistant, until it speaks again."""
        self._connection.tables[table].forget(device_id)
        self._connection.wake()

    def close(self) -> None:
        """Report every table offline and disconnect; may be called twice."""
        self._closing.set()
        self._connection.wake()
        self._thread.join()
