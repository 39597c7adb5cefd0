"""What is asked of a table is what it can do, not whether it is drawn."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.host.wiring import WIRING
from companion.presenters.desk import Desk

ROOT = Path(__file__).parents[2]
ASKS = re.compile(r"\b(desk|host|self|_host)\.virtual\b|\"virtual\"")
"""The question as it was put before."""


@pytest.mark.parametrize("virtual", [True, False])
def test_people_sit_round_a_real_table_alone(tmp_path: Path, virtual: bool) -> None:
    host = Host(tmp_path, virtual=virtual, chance=Random(1))
    try:
        assert (host.peopled, host.rewirable, Desk(host).turns) == (not virtual,) * 3
    finally:
        host.close()


def test_a_table_without_a_camera_offers_no_task_at_one(tmp_path: Path) -> None:
    host = Host(tmp_path, chance=Random(1))
    try:
        with pytest.raises(LookupError, match="no camera"):
            host.set_up_camera()
        assert "camera" not in {device.kind for device in host.devices}
    finally:
        host.close()


def test_a_table_has_the_camera_of_its_wiring(tmp_path: Path) -> None:
    (tmp_path / WIRING).write_text('camera = "9"\n')
    host = Host(tmp_path, chance=Random(1))
    try:
        assert "camera" in {device.kind for device in host.devices}
    finally:
        host.close()


def test_the_drawn_table_has_a_camera_and_lends_it_to_a_task(tmp_path: Path) -> None:
    host = Host(tmp_path, virtual=True, chance=Random(1))
    try:
        assert "camera" in {device.kind for device in host.devices}
        assert host.set_up_camera().hands is not None
    finally:
        host.close()


@pytest.mark.parametrize("room", ["presenters", "ui", "web"])
def test_no_room_above_the_host_asks_whether_a_table_is_drawn(room: str) -> None:
    files = sorted((ROOT / "companion" / room).rglob("*.py"))
    assert files
    assert [str(file) for file in files if ASKS.search(file.read_text(encoding="utf-8"))] == []
