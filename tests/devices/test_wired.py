"""Cables: noise, cuts, ports that come and go, and the four errors of a device."""

from __future__ import annotations

import os
import pty
import time
import tty
from collections.abc import Callable
from pathlib import Path

import pytest

from devices.errors import NotPermitted, NotPresent
from devices.firmware.core import CHANGED
from devices.firmware.wire import pack, seal
from devices.hub import NOTICES, Hub
from devices.menu import Menu
from devices.protocol import PARTS, TABLE
from devices.serial_port import SerialPort
from devices.tcp_port import TcpPort
from devices.tray import Tray
from devices.wired import WiredTray
from tests.devices.conftest import Heard, eventually


def test_a_tray_plugged_in_later_is_found(hub, trays, heard: Heard, tmp_path: Path) -> None:
    port = tmp_path / "ttyTray"
    hub.add_serial(str(port))
    tray = trays()
    tray.set_gold(9)
    tray.serve_pty(port)
    assert heard.sees(9)


def test_noise_and_cut_frames_cost_nothing_but_time(hub, trays, heard: Heard) -> None:
    tray = trays(seed=11)
    hub.add_serial(tray.serve_pty())
    assert heard.sees(0)
    tray.faults.noise, tray.faults.cut = 0.5, 0.3
    for gold in (30, 12, 47):
        tray.set_gold(gold)
        eventually(lambda wanted=gold: heard.gold()[-1:] == [wanted], 0.3)
    tray.faults.noise = tray.faults.cut = 0.0
    assert heard.sees(47)
    assert set(heard.gold()) <= {0, 30, 12, 47}


def test_of_two_trays_with_one_id_the_first_stays(hub, trays, heard: Heard) -> None:
    first, second = trays(), trays(seed=4)
    first.set_gold(5)
    hub.add_serial(first.serve_pty())
    assert heard.sees(5)
    second.set_gold(50)
    hub.add_serial(second.serve_pty())
    assert eventually(lambda: hub.cards[1].state == "refused")
    assert 50 not in heard.gold()


def test_a_port_that_is_no_tray_stays_unknown(hub, heard: Heard) -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    hub.add_serial(os.ttyname(slave))
    os.write(master, b"login: \r\n" * 50)
    time.sleep(0.3)
    assert heard.values == []
    assert hub.cards[0].state == "searching"
    os.close(master)
    os.close(slave)


def test_a_host_that_reads_slowly_stops_no_tray(trays) -> None:
    tray = trays()
    port = tray.serve_pty()
    host = os.open(port, os.O_RDWR | os.O_NOCTTY)
    for _ in range(400):
        os.write(host, seal(pack({"type": "recount"})))
    tray.drop(3)
    time.sleep(0.2)
    tray.press("call")
    assert eventually(lambda: tray._machine.waiting)
    os.close(host)


def test_a_missing_port_is_not_present(tmp_path: Path) -> None:
    with pytest.raises(NotPresent, match="ttyNone"):
        SerialPort(str(tmp_path / "ttyNone"))


def test_a_port_used_by_another_program_is_not_permitted() -> None:
    master, slave = pty.openpty()
    first = SerialPort(os.ttyname(slave))
    with pytest.raises(NotPermitted, match="another program"):
        SerialPort(os.ttyname(slave))
    first.close()
    os.close(master)
    os.close(slave)


def test_an_address_without_a_server_is_not_present() -> None:
    with pytest.raises(NotPresent, match=r"127\.0\.0\.1:9"):
        TcpPort("127.0.0.1:9")


def test_a_tray_that_takes_nothing_for_a_while_loses_no_command(hub, trays, caplog: pytest.LogCaptureFixture) -> None:
    tray = trays()
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    tray.faults.deaf = True
    said = said_until(lambda: "takes nothing" in caplog.text, hub)
    tray.faults.deaf = False
    assert eventually(lambda: tray.display == said, 60)


def said_until(refused: Callable[[], bool], hub: Hub) -> tuple[str, ...]:
    """Say 250 lines again and again until the wire is full, whatever its kernel holds; what they say at last."""
    for turn in range(100):  # 1.3 MB, and what is repeated
        said = tuple(f"{turn} {line} {'x' * 40}" for line in range(250))
        for line, text in enumerate(said):
            hub.say("tray-red", text, line)
        if eventually(refused, 1):
            return said
    raise AssertionError("the wire is never full")


