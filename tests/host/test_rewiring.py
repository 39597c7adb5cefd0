"""Devices chosen in the app are found, kept in devices.toml beside whatever stands there, and used at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.host.host import Host
from companion.host.rewiring import FoundCamera, FoundPort, found_cameras, found_ports, rewire
from companion.host.wiring import Broker, read_wiring
from companion.presenters.desk import Desk
from companion.views.common import acts
from devices.broker import start_broker
from devices.finder import BOARDS
from devices.virtual import VirtualTray
from engine.errors import WrongInput
from testkit.taps import labelled, tap


def video(root: Path, name: str, index: str, called: str) -> None:
    """An entry of the system's list of cameras."""
    (root / name).mkdir(parents=True)
    (root / name / "index").write_text(f"{index}\n")
    (root / name / "name").write_text(f"{called}\n")


def test_each_camera_is_listed_once_by_its_name(tmp_path: Path) -> None:
    video(tmp_path, "video0", "0", "On the arm")
    video(tmp_path, "video1", "1", "On the arm")
    video(tmp_path, "video10", "0", "Tablet")
    assert found_cameras(tmp_path) == [FoundCamera("0", "On the arm"), FoundCamera("10", "Tablet")]
    assert found_cameras(tmp_path / "none") == []


def test_ports_with_something_in_them_are_listed_with_the_board() -> None:
    (vid, pid), board = next(iter(BOARDS.items()))
    listed = [
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyUSB1", vid=1, pid=2),
        SimpleNamespace(device="/dev/ttyACM0", vid=vid, pid=pid),
    ]
    assert found_ports(lambda: listed) == [FoundPort("/dev/ttyACM0", board), FoundPort("/dev/ttyUSB1", "")]


def test_a_setting_is_kept_and_whatever_else_stands_there_stays(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("# mine\nusb = false  # why\n")
    assert rewire(tmp_path, "camera", " http://phone:8080/video ").camera == "http://phone:8080/video"
    assert rewire(tmp_path, "serial", "/dev/ttyUSB0").serial == ("/dev/ttyUSB0",)
    text = (tmp_path / "devices.toml").read_text()
    assert "# mine" in text
    assert "# why" in text
    assert (tmp_path / "devices.toml").stat().st_mode & 0o777 == 0o600
    assert rewire(tmp_path, "serial", "/dev/ttyUSB0").serial == ()
    assert rewire(tmp_path, "camera", "").camera == ""
    assert rewire(tmp_path, "usb", "").usb


def test_a_broker_is_set_up_field_by_field_and_ended(tmp_path: Path) -> None:
    for key, value in (("host", "broker"), ("port", "8883"), ("user", "table-1"), ("password", 'a"b'), ("table", "t2")):
        rewire(tmp_path, f"broker.{key}", value)
    wanted = Broker(host="broker", port=8883, user="table-1", password='a"b', table="t2")
    assert read_wiring(tmp_path).broker == wanted
    assert rewire(tmp_path, "broker", "").broker is None


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("camera", "0 sepia", "sepia"),
        ("broker.port", "99999", "from 1 to 65535"),
        ("broker.port", "x", "from 1 to 65535"),
        ("broker.ca", "/etc", "no setting"),
        ("nonsense", "1", "no setting"),
    ],
)
def test_what_does_not_fit_is_named_and_changes_nothing(tmp_path: Path, key: str, value: str, said: str) -> None:
    rewire(tmp_path, "broker.host", "broker")
    before = (tmp_path / "devices.toml").read_bytes()
    with pytest.raises(WrongInput, match=said):
        rewire(tmp_path, key, value)
    assert (tmp_path / "devices.toml").read_bytes() == before


def test_a_first_setting_that_does_not_fit_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match="sepia"):
        rewire(tmp_path, "camera", "0 sepia")
    with pytest.raises(WrongInput, match="first say where"):
        rewire(tmp_path, "broker.user", "x")
    assert not (tmp_path / "devices.toml").exists()


# --- at a desk, with the real parts ---


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    host = Host(tmp_path, chance=Random(1))
    yield Desk(host, chance=Random(1))
    host.close()


def until(desk: Desk, holds: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert desk.host is not None
        desk.host.poll()
        assert time.monotonic() < end, desk.host.devices
        time.sleep(0.005)


def typed(desk: Desk, text: str) -> None:
    """Type with the keys on the screen, capitals by their key."""
    for letter in text:
        if letter.isupper():
            tap(desk, "A")
        tap(desk, letter)
        if letter.isupper():
            tap(desk, "a")


def test_a_tray_is_heard_over_a_broker_that_was_typed_in(desk: Desk, tmp_path: Path) -> None:
    with start_broker({"host": "Secret-1", "tray-red": "r"}) as broker:
        desk.do(acts.Open("wiring"))
        for label, text in (("Broker", "127.0.0.1"), ("Port", str(broker.port)), ("Account", "host")):
            tap(desk, label)
            typed(desk, text)
            tap(desk, "Keep")
            assert desk.view().bar.note == "Kept."
        tap(desk, "Password")
        typed(desk, "Secret-1")
        assert desk.view().body.text == "•" * 8
        tap(desk, "Keep")
        assert "Secret-1" not in repr(desk.view())
        tray = VirtualTray("red", settle=0.02)
        tray.serve_mqtt(broker.address("tray-red"), "table")
        until(desk, lambda: [device.id for device in desk.host.devices if device.id == f"mqtt:{tray.id}"])
        tray.close()
    kept = read_wiring(tmp_path).broker
    assert kept is not None
    assert kept.password == "Secret-1"


def test_a_tray_on_a_cable_is_heard_once_its_port_is_chosen(desk: Desk) -> None:
    tray = VirtualTray("red", settle=0.02, travel=0.001)
    desk.do(acts.Wire("serial", tray.serve_pty()))
    until(desk, lambda: [device.id for device in desk.host.devices if device.id == f"serial:{tray.id}"])
    tray.close()


def test_a_wrong_address_is_said_where_it_was_typed(desk: Desk) -> None:
    desk.do(acts.Open("wiring"))
    tap(desk, "Another camera")
    typed(desk, "0")
    desk.do(acts.Letter(" "))
    typed(desk, "x")
    tap(desk, "Keep")
    assert "'x' is no setting" in desk.view().bar.note
    assert desk.host.wiring.camera == ""


def test_while_a_game_runs_nothing_is_chosen(desk: Desk) -> None:
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("values", "none"))
    desk.do(acts.Start())
    desk.do(acts.Open("wiring"))
    assert labelled(desk, "No camera").command is None
    desk.do(acts.Wire("camera", "0"))
    assert desk.host.wiring.camera == ""
    assert "no game runs" in desk.view().bar.note
