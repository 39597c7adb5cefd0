"""With the devices of `devices.toml` the app plays as on the virtual table: it cannot tell them apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.host.opening import wiring_of
from companion.host.wiring import read_wiring
from companion.play.reports import Device
from companion.titles import title_of
from companion.titles.title import Place, Setting
from companion.virtual.dealer import Dealer
from companion.virtual.table import VirtualTable

SEATS = ("red", "blue", "green")
WIRING = """
camera = "{camera}"
serial = {ports}
[broker]
host = "{at.host}"
port = {at.port}
user = "{at.user}"
password = "{at.password}"
table = "{table}"
[trays]
tray-red = 1
tray-blue = 2
"""


@pytest.fixture
def table() -> Iterator[VirtualTable]:
    with VirtualTable(title_of("constantinopolis"), SEATS, 5) as table:
        yield table


@pytest.fixture
def host(table: VirtualTable, tmp_path: Path) -> Iterator[Host]:
    (tmp_path / "devices.toml").write_text(as_toml(table))
    host = Host(tmp_path, chance=Random(7))
    yield host
    host.close()


def as_toml(table: VirtualTable) -> str:
    """The table as its owner would write it down."""
    ports = list(table.serial_ports)
    text = WIRING.format(camera=table.camera_url, ports=ports, at=table.address, table=table.name)
    return text.replace("'", '"')


def poll_until(host: Host, done: Callable[[], bool], dealer: Dealer | None = None, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        host.poll()
        if dealer is not None:
            dealer.poll()
        assert time.monotonic() < end, host.devices
        time.sleep(0.002)


def trays(host: Host) -> list[Device]:
    return [device for device in host.devices if device.kind != "camera"]


def test_the_virtual_table_is_wired_as_a_file_would_name_it(table: VirtualTable, tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("usb = false\n" + as_toml(table) + "tray-green = 3\n")
    assert wiring_of(table) == read_wiring(tmp_path)


def test_trays_are_found_before_a_game_and_play_once_it_is_opened(host: Host, table: VirtualTable) -> None:
    poll_until(host, lambda: len(trays(host)) == 3)
    setting = Setting(
        game="constantinopolis", edition="reconciled", places=tuple(Place(seat, seat.title()) for seat in SEATS)
    )
    session = host.open(setting)
    dealer = Dealer(table, session, 5, slips=0)
    poll_until(host, lambda: bool(session.state.phase.round.order) and session.book.last > 12, dealer)
    origins = {entry.origin for entry in session.journal}
    assert origins >= {"serial:tray-red", "serial:tray-blue", "mqtt:tray-green"}
    assert {device.seat for device in trays(host)} == set(SEATS)
    assert "tap" not in origins


def test_trays_stay_when_another_game_is_opened(host: Host, table: VirtualTable) -> None:
    setting = Setting(
        game="constantinopolis", edition="reconciled", places=tuple(Place(seat, seat.title()) for seat in SEATS)
    )
    host.open(setting)
    poll_until(host, lambda: len(host.devices) == 4)
    session = host.open(setting)
    poll_until(host, lambda: {device.seat for device in session.devices} >= set(SEATS))
    dealer = Dealer(table, session, 6, slips=0)
    poll_until(host, lambda: session.book.last > 4, dealer)