def test_a_tray_that_warms_up_is_not_believed_to_have_more_coins(hub, trays, heard: Heard) -> None:
    tray = trays(noise=0.02)
    tray.set_gold(41)
    hub.add_serial(tray.serve_pty())
    assert heard.sees(41)
    tray.warm(0.1)
    eventually(lambda: False, 2.0)
    tray.warm(0.0)
    tray.drop(2)
    assert heard.sees(43)
    assert set(heard.gold()) == {41, 43}


@pytest.mark.parametrize("seconds", [3600.0, -1.0])
def test_a_jump_of_the_trays_own_clock_loses_nothing(seconds: float, hub, trays, heard: Heard) -> None:
    tray = trays()
    hub.add_serial(tray.serve_pty())
    assert heard.sees(0)
    tray.jump(seconds)
    tray.drop(7)
    assert heard.sees(7)


@pytest.mark.parametrize("device", ["seat-tray", "coin-tray", "ledger-tray", "card-pad", "lamp-strip"])
def test_every_kind_of_device_is_found_and_says_what_it_is_able_to(device: str, hub, trays) -> None:
    hub.add_serial(trays(device=device).serve_pty())
    assert eventually(lambda: hub.card("tray-red"))
    assert hub.card("tray-red").device == device
    assert list(hub.card("tray-red").capabilities) == PARTS[device]


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
def test_a_player_who_pressed_too_soon_is_told_in_their_language_why(language: str, hub, trays) -> None:
    tray = trays(guard=60.0)
    hub.speak(language)
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.result("tray-red", f"text {TABLE['notice_line']}") == (1, "done"))
    hub.show("tray-red", Menu(4, "", ("a", "b")))
    assert tray.wait_for_menu(4)
    tray.press("confirm")
    assert eventually(lambda: tray.notice == NOTICES[language])
    assert tray.display == ()


def test_the_notices_fit_the_display_of_a_tray() -> None:
    assert all(words.isascii() and len(words) <= 3 * 16 for words in NOTICES.values())
    assert NOTICES["en"] == CHANGED


def test_a_tray_that_starts_with_something_odd_on_it_says_why_it_gives_no_sum(hub, trays, heard: Heard) -> None:
    tray = trays()
    tray.disturb("coins", 2, 0.5)
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.card("tray-red") and "no piece" in hub.card("tray-red").why)
    tray.disturb("coins", 2, 0.0)
    assert heard.sees(0)
    assert hub.card("tray-red").why == ""


def test_closing_ends_a_read_that_waits(tmp_path: Path) -> None:
    device = WiredTray(str(tmp_path / "none"), SerialPort, Tray("serial", {}, {}))
    device.close()
    assert device.read(60.0) == []


def test_reading_gives_up_after_its_timeout(tmp_path: Path) -> None:
    device = WiredTray(str(tmp_path / "none"), SerialPort, Tray("serial", {}, {}))
    assert device.read(0.01) == []


def test_a_jump_of_the_clock_on_the_wall_changes_nothing(
    hub, trays, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = trays()
    hub.add_serial(tray.serve_pty())
    assert heard.sees(0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    tray.drop(3)
    assert heard.sees(3)
    assert "Lost" not in heard.kinds()


class Broken:
    """A device whose code has a fault the first time."""

    name, retired, reads = "broken", False, 0

    def read(self, timeout: float) -> list[object]:
        self.reads += 1
        if self.reads == 1:
            raise ZeroDivisionError
        time.sleep(min(timeout, 0.01))
        return []

    def wake(self) -> None: ...
    def close(self) -> None: ...


def test_a_fault_in_one_device_is_logged_and_costs_no_other(
    hub, trays, heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Broken()
    hub._start(broken)
    tray = trays()
    hub.add_serial(tray.serve_pty())
    assert heard.sees(0)
    assert eventually(lambda: broken.reads > 1)
    assert "device broken failed" in caplog.text


def test_a_jump_of_the_trays_own_clock_is_no_drift_of_its_scales(hub, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(4)
    hub.add_serial(tray.serve_pty())
    assert heard.sees(4)
    tray.drift("coins", 4, 0.001)
    tray.jump(1000.0)
    tray.drop(30)
    assert heard.sees(34)
    assert not any(reading.doubt for reading in heard.readings("treasury/red"))
