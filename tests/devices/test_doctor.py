"""Each prepared fault is found, named and explained, with what to do."""

from __future__ import annotations

import os
import pty
import tty
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from devices import doctor
from devices.broker import Broker, free_port, start_broker
from devices.doctor import Finding, examine_broker, examine_port, examine_ports
from devices.mqtt import ONLINE
from devices.mqtt_client import Address, MqttClient
from devices.serial_port import SerialPort
from devices.topics import device
from tests.devices.conftest import TABLE, eventually

SOON = 0.8


def ids(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.id for finding in findings]


@pytest.fixture
def foreign() -> Any:
    """A pty with something else at its other end: (master, port)."""
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_good_tray_is_named(trays) -> None:
    assert ids(examine_port(trays().serve_pty())) == ["port-good"]


def test_a_missing_port() -> None:
    (finding,) = examine_port("/dev/ttyNowhere")
    assert finding.id == "port-missing"
    assert "cable" in finding.remedy()


def test_no_permission_on_the_port(monkeypatch: pytest.MonkeyPatch, foreign) -> None:
    def forbidden(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serialposix.os.open", forbidden)  # root may open anything, so the refusal is played
    assert ids(examine_port(foreign[1])) == ["port-forbidden"]


def test_a_port_another_program_uses(foreign) -> None:
    other = SerialPort(foreign[1])
    assert ids(examine_port(foreign[1])) == ["port-taken"]
    other.close()


def test_a_port_where_nothing_answers(foreign) -> None:
    assert ids(examine_port(foreign[1], SOON)) == ["port-silent"]


@pytest.mark.parametrize("babble", [b"\xf8\x00\x80" * 60, b"$GPGGA,123519,4807.038,N\r\n" * 20])
def test_a_device_that_speaks_something_else_or_at_another_speed(babble: bytes, foreign) -> None:
    opened = SerialPort(foreign[1])  # so that what is said before the doctor comes is not thrown away with the port
    opened.close()

    def talk(_: object = None) -> list[Any]:
        os.write(foreign[0], babble)
        return []

    device_read = doctor.WiredTray.read
    talking = lambda self, timeout: [*talk(), *device_read(self, timeout)]  # noqa: E731
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor.WiredTray, "read", talking)
        assert ids(examine_port(foreign[1], SOON)) == ["port-babble"]


def test_another_version_of_the_protocol(trays) -> None:
    tray = trays()
    tray.faults.version = 9
    assert ids(examine_port(tray.serve_pty(), SOON)) == ["port-version"]


def test_stale_firmware(trays, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "OLDEST", (1, 4, 0))
    _, finding = examine_port(trays().serve_pty())
    assert finding.id == "firmware-old"
    assert "1.4.0" in finding.what()


@pytest.mark.parametrize("state", ["none", "due"])
def test_a_tray_that_needs_calibrating(state: str, trays) -> None:
    tray = trays()
    tray._machine.me["calibration"] = state
    assert ids(examine_port(tray.serve_pty())) == ["port-good", f"calibration-{state}"]


def test_two_trays_with_one_id(trays) -> None:
    findings = examine_ports([trays().serve_pty(), trays(seed=2).serve_pty()])
    assert ids(findings) == ["port-good", "port-good", "id-double"]


def test_no_broker() -> None:
    assert ids(examine_broker(Address(port=free_port()), TABLE, SOON)) == ["broker-missing"]


def test_a_wrong_password(broker: Broker) -> None:
    address = Address(port=broker.port, user="host", password="guess")
    (finding,) = examine_broker(address, TABLE, SOON)
    assert finding.id == "broker-password"
    assert "host" in finding.what()


def test_a_name_without_the_rights_of_the_host(broker: Broker) -> None:
    assert ids(examine_broker(broker.address("tray-red"), TABLE, SOON)) == ["broker-rights"]


def test_a_broker_that_delays_small_packets(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SLOW_MS", 0.0)
    assert ids(examine_broker(broker.address(), TABLE, SOON))[0] == "broker-slow"


def test_a_broker_without_trays(broker: Broker) -> None:
    assert ids(examine_broker(broker.address(), TABLE, SOON)) == ["broker-good", "no-trays"]


def test_a_tray_at_the_broker_that_does_not_say_who_it_is(broker: Broker) -> None:
    ghost = MqttClient(broker.address("tray-red"), "ghost", [], ("x", b""), lambda: None)
    assert eventually(lambda: ghost.poll(0.02) or ghost.connected)
    ghost.publish(device(TABLE, "tray-red", "status"), ONLINE, retain=True)
    ghost.flush()
    assert ids(examine_broker(broker.address(), TABLE, SOON)) == ["broker-good", "tray-silent"]
    ghost.close()


def test_a_good_tray_at_a_good_broker_keeps_its_host(broker: Broker, trays, hub, heard) -> None:
    tray = trays()
    tray.set_gold(4)
    tray.serve_mqtt(broker.address(tray.id), TABLE)
    hub.add_mqtt(broker.address(), TABLE)
    assert heard.sees(4)
    assert ids(examine_broker(broker.address(), TABLE)) == ["broker-good", "tray-good"]
    tray.drop(1)
    assert heard.sees(5)
    assert "Lost" not in heard.kinds()


def test_a_certificate_file_that_is_none(tmp_path: Path) -> None:
    with start_broker({"host": "h"}) as broker:
        (tmp_path / "ca.crt").write_text("not a certificate")
        address = Address("127.0.0.1", broker.port, "host", "h", tmp_path / "ca.crt")
        assert ids(examine_broker(address, TABLE, SOON)) == ["broker-certificate"]


def test_every_finding_is_worded_in_three_languages_and_every_trouble_has_a_remedy() -> None:
    for id, words in doctor._WORDS.items():
        facts = {name: "x" for text in words["what"].values() for _, name, _, _ in Formatter().parse(text) if name}
        for language in ("en", "it", "es"):
            assert Finding(id, facts).what(language)
            assert bool(Finding(id, facts).remedy(language)) == (words["level"] != "ok")
