"""The trays of a table learn what lies on their places, which language they speak, and how they were calibrated."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.host.trays import Trays
from companion.host.wiring import Wiring
from companion.play.ledger_places import tiles_of
from companion.play.reports import Device
from companion.play.session import Session
from companion.presenters.common.devices import device_row
from companion.presenters.desk import Desk
from companion.wording import wording
from devices.calibration import guide
from devices.calibrations import Calibrations
from devices.hub import Hub
from devices.reading import Tile
from devices.virtual import VirtualTray
from engine.event import Moved
from engine.journal import Correct, Entry
from tests.devices.conftest import eventually
from tests.devices.test_calibration import Hands


class Table:
    """A game of two with one ledger tray, before the first of them."""

    def __init__(self) -> None:
        self.session: Session = new_session(shuffled_game("constantinopolis", 2, 1))
        self.seat = next(iter(self.session.names))
        self.tray = VirtualTray(self.seat, device="ledger-tray", settle=0.02, travel=0.001)
        wiring = Wiring(serial=(self.tray.serve_pty(),), trays={self.tray.id: 1})
        self.trays = Trays(wiring)
        self.trays.watch(self.session)

    def build(self, tile: str) -> None:
        zones = self.session.state.table.items()
        stack = next(zone for zone, tally in zones if tally.get(tile) and not zone.startswith("sheet/"))
        moved = Moved(tile, 1, stack, f"sheet/{self.seat}", "")
        assert isinstance(self.session.submit(Correct("", (moved,))), Entry)

    def until(self, holds: Callable[[], bool], seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not holds():
            self.trays.poll()
            self.session.poll()
            assert time.monotonic() < end, self.session.devices
            time.sleep(0.002)

    def close(self) -> None:
        self.trays.close()
        self.tray.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()
    wording.speak("en")


def test_cubes_on_a_building_of_a_ledger_tray_are_seen_on_that_building(table: Table) -> None:
    table.until(lambda: bool(table.session.devices))
    first, second = table.session.state.book.commercial[:2]
    table.build(second)
    table.build(first)
    table.tray.use(2, sum(table.session.state.book.requires[first].values()))
    table.until(lambda: f"used/{table.seat}/{first}" in table.session.pending)
    assert f"used/{table.seat}/{second}" not in table.session.pending


def test_buildings_bought_before_the_tray_was_plugged_in_are_known_too(table: Table) -> None:
    tile = table.session.state.book.commercial[0]
    table.build(tile)
    table.tray.use(1, 1)
    table.until(lambda: f"used/{table.seat}/{tile}" in table.session.pending)


def test_buildings_lie_in_the_order_they_came_and_five_have_a_place(table: Table) -> None:
    book = table.session.state.book
    came = book.commercial[5::-1]
    for tile in came:
        table.build(tile)
    tiles = tiles_of(table.session.book, table.seat)
    assert tiles == tuple(Tile(tile, dict(book.requires[tile])) for tile in came[:5])


def test_a_wrong_number_of_cubes_on_a_building_is_put_right_from_the_supply(table: Table) -> None:
    assert table.session.policy.counterpart(f"used/{table.seat}/caupona") == "supply"


def test_the_devices_screen_says_which_building_lies_on_which_place(table: Table) -> None:
    table.build("caupona")
    tray = Device(id="serial:tray-1", kind="serial", seat=table.seat, detail="ledger-tray")
    assert device_row(tray, Desk(source=table.session).scene()).detail == "1 caupona"
    assert "1 caupona" not in device_row(tray).detail


def test_a_language_chosen_in_the_middle_of_a_game_is_that_of_the_trays_too(table: Table) -> None:
    said: list[str] = []
    table.trays.hub.speak = said.append  # type: ignore[method-assign]
    table.trays.poll()
    wording.speak("it")
    table.trays.poll()
    table.trays.poll()
    assert said == ["it"]


def test_a_tray_that_has_lost_its_calibration_gets_the_kept_one_back(tmp_path: Path) -> None:
    _calibrate(VirtualTray("red", calibration="none", settle=0.02, travel=0.001), tmp_path)
    fresh = VirtualTray("red", calibration="none", settle=0.02, travel=0.001, seed=5)
    trays = Trays(Wiring(serial=(fresh.serve_pty(),), usb=False), tmp_path)
    _until(trays, lambda: "good" in {card.calibration for card in trays.hub.cards})
    assert trays.advice("serial:tray-red", date.today(), "en") == ""
    trays.close()
    fresh.close()


def test_a_tray_that_was_never_calibrated_here_keeps_asking_for_it(tmp_path: Path) -> None:
    tray = VirtualTray("red", calibration="none", settle=0.02)
    trays = Trays(Wiring(serial=(tray.serve_pty(),), usb=False), tmp_path)
    _until(trays, lambda: bool(trays.devices))
    assert "tray-red" in trays.advice("serial:tray-red", date.today(), "en")
    trays.close()
    tray.close()


def _calibrate(tray: VirtualTray, folder: Path) -> None:
    """Calibrate a tray once and keep what came of it."""
    hub = Hub(lambda _value: None)
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card(tray.id))
    guide(hub, tray.id, Hands(tray))
    assert Calibrations(folder).keep(hub, tray.id, date.today())
    hub.close()
    tray.close()


def _until(trays: Trays, holds: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        trays.poll()
        assert time.monotonic() < end, trays.hub.cards
        time.sleep(0.002)
