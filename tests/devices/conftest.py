"""A table's hub and its virtual trays, on every transport there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from devices.broker import Broker, find_mosquitto, start_broker
from devices.hub import Hub
from devices.inventory import Box
from devices.tray import Value
from devices.virtual import VirtualTray
from engine.sighting import Press, Sighting, Weight
from tests.devices.micropython import RealTray, fetched

TABLE = "t1"
SEATS = {"tray-red": "red", "tray-blue": "blue"}
BOX_COINS = (13, 18, 13, 13, 28)
BOX = Box(BOX_COINS, (24, 20, 20, 16, 10))
BROKERS = ["mosquitto", "amqtt"]


def eventually(holds: Callable[[], Any], seconds: float = 30.0) -> Any:
    """The first true value of `holds()`, or its last when time is up."""
    until = time.monotonic() + seconds
    while not (value := holds()) and time.monotonic() < until:
        time.sleep(0.005)
    return value


class Heard:
    """Everything a hub put, with a few questions tests ask."""

    def __init__(self) -> None:
        self.values: list[Value] = []

    def kinds(self) -> list[str]:
        return [type(value).__name__ for value in self.values]

    def gold(self, seat: str = "red") -> list[int]:
        return [r.gold for r in self.readings(f"treasury/{seat}") if isinstance(r, Weight)]

    def readings(self, zone: str) -> list[Any]:
        return [value.reading for value in self.values if isinstance(value, Sighting) and value.zone == zone]

    def presses(self, seat: str = "red") -> list[Press]:
        return [r for r in self.readings(f"console/{seat}") if isinstance(r, Press)]

    def sees(self, gold: int, seat: str = "red") -> bool:
        """Whether the last thing heard of a treasury is, in time, this much gold."""
        return bool(eventually(lambda: self.gold(seat)[-1:] == [gold]))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def hub(heard: Heard) -> Iterator[Hub]:
    hub = Hub(heard.values.append, SEATS, BOX)
    yield hub
    hub.close()


@pytest.fixture
def trays() -> Iterator[Callable[..., VirtualTray]]:
    """Makes virtual trays that settle fast, and ends them."""
    made: list[VirtualTray] = []

    def make(seat: str = "red", **options: Any) -> VirtualTray:
        made.append(VirtualTray(seat, **{"settle": 0.02, "travel": 0.001, **options}))
        return made[-1]

    yield make
    for tray in made:
        tray.close()


@pytest.fixture
def broker(request: pytest.FixtureRequest) -> Iterator[Broker]:
    """A broker with accounts of the host and two trays; parametrize indirectly with its kind."""
    kind = getattr(request, "param", "mosquitto" if find_mosquitto() else "amqtt")
    if kind == "mosquitto" and not find_mosquitto():
        pytest.skip("mosquitto is not installed (apt-get install mosquitto)")
    with start_broker({"host": "host-secret", "tray-red": "red-secret", "tray-blue": "blue-secret"}, kind) as broker:
        yield broker


class Line:
    """A transport between one tray and the hub: `plug` (again) and `unplug`."""

    def __init__(self, kind: str, hub: Hub, request: pytest.FixtureRequest) -> None:
        self.kind = kind
        self._hub, self._request = hub, request
        self._added = False
        self._port = request.getfixturevalue("tmp_path") / "ttyTray"
        self._broker = start_broker({"host": "h", "tray-red": "r"}, kind) if kind in BROKERS else None

    def plug(self, tray: VirtualTray) -> None:
        if self._broker:
            tray.serve_mqtt(self._broker.address(tray.id), TABLE)
            self._add(self._hub.add_mqtt, self._broker.address(), TABLE)
        elif self.kind == "serial":
            self._add(self._hub.add_serial, tray.serve_pty(self._port))
        else:
            self._add(self._hub.add_tcp, tray.serve_tcp())

    def _add(self, add: Callable[..., None], *address: Any) -> None:
        if not self._added or self.kind == "tcp":  # a TCP tray comes back on another port
            add(*address)
            self._added = True

    def close(self) -> None:
        if self._broker:
            self._broker.close()


@pytest.fixture(params=["serial", "tcp", *BROKERS])
def line(request: pytest.FixtureRequest, hub: Hub) -> Iterator[Line]:
    if request.param == "mosquitto" and not find_mosquitto():
        pytest.skip("mosquitto is not installed (apt-get install mosquitto)")
    line = Line(request.param, hub, request)
    yield line
    hub.close()
    line.close()


@pytest.fixture(scope="session")
def program() -> str:
    return fetched()


@pytest.fixture
def real(program: str, tmp_path: Path) -> Iterator[Callable[..., RealTray]]:
    made: list[RealTray] = []

    def make(**settings: Any) -> RealTray:
        made.append(RealTray(program, tmp_path, **settings))
        return made[-1]

    yield make
    for tray in made:
        tray.close()
