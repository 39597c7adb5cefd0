"""Diagnoses ports, brokers and trays, and explains what to do; it changes nothing and records nothing."""

from __future__ import annotations

import socket
import time
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from devices.errors import DeviceError, NotPermitted, NotPresent
from devices.finding import Finding
from devices.inventory import Inventory
from devices.mqtt import MqttTrays
from devices.mqtt_client import Address, MqttClient
from devices.protocol import TABLE
from devices.serial_port import SerialPort
from devices.tray import Card, Tray
from devices.wired import WiredTray
from engine.sighting import Sighting, Weight

_WORDS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "doctor.toml").read_text(encoding="utf-8"))
OLDEST: tuple[int, ...] = tuple(TABLE["oldest_firmware"])
SLOW_MS = 30.0  # one side without TCP_NODELAY costs 40 ms or more a round trip
SOON = 0.8  # seconds in which a tray that has counted reports what is odd, and a second tray with its id answers
PROBE = "doctor"


def found(kind: str, /, **facts: object) -> Finding:
    """A finding in the words of `doctor.toml`."""
    return Finding(kind, {name: str(fact) for name, fact in facts.items()}, _WORDS[kind])


# --- a port ---


def examine_port(port: str, seconds: float = 4.0) -> tuple[Finding, ...]:
    """Problems of a serial port and the tray on it; takes at most `seconds` when nothing answers."""
    try:
        SerialPort(port).close()
    except NotPresent:
        return (found("port-missing", port=port),)
    except NotPermitted as error:
        return (found("port-taken" if "another program" in str(error) else "port-forbidden", port=port),)
    except DeviceError:
        return (found("port-babble", port=port),)
    return _talk(port, seconds)


def _talk(port: str, seconds: float) -> tuple[Finding, ...]:
    tray = Tray("serial", _Everyone(), {}, Inventory())
    device = WiredTray(port, SerialPort, tray)
    until, readings = time.monotonic() + seconds, list[Weight]()
    while time.monotonic() < until and not tray.card.why:
        readings += _weights(device.read(0.1))
        if readings:
            until = min(until, time.monotonic() + SOON)
    damaged = device.damaged
    device.close()
    if tray.card.refused:
        return (found("port-version", port=port),)
    if not tray.card.id:
        return (found("port-babble" if damaged else "port-silent", port=port),)
    return (*examine_on_cable(port, tray.card), *_odd(tray.card, readings))


class _Everyone(dict[str, str]):
    """A seat for every tray, so that it reports what it senses."""

    def get(self, _id: str, _default: object = None) -> str:
        return "?"


def _weights(values: Iterable[object]) -> list[Weight]:
    return [v.reading for v in values if isinstance(v, Sighting) and isinstance(v.reading, Weight)]


def _odd(card: Card, readings: Sequence[Weight]) -> tuple[Finding, ...]:
    worst = max(readings, key=lambda weight: weight.doubt, default=Weight(0))
    if card.why and not readings:
        return (found("sensor-odd-start", id=card.id),)
    if not worst.doubt:
        return ()
    return (found("sensor-odd", id=card.id, gold=worst.gold, doubt=f"{worst.doubt:.0f}"),)


def _examine_card(card: Card) -> tuple[Finding, ...]:
    findings = []
    if tuple(int(part) for part in card.firmware.split(".")) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        findings.append(found("firmware-old", id=card.id, firmware=card.firmware, oldest=oldest))
    if card.calibration != "good":
        findings.append(found(f"calibration-{card.calibration}", id=card.id))
    return tuple(findings)


def examine_ports(ports: Sequence[str], seconds: float = 4.0) -> tuple[Finding, ...]:
    """Problems of each port, and of trays that report the same id."""
    findings = [finding for port in ports for finding in examine_port(port, seconds)]
    ids = [finding.facts["id"] for finding in findings if finding.id == "port-good"]
    return (*findings, *(found("id-double", id=id) for id in sorted({id for id in ids if ids.count(id) > 1})))


