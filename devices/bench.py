"""Walks through every sensor of one tray with the person who built it: what to do, what was seen, what is wrong.

Nothing is booked, and no calibration is changed. What is asked and how it is judged: `devices.bench_checks`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol

from devices.bench_checks import NOTHING, Check, SoFar, checks_of, finding
from devices.doctor import examine_at_broker, examine_on_cable
from devices.errors import NotPermitted, NotPresent
from devices.finding import Finding
from devices.inventory import Inventory
from devices.message import FromDevice, Heartbeat, Pressed, Report
from devices.mqtt import MqttTrays
from devices.mqtt_client import Address
from devices.protocol import NEEDS, ZONES
from devices.serial_port import SerialPort
from devices.tray import Tray, Value
from devices.wired import WiredTray

ANSWER = 4.0
"""Seconds a tray has to say who it is."""
LOST = 8.0
"""Seconds after which a tray that went away does not come back by itself."""
Answer = bool | Literal["", "skip", "stop"]
"""What a person typed: yes, no, nothing yet, the next one please, enough."""


class BenchTray(Tray):
    """A tray whose messages are kept for the check that runs; it has no seat, so that nothing is reported to a game."""

    def __init__(self) -> None:
        super().__init__("bench", {}, {}, Inventory())
        self.messages: list[FromDevice] = []

    def receive(self, message: FromDevice, at: float) -> list[Value]:
        """Keep what comes from the tray that has answered; a press that is repeated is one press."""
        before = self._press
        values = super().receive(message, at)
        repeated = isinstance(message, Pressed) and self._press == before
        if self.known and not repeated and not isinstance(message, Heartbeat):
            self.messages.append(message)
        return values

    def counts(self) -> dict[str, tuple[int, ...]]:
        """What lies in each zone that it has."""
        return {zone: self._counts.get(zone, NOTHING) for zone in ZONES if NEEDS[zone] in self.card.capabilities}


class Line(Protocol):
    """A cable or a broker."""

    def read(self, timeout: float) -> list[Value]: ...
    def close(self) -> None: ...


class Bench:
    """One tray that answers, at a `port` or at a broker. `walk` goes through its parts; call `close` at the end."""

    def __init__(self, line: Line, tray: BenchTray, port: str = "") -> None:
        self.tray = tray
        self._line, self._port = line, port

    def about(self) -> tuple[Finding, ...]:
        """Who it is and where, and what its card says is wrong with it."""
        card = self.tray.card
        return examine_on_cable(self._port, card) if self._port else examine_at_broker(card.id, card)

    def walk(
        self, begin: Callable[[Check], None], answer: Callable[[], Answer], depth: int, patience: float
    ) -> Iterator[tuple[Check, Finding]]:
        """Each check with what was found; `begin` is called with it before, `answer` returns what a person typed.

        A check that finds nothing for `patience` seconds ends as late. It ends early when the tray is gone for good.
        """
        for check in checks_of(self.tray.card.capabilities, depth):
            begin(check)
            found = self._run(check, answer, patience)
            if found is None:
                return
            yield check, found
            if found.id == "gone":
                return

    def _run(self, check: Check, answer: Callable[[], Answer], patience: float) -> Finding | None:
        """What one check finds; None when a person has had enough."""
        self.tray.messages.clear()
        heard = SoFar(self.tray.messages, self.tray.counts())
        for command in check.commands:
            self.tray.ask(command)
        start = last = there = time.monotonic()
        while (now := time.monotonic()) - start < patience:
            count = len(heard.messages)
            self._line.read(0.05)
            last = now if len(heard.messages) > count else last
            there = now if self.tray.known else there
            heard.seconds, heard.quiet = now - start, now - last
            typed = answer()
            if typed == "stop":
                return None
            if now - there > LOST:
                return finding("gone", why=self.tray.card.why)
            if typed == "skip":
                break
            heard.answer = typed if isinstance(typed, bool) and check.asks else heard.answer
            if found := _fault(heard) or check.judge(heard):
                return found
        return check.judge(heard) or (_skipped(check) if check.asks else check.late(heard))

    def close(self) -> None:
        """Let the tray go."""
        self._line.close()


def _fault(heard: SoFar) -> Finding | None:
    """A part that fails says so once, by the name of Python's error."""
    lines = [told.line for told in heard.messages if isinstance(told, Report) and "Error(" in told.line]
    return finding("fault", line=lines[0]) if lines else None


def _skipped(check: Check) -> Finding:
    return finding("skipped", step=" ".join(map(str, (check.kind, *check.facts.values()))))


def open_bench(wanted: str, ports: Sequence[str], broker: tuple[Address, str] | None) -> Bench:
    """The bench of the first tray that answers on these ports, or at this broker and table; `wanted` is its id or port.

    Raises NotPresent when none does, and NotPermitted where a port is in use and no other tray answers.
    """
    refused: NotPermitted | None = None
    for port in [wanted] if wanted.startswith(("/", "COM")) else ports:
        try:
            SerialPort(port).close()
        except NotPermitted as error:
            refused = error
            continue
        except NotPresent:
            continue
        tray = BenchTray()
        line = WiredTray(port, SerialPort, tray)
        if _answers(line, [tray], wanted.replace(port, "")):
            return Bench(line, tray, port)
        line.close()
    if broker is not None and (found := _at_broker(wanted, *broker)):
        return found
    raise refused or NotPresent(wanted)


def _at_broker(wanted: str, address: Address, table: str) -> Bench | None:
    made: list[BenchTray] = []

    def make() -> BenchTray:
        made.append(BenchTray())
        return made[-1]

    line = MqttTrays(address, table, make, name="bench")
    tray = _answers(line, made, wanted)
    if tray is None:
        line.close()
        return None
    return Bench(line, tray)


def _answers(line: Line, trays: Sequence[BenchTray], wanted: str) -> BenchTray | None:
    """The tray that says who it is, and is the one that is wanted; `trays` may grow meanwhile."""
    until = time.monotonic() + ANSWER
    while time.monotonic() < until:
        line.read(0.1)
        for tray in trays:
            if tray.known and tray.card.id and wanted in ("", tray.card.id):
                return tray
    return None
