"""Calibrations that the host keeps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from devices.calibration import guide
from devices.calibrations import DUE_DAYS, FILE, Calibrations
from devices.hub import Hub
from devices.tray import Card
from devices.virtual import VirtualTray
from tests.devices.conftest import Heard, eventually
from tests.devices.test_calibration import Hands

TODAY = date(2026, 5, 1)
CARD = Card(
    source="serial:tray-red",
    id="tray-red",
    seat="red",
    device="seat-tray",
    state="there",
    firmware="1.1.0",
    calibration="good",
)


@pytest.fixture
def calibrated(trays: Callable[..., VirtualTray], hub: Hub, tmp_path: Path) -> Calibrations:
    """What is kept of a tray that was calibrated today."""
    tray = trays(calibration="none")
    hub.add_serial(tray.serve_pty(tmp_path / "tty"))
    assert eventually(lambda: hub.card("tray-red"))
    guide(hub, "tray-red", Hands(tray))
    kept = Calibrations(tmp_path)
    assert kept.keep(hub, "tray-red", TODAY)
    return kept


@pytest.mark.usefixtures("calibrated")
def test_what_is_kept_is_there_at_the_next_start(tmp_path: Path) -> None:
    kept = Calibrations(tmp_path).of("tray-red")
    assert kept
    assert kept.day == TODAY
    assert [round(column.unit, 2) for column in kept.columns] == [4.2] * 5


def test_a_board_that_has_forgotten_everything_is_given_it_back(
    calibrated: Calibrations, trays: Callable[..., VirtualTray], hub: Hub, heard: Heard
) -> None:
    fresh = trays(calibration="none", id="tray-red", seed=5)
    hub.close()
    again = Hub(heard.values.append, {"tray-red": "red"})
    again.add_serial(fresh.serve_pty())
    assert eventually(lambda: again.card("tray-red"))
    assert calibrated.restore(again, "tray-red")
    fresh.lay("coins", (0, 1, 0, 0, 3))
    assert heard.sees(13)
    again.close()


def test_a_calibration_that_was_not_finished_is_not_kept(hub: Hub, tmp_path: Path) -> None:
    assert not Calibrations(tmp_path).keep(hub, "tray-red", TODAY)
    assert not (tmp_path / FILE).exists()


def test_nothing_is_given_to_a_device_nothing_is_kept_of(hub: Hub, tmp_path: Path) -> None:
    assert not Calibrations(tmp_path).restore(hub, "tray-red")


@pytest.mark.parametrize(("state", "reason"), [("none", "never"), ("due", "wandered"), ("good", "")])
def test_the_device_itself_says_when_it_is_due(state: str, reason: str, tmp_path: Path) -> None:
    card = Card(source="serial:tray-red", id="tray-red", calibration=state)
    kept = Calibrations(tmp_path)
    assert kept.due(card, TODAY) == reason
    assert bool(kept.advice(card, TODAY, "it")) == bool(reason)


def test_after_some_months_it_is_due_again(calibrated: Calibrations) -> None:
    later = TODAY + timedelta(days=DUE_DAYS + 1)
    assert (calibrated.due(CARD, TODAY), calibrated.due(CARD, later)) == ("", "old")
    assert "2026-05-01" in calibrated.advice(CARD, later)


@pytest.mark.parametrize("damage", [b"", b"[]", b"\xff\xfe", b'{"tray-red": {"coins": {"day": "soon"}}}'])
def test_a_damaged_file_is_named_and_left_as_it_is(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(damage)
    with pytest.raises(ValueError, match=FILE):
        Calibrations(tmp_path)
    assert (tmp_path / FILE).read_bytes() == damage