# --- a broker ---


def examine_broker(address: Address, table: str, seconds: float = 4.0) -> tuple[Finding, ...]:
    """Problems of a broker, of our rights there, and of the trays of `table`."""
    broker = f"{address.host}:{address.port}"
    try:
        socket.create_connection((address.host, address.port), seconds).close()
    except OSError:
        return (found("broker-missing", broker=broker),)
    try:
        client = _Echo(address, table)
    except NotPermitted:
        return (found("broker-certificate", broker=broker),)
    try:
        finding = client.examine(broker, seconds)
    finally:
        client.close()
    return (finding,) if finding.level == "bad" else (finding, *_examine_trays(address, table, seconds))


class _Echo:
    """Sends itself messages through the broker and measures how long they take."""

    def __init__(self, address: Address, table: str) -> None:
        self._table, self._user = table, address.user
        self._topic = f"companion/{table}/{PROBE}/echo"
        self._client = MqttClient(
            address, f"{PROBE}-{time.monotonic_ns()}", [self._topic], (self._topic, b""), _nothing
        )

    def examine(self, broker: str, seconds: float) -> Finding:
        until = time.monotonic() + seconds
        while not self._client.connected and not self._client.trouble and time.monotonic() < until:
            self._client.poll(0.05)
        if not self._client.connected:
            return self._refused(broker)
        trips = [trip for trip in (self._trip() for _ in range(5)) if trip is not None]
        if not trips:
            return found("broker-rights", broker=broker, user=self._user, table=self._table)
        ms = median(trips) * 1000
        return found("broker-slow" if ms > SLOW_MS else "broker-good", broker=broker, ms=f"{ms:.1f}")

    def _refused(self, broker: str) -> Finding:
        if self._client.denied:
            return found("broker-password", broker=broker, user=self._user)
        if "ertificate" in self._client.trouble:
            return found("broker-certificate", broker=broker)
        return found("broker-other", broker=broker)

    def _trip(self) -> float | None:
        """Seconds there and back, or None when it does not come back within one."""
        start = time.monotonic()
        self._client.publish(self._topic, b"{}")
        while time.monotonic() < start + 1.0:
            if any(arrived.topic == self._topic for arrived in self._client.poll(0.05)):
                return time.monotonic() - start
        return None

    def close(self) -> None:
        self._client.close()


def _nothing() -> None:
    """There is nothing to announce."""


def _examine_trays(address: Address, table: str, seconds: float) -> tuple[Finding, ...]:
    trays = MqttTrays(address, table, _unseated_tray, name=PROBE)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        trays.read(0.1)
        if _all_known(trays):  # one of two with one id answers first
            until = min(until, time.monotonic() + SOON)
    cards = {id: tray.card for id, tray in trays.trays.items()}
    trays.close()
    if not cards:
        return (found("no-trays", table=table),)
    return tuple(finding for id, card in sorted(cards.items()) for finding in examine_at_broker(id, card))


def _unseated_tray() -> Tray:
    return Tray("mqtt", _Everyone(), {}, Inventory())


def _all_known(trays: MqttTrays) -> bool:
    return bool(trays.trays) and all(tray.known or tray.card.refused for tray in trays.trays.values())


def examine_at_broker(id: str, card: Card) -> tuple[Finding, ...]:
    """Problems of a tray at the broker, by its answer when asked who it is."""
    if card.refused:
        return (found("tray-version" if card.refused == "version" else "id-double", id=id),)
    if card.state != "there":
        return (found("tray-silent", id=id),)
    return (found("tray-good", id=id), *_examine_card(card))


def examine_on_cable(port: str, card: Card) -> tuple[Finding, ...]:
    """Problems of a tray that has answered on this port, by that answer."""
    return (found("port-good", id=card.id, port=port), *_examine_card(card))
