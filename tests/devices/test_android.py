"""Trays on an Android tablet: the real usbserial4a, with Android's USB manager played by ptys.

Never run on a tablet: what is held here is our use of usbserial4a, not Android itself.
"""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from devices.android_port import READ_MS, AndroidPort, AndroidUsb, android_usb
from devices.errors import NotPermitted, NotPresent
from devices.hub import Hub
from devices.serial_port import SerialPort
from devices.wired import Port
from tests.devices.android import Device, Tablet, tablet
from tests.devices.conftest import SEATS, Heard, eventually

pytest.importorskip("usbserial4a", reason="usbserial4a is not installed (a development package)")
USB = "/dev/bus/usb/001/002"


@pytest.fixture
def here() -> Iterator[Tablet]:
    with tablet() as here:
        yield here


@pytest.fixture
def hub(heard: Heard, here: Tablet, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub as it is made on Android, with nothing plugged in."""
    assert not here.plugged
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    hub = Hub(heard.values.append, SEATS)
    hub.find_serial()
    yield hub
    hub.close()


@pytest.fixture
def cable() -> Iterator[tuple[int, str]]:
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def plug(here: Tablet, port: str, *, allowed: bool = True) -> Device:
    here.plugged.append(Device(USB, port))
    if allowed:
        here.allowed.add(USB)
    return here.plugged[-1]


@pytest.fixture(params=["pyserial", "usbserial4a"])
def opened(request: pytest.FixtureRequest, cable: tuple[int, str], here: Tablet) -> Iterator[Port]:
    """An open port of either kind on the same cable."""
    if request.param == "usbserial4a":
        plug(here, cable[1])
    port = android_usb().port(USB) if request.param == "usbserial4a" else SerialPort(cable[1])
    yield port
    port.close()


def test_a_port_gives_all_that_has_arrived(opened: Port, cable: tuple[int, str]) -> None:
    os.write(cable[0], b"\1\2\0" * 40)
    read = bytearray()
    assert eventually(lambda: read.extend(opened.read()) or len(read) == 120)
    assert read == b"\1\2\0" * 40


def test_a_port_where_nothing_arrives_gives_nothing(opened: Port) -> None:
    assert opened.read() == b""


def test_a_port_sends_what_is_written(opened: Port, cable: tuple[int, str]) -> None:
    opened.write(b"\0hello\0")
    assert os.read(cable[0], 100) == b"\0hello\0"


def test_a_tray_on_the_tablets_usb_is_found_and_believed(here: Tablet, hub: Hub, heard: Heard, trays) -> None:
    tray = trays()
    tray.set_gold(12)
    plug(here, tray.serve_pty())
    assert heard.sees(12)
    hub.say("tray-red", "Ave")
    assert eventually(lambda: tray.display == ("Ave",))
    assert here.longest_ms <= READ_MS


@pytest.mark.usefixtures("hub")
def test_the_player_is_asked_once_and_the_tray_is_there_after_the_yes(here: Tablet, heard: Heard, trays) -> None:
    tray = trays()
    plug(here, tray.serve_pty(), allowed=False)
    assert eventually(lambda: here.asked == [USB])
    eventually(lambda: False, 1.5)
    assert here.asked == [USB]
    here.allowed.add(USB)
    assert heard.sees(0)


@pytest.mark.usefixtures("hub")
def test_a_tray_plugged_in_again_is_there_again(here: Tablet, heard: Heard, trays) -> None:
    tray = trays()
    device = plug(here, tray.serve_pty())
    assert heard.sees(0)
    here.plugged.remove(device)
    assert eventually(lambda: "Lost" in heard.kinds())
    tray.set_gold(5)
    here.plugged.append(device)
    assert heard.sees(5)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_device_that_says_nothing_any_more_is_not_present(here: Tablet, cable: tuple[int, str]) -> None:
    plug(here, cable[1])
    clock = Clock()
    usb: Any = android_usb()._usb
    port: AndroidPort = AndroidUsb(usb, clock).port(USB)
    assert port.read() == b""
    clock.now = 60.0
    with pytest.raises(NotPresent, match="says nothing"):
        port.read()
    port.close()


def test_a_device_that_is_not_there_is_not_present(here: Tablet) -> None:
    assert not here.plugged
    with pytest.raises(NotPresent, match=USB):
        android_usb().port(USB)


def test_without_usbserial4a_the_reason_is_logged_and_the_hub_runs(
    monkeypatch: pytest.MonkeyPatch, heard: Heard, trays: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    with pytest.raises(NotPermitted, match="usbserial4a"):
        android_usb()
    hub = Hub(heard.values.append, SEATS)
    hub.find_serial()
    hub.add_tcp(trays().serve_tcp())
    assert heard.sees(0)
    hub.close()
    assert "usbserial4a" in caplog.text
