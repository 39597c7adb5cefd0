"""A tray that weighs stored cubes is calibrated by the same guided minute as one for coins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.views.common import task_acts as t
from companion.wording import wording
from devices.calibrations import Calibrations
from devices.virtual import VirtualTray

GOODS = ("G", "B", "R", "K", "Y")


@pytest.fixture
def tray() -> Iterator[VirtualTray]:
    made = VirtualTray("red", device="ledger-tray", settle=0.02, travel=0.001)
    yield made
    made.close()


@pytest.fixture
def host(tray: VirtualTray, tmp_path: Path) -> Iterator[Host]:
    """A host at whose table this tray was found."""
    wording.speak("en")
    (tmp_path / "devices.toml").write_text(f'serial = ["{tray.serve_pty()}"]\n')
    made = Host(tmp_path, chance=Random(7))
    until(made, lambda: len(made.devices) == 1)
    yield made
    made.close()


def until(host: Host, holds: Callable[[], bool], seconds: float = 120.0) -> None:
    """Poll the host until something holds; fails when it never does."""
    end = time.monotonic() + seconds
    while not holds():
        host.poll()
        assert time.monotonic() < end, host.devices
        time.sleep(0.005)


def weigh(host: Host, tray: VirtualTray, at: int) -> None:
    """Lay ten cubes in the well that is due, nothing before the first, and let the tray weigh them."""
    assert host.tray_calibration is not None
    work = host.tray_calibration.calibration
    tray.lay("stored", tuple(10 if column == at - 1 else 0 for column in range(len(GOODS))))
    assert tray.wait_for_hands()
    host.tray_calibration.ready()
    until(host, lambda: work.state != "asked")


def test_ten_cubes_of_each_good_calibrate_a_ledger_tray(host: Host, tray: VirtualTray, tmp_path: Path) -> None:
    task = host.calibrate(host.devices[0].id)
    for at in range(1 + len(GOODS)):
        weigh(host, tray, at)
    assert task.calibration.state == "done", task.calibration.trouble
    assert [quality.column for quality in task.quality] == list(GOODS)
    kept = Calibrations(tmp_path).of(tray.id, "stored")
    assert kept is not None
    assert len(kept.columns) == len(GOODS)


def test_the_screen_asks_for_cubes_good_by_good(host: Host, tray: VirtualTray) -> None:
    desk = Desk(host)
    desk.do(t.BeginTask("tray_calibration", host.devices[0].id))
    assert "everything" in desk.view().body.heading
    assert [well.good for well in desk.view().body.wells] == list(GOODS)
    weigh(host, tray, 0)
    assert "10" in desk.view().body.heading
    assert [well.state for well in desk.view().body.wells] == ["now", *["coming"] * 4]
