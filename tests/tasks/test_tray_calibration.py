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
def host(tmp_path):
    """A host in which a game of two has begun on the virtual table; its people do not play on."""
    made = Host(tmp_path, virtual=True, pace=3600.0, chance=Random(7))
    made.open(Setting(game="constantinopolis", edition="reconciled", places=PLACES))
    yield made
    made.close()


def until(host, holds):
    """Poll the host until something holds."""
    end = time.monotonic() + GIVE_UP
    while not holds():
        assert time.monotonic() < end
        host.poll()
        time.sleep(0.005)


def tray(host):
    """The wired tray, once it lies on the table."""
    until(host, lambda: not host.setting and any(device.kind == "serial" for device in host.devices))
    return next(device for device in host.devices if device.kind == "serial")


def through(host, task):
    """All steps, with virtual hands."""
    wells = next(one for one in host.running.table.trays.values() if one.id == task.id)
    while task.calibration.state != "done":
        assert wells.wait_for_hands()
        task.ready()
        until(host, lambda: task.calibration.state != "asked")


def test_a_guided_minute_is_kept_and_the_coins_lie_as_before(host, tmp_path):
    device = tray(host)
    wells = host.running.table.trays[device.seat or "red"]
    before = wells.coins
    task = host.calibrate(device.id)
    through(host, task)
    assert task.kept
    assert len(task.quality) == 5
    assert (tmp_path / "calibrations.json").exists()
    host.end_setup()
    assert wells.coins == before


def test_nothing_of_it_reaches_the_game(host):
    device = tray(host)
    session, told = host.running.session, []
    last = session.book.last
    task = host.calibrate(device.id)
    host.running.trays.muted._put = told.append  # what was said before was the game's
    through(host, task)
    assert [value for value in told if value.source == device.id and isinstance(value, Sighting)] == []
    assert session.book.last == last


def test_a_tray_that_is_not_there_is_named(host):
    tray(host)
    with pytest.raises(LookupError, match="'serial:tray-none'"):
        host.calibrate("serial:tray-none")


def test_a_damaged_file_of_calibrations_is_named_and_stays(host, tmp_path):
    device = tray(host)
    (tmp_path / "calibrations.json").write_text("{")
    with pytest.raises(ValueError, match=r"calibrations\.json"):
        host.calibrate(device.id)
    assert (tmp_path / "calibrations.json").read_text() == "{"


def test_a_calibrated_tray_is_not_said_to_be_due(host):
    device = tray(host)
    assert host.advice(device.id, "en") == ""
    assert host.advice("serial:nobody", "en") == ""
