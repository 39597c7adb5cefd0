"""A tray is calibrated beside a game: nothing of it is booked, and afterwards it counts again."""

import time
from random import Random

import pytest

from companion.host.host import Host
from companion.titles.title import Place, Setting
from engine.sighting import Sighting

GIVE_UP = 60.0
PLACES = (Place("red", "Anna"), Place("blue", "Bruno", "north"))


@pytest.fixture
def house(tmp_path):
    """A house in which a game of two has begun on the virtual table; its people do not play on."""
    made = Host(tmp_path, virtual=True, pace=3600.0, chance=Random(7))
    made.open(Setting(game="constantinopolis", edition="reconciled", places=PLACES))
    yield made
    made.close()


def until(house, holds):
    """Let the house live until something holds."""
    end = time.monotonic() + GIVE_UP
    while not holds():
        assert time.monotonic() < end
        house.poll()
        time.sleep(0.005)


def tray(house):
    """The wired tray, once it lies on the table."""
    until(house, lambda: not house.setting and any(device.kind == "serial" for device in house.devices))
    return next(device for device in house.devices if device.kind == "serial")


def through(house, task):
    """All steps, with virtual hands."""
    wells = next(one for one in house.running.table.trays.values() if one.id == task.id)
    while task.calibration.state != "done":
        assert wells.wait_for_hands()
        task.ready()
        until(house, lambda: task.calibration.state != "asked")


def test_a_guided_minute_is_kept_and_the_coins_lie_as_before(house, tmp_path):
    device = tray(house)
    wells = house.running.table.trays[device.seat or "red"]
    before = wells.coins
    task = house.calibrate(device.id)
    through(house, task)
    assert task.kept
    assert len(task.quality) == 5
    assert (tmp_path / "calibrations.json").exists()
    house.end_setup()
    assert wells.coins == before


def test_nothing_of_it_reaches_the_game(house):
    device = tray(house)
    session, told = house.running.session, []
    last = session.book.last
    house.running.trays.muted._put = told.append
    task = house.calibrate(device.id)
    through(house, task)
    assert [value for value in told if value.source == device.id and isinstance(value, Sighting)] == []
    assert session.book.last == last


def test_a_tray_that_is_not_there_is_named(house):
    tray(house)
    with pytest.raises(LookupError, match="'serial:tray-none'"):
        house.calibrate("serial:tray-none")


def test_a_damaged_file_of_calibrations_is_named_and_stays(house, tmp_path):
    device = tray(house)
    (tmp_path / "calibrations.json").write_text("{")
    with pytest.raises(ValueError, match=r"calibrations\.json"):
        house.calibrate(device.id)
    assert (tmp_path / "calibrations.json").read_text() == "{"


def test_a_calibrated_tray_is_not_said_to_be_due(house):
    device = tray(house)
    assert house.advice(device.id, "en") == ""
    assert house.advice("serial:nobody", "en") == ""
