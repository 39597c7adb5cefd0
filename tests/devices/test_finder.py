"""Trays on USB are found by their board, then by what they say; nothing else is touched."""

from __future__ import annotations

import os
import pty
import re
import tty
from dataclasses import dataclass
from pathlib import Path

import pytest

from devices import finder
from devices.finder import BOARDS
from tests.devices.conftest import Heard, eventually

RULES = Path(__file__).parents[2] / "deploy" / "udev" / "60-companion-trays.rules"
PICO = (0x2E8A, 0x0005)


@dataclass
class Plugged:
    """A port as the system lists it."""

    device: str
    vid: int | None = PICO[0]
    pid: int | None = PICO[1]


def test_a_tray_that_is_plugged_in_is_found_by_itself(hub, trays, heard: Heard, tmp_path: Path) -> None:
    bus: list[Plugged] = []
    hub.find_serial(lambda: list(bus))
    tray = trays()
    tray.set_gold(14)
    bus.append(Plugged(tray.serve_pty(tmp_path / "ttyACM0")))
    assert heard.sees(14)


def test_a_tray_is_known_again_on_another_port(hub, trays, heard: Heard, tmp_path: Path) -> None:
    tray = trays()
    tray.set_gold(14)
    bus = [Plugged(tray.serve_pty(tmp_path / "ttyACM0"))]
    hub.find_serial(lambda: list(bus))
    assert heard.sees(14)
    bus.clear()
    tray.unplug()
    assert eventually(lambda: "Lost" in heard.kinds())
    tray.drop(1)
    bus.append(Plugged(tray.serve_pty(tmp_path / "ttyACM7")))
    assert heard.sees(15)
    assert eventually(lambda: [card.id for card in hub.cards] == ["tray-red"])


def test_a_port_of_another_maker_is_never_opened(hub, trays, heard: Heard) -> None:
    bus = [Plugged(trays().serve_pty(), 0x1234, 0x5678), Plugged("/dev/ttyS0", None, None)]
    hub.find_serial(lambda: bus)
    eventually(lambda: False, 0.3)
    assert hub.cards == ()
    assert heard.values == []


def test_a_board_that_is_no_tray_is_left_alone_until_it_is_plugged_in_anew(
    hub, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("devices.hub.PATIENCE", 0.3)
    master, slave = pty.openpty()
    tty.setraw(slave)
    bus = [Plugged(os.ttyname(slave))]
    hub.find_serial(lambda: list(bus))
    assert eventually(lambda: len(hub.cards) == 1)
    assert eventually(lambda: hub.cards == ())
    bus.clear()
    eventually(lambda: False, 1.2)
    bus.append(Plugged(os.ttyname(slave)))
    assert eventually(lambda: len(hub.cards) == 1)
    assert heard.values == []
    os.close(master)
    os.close(slave)


def test_the_udev_rules_name_the_same_boards() -> None:
    text = RULES.read_text(encoding="utf-8")
    named = re.findall(r'idVendor}=="(\w+)", ATTRS{idProduct}=="(\w+)"', text)
    assert {(int(vid, 16), int(pid, 16)) for vid, pid in named} == set(BOARDS)


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert all(port.device for port in finder.ports())
