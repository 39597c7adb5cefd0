"""Each prepared fault is found, named and explained, with what to do."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pty
import socket
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from devices import doctor
from devices.broker import Broker, free_port, start_broker
from devices.doctor import examine_broker, examine_port, examine_ports, found
from devices.finding import Finding
from devices.mqtt import ONLINE
from devices.mqtt_client import Address, MqttClient
from devices.serial_port import SerialPort
from devices.topics import device
from devices.tray import Card
from tests.devices.conftest import TABLE, eventually

SOON = 0.8  # where nothing is to be found
LONG = 60.0  # where it is over as soon as it is found


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
    assert ids(examine_port(trays().serve_pty(), LONG)) == ["port-good"]


def test_a_missing_port() -> None:
    (finding,) = examine_port("/dev/ttyNowhere")
    assert finding.id == "port-missing"
    assert "cable" in finding.remedy()


def unprivileged(port: str, found: Any) -> None:
    """In a process of its own: root may open anything, so it becomes nobody first."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setuid(65534)
    found.put(ids(examine_port(port)))


def test_no_permission_on_the_port(foreign) -> None:
    os.chmod(foreign[1], 0)
    context = multiprocessing.get_context("fork")
    found = context.Queue()
    child = context.Process(target=unprivileged, args=(foreign[1], found))
    child.start()
    assert found.get(timeout=20) == ["port-forbidden"]
    child.join(10)
    assert "60-companion-trays.rules" in doctor.found("port-forbidden", port="x").remedy()


def test_a_port_another_program_uses(foreign) -> None:
    other = SerialPort(foreign[1])
    assert ids(examine_port(foreign[1])) == ["port-taken"]
    other.close()


def test_a_port_where_nothing_answers(foreign) -> None:
    assert ids(examine_port(foreign[1], SOON)) == ["port-silent"]


@pytest.mark.parametrize("babble", [b"\xf8\x00\x80" * 60, b"$GPGGA,123519,4807.038,N\r\n" * 20])
def test_a_device_that_sends_something_else_or_at_another_speed(babble: bytes, foreign) -> None:
    over = threading.Event()

    def talk() -> None:
        os.set_blocking(foreign[0], False)
        while not over.wait(0.02):
            with contextlib.suppress(BlockingIOError):  # nobody has read the last of it yet
                os.write(foreign[0], babble)

    talker = threading.Thread(target=talk)
    talker.start()
    try:
        assert ids(examine_port(foreign[1], SOON)) == ["port-babble"]
    finally:
        over.set()
        talker.join()


def test_another_version_of_the_protocol(trays) -> None:
    tray = trays()
    tray.faults.version = 9
    assert ids(examine_port(tray.serve_pty(), LONG)) == ["port-version"]


def test_stale_firmware(trays) -> None:
    _, finding = examine_port(trays(firmware=(0, 9, 3)).serve_pty())
    assert finding.id == "firmware-old"
    assert "0.9.3" in finding.what()


@pytest.mark.parametrize("state", ["none", "due"])
def test_a_tray_that_needs_calibrating(state: str, trays) -> None:
    found = ids(examine_port(trays(calibration=state).serve_pty(), LONG))
    assert found[:2] == ["port-good", f"calibration-{state}"]


def test_something_that_is_no_coin_has_lain_there_for_long(trays) -> None:
    tray = trays()
    tray.set_gold(10)
    port = tray.serve_pty()
    assert ids(examine_port(port)) == ["port-good"]
    tray.disturb("coins", 1, 0.5)
    assert eventually(lambda: tray._machine.zones[0].odd[0] >= 0)
    assert ids(examine_port(port)) == ["port-good", "sensor-odd"]


def test_something_that_is_no_coin_lies_there_at_the_start(trays) -> None:
    tray = trays()
    tray.disturb("coins", 1, 0.5)
    assert ids(examine_port(tray.serve_pty())) == ["port-good", "sensor-odd-start"]


def test_two_trays_with_one_id(trays) -> None:
    findings = examine_ports([trays().serve_pty(), trays(seed=2).serve_pty()])
    assert ids(findings) == ["port-good", "port-good", "id-double"]


def test_no_broker() -> None:
    assert ids(examine_broker(Address(port=free_port()), TABLE, SOON)) == ["broker-missing"]


def test_a_wrong_password(broker: Broker) -> None:
    address = Address(port=broker.port, user="host", password="guess")
    (finding,) = examine_broker(address, TABLE, LONG)
    assert finding.id == "broker-password"
    assert "host" in finding.what()


def test_a_name_without_the_rights_of_the_host(broker: Broker) -> None:
    assert ids(examine_broker(broker.address("tray-red"), TABLE, LONG)) == ["broker-rights"]


@pytest.fixture
def slow_line(broker: Broker) -> Iterator[int]:
    """A port from which the broker is reached as with Nagle's algorithm on one side: each packet waits 60 ms."""
    listener = socket.create_server(("127.0.0.1", 0))
    threads = [threading.Thread(target=_forward, args=(listener, broker.port), daemon=True)]
    threads[0].start()
    yield int(listener.getsockname()[1])
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    threads[0].join(10)


def _forward(listener: socket.socket, port: int) -> None:
    with contextlib.suppress(OSError):  # the listener was closed: the test is over
        while True:
            near, _ = listener.accept()
            far = socket.create_connection(("127.0.0.1", port))
            for source, goal in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(source, goal), daemon=True).start()


def _pass_on(source: socket.socket, goal: socket.socket) -> None:
    with contextlib.suppress(OSError):  # either end hung up
        while chunk := source.recv(65536):
            time.sleep(0.06)
            goal.sendall(chunk)
    goal.close()


def test_a_broker_that_delays_small_packets(slow_line: int, broker: Broker) -> None:
    address = Address(port=slow_line, user="host", password=broker.address().password)
    assert ids(examine_broker(address, TABLE, 2.0))[0] == "broker-slow"


@pytest.mark.parametrize("greeting", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"], ids=["silent", "web server"])
def test_a_port_where_something_else_than_a_broker_answers(greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_greet, args=(server, greeting), daemon=True).start()
        assert ids(examine_broker(Address(port=server.getsockname()[1]), TABLE, SOON)) == ["broker-other"]


def _greet(server: socket.socket, greeting: bytes) -> None:
    with contextlib.suppress(OSError):  # the server was closed: the test is over
        guests = []
        while True:
            guests.append(server.accept()[0])
            guests[-1].sendall(greeting)


def test_a_broker_without_trays(broker: Broker) -> None:
    assert ids(examine_broker(broker.address(), TABLE, 3.0)) == ["broker-good", "no-trays"]


def test_a_tray_at_the_broker_that_does_not_say_who_it_is(broker: Broker) -> None:
    ghost = MqttClient(broker.address("tray-red"), "ghost", [], ("x", b""), lambda: None)
    assert eventually(lambda: ghost.poll(0.02) or ghost.connected)
    ghost.publish(device(TABLE, "tray-red", "status"), ONLINE, retain=True)
    ghost.flush()
    assert ids(examine_broker(broker.address(), TABLE, 3.0)) == ["broker-good", "tray-silent"]
    ghost.close()


def test_another_version_of_the_protocol_at_the_broker(broker: Broker, trays) -> None:
    tray = trays()
    tray.faults.version = 9
    tray.serve_mqtt(broker.address(tray.id), TABLE)
    assert ids(examine_broker(broker.address(), TABLE, LONG)) == ["broker-good", "tray-version"]


def test_a_tray_that_was_refused_at_the_broker_because_there_are_two_of_it() -> None:
    card = Card(source="mqtt:?", id="tray-red", state="refused", refused="id")
    assert ids(doctor.examine_at_broker("tray-red", card)) == ["id-double"]


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
        address = Address(port=broker.port, user="host", password="h", ca=tmp_path / "ca.crt")
        assert ids(examine_broker(address, TABLE, SOON)) == ["broker-certificate"]


def test_every_finding_is_worded_in_four_languages_and_every_trouble_has_a_remedy() -> None:
    for id, words in doctor._WORDS.items():
        facts = {name: "x" for text in words["what"].values() for _, name, _, _ in Formatter().parse(text) if name}
        for language in ("en", "it", "es", "de"):
            assert found(id, **facts).what(language)
            assert bool(found(id, **facts).remedy(language)) == (words["level"] != "ok")
