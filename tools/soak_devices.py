"""Thirty trays, random hands, random faults: does anything wrong ever get through?

python -m tools.soak_devices [--minutes 10] [--trays 30] [--seed 1]

Every few seconds all faults end and every tray must be seen exactly as it is. In between, a sum that never lay on a
tray, a press told twice or out of order, or one that nobody made is a wrong booking. Ends with 1 if there was any, if a
tray stayed unseen, or if memory grew.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from devices.broker import Broker, start_broker
from devices.hub import Hub
from devices.menu import Menu, Span
from devices.tray import Value
from devices.virtual import VirtualTray
from engine.sighting import Lost, Press, Sighting, Weight

TABLE = "soak"
STORM_S, CALM_S = 6.0, 40.0
GROWTH_MB = 25  # allowed after the first round, for caches that fill


class Seat:
    """One tray, what its hands did, and what was heard of it."""

    def __init__(self, number: int, seed: int, folder: Path) -> None:
        self.name = f"seat-{number}"
        self.tray = VirtualTray(self.name, settle=0.03, travel=0.0, seed=seed)
        self.wire = ("serial", "tcp", "mqtt")[number % 3]
        self.address = ""
        self.link = folder / f"ttyTray{number}"
        self.sums = {0}
        self.pressed: list[int] = []
        self.heard: list[Press] = []
        self.last: Weight | None = None
        self.wrong: list[str] = []

    def hear(self, sighting: Sighting) -> None:
        """Hold what was seen against what was done."""
        reading = sighting.reading
        if isinstance(reading, Weight):
            self.last = reading
            if reading.gold not in self.sums and not reading.doubt:
                self.wrong.append(f"{self.name}: {reading.gold} gold never lay there")
        elif isinstance(reading, Press):
            self._press(reading)

    def _press(self, press: Press) -> None:
        if not press.about:  # the tray had just started anew and had no menu: the press answers nothing
            return
        later = self.pressed[self.pressed.index(self.heard[-1].choice) + 1 :] if self.heard else self.pressed
        if press.choice not in later or press.about <= press.choice:  # a later menu may have come before the hand
            self.wrong.append(f"{self.name}: {press!r} told twice, out of order, or never made")
        self.heard.append(press)


class Soak:
    """The table, its broker and its hub."""

    def __init__(self, trays: int, seed: int, folder: Path, broker: Broker) -> None:
        self.chance = random.Random(seed)
        self.broker = broker
        self.seats = [Seat(number, seed + number, folder) for number in range(trays)]
        self._by_name = {seat.name: seat for seat in self.seats}
        self.hub = Hub(self._put, {seat.tray.id: seat.name for seat in self.seats})
        self.hub.add_mqtt(broker.address(), TABLE)
        self.counts: Counter[str] = Counter()
        for seat in self.seats:
            if seat.wire == "serial":
                self.hub.add_serial(str(seat.link))
            self.plug(seat)
            if seat.wire == "tcp":
                self.hub.add_tcp(seat.address)

    def _put(self, value: Value) -> None:
        self.counts[type(value).__name__] += 1
        if isinstance(value, Sighting):
            self._by_name[value.zone.split("/")[1]].hear(value)
        elif isinstance(value, Lost):
            self._of(value.source).last = None

    def _of(self, source: str) -> Seat:
        return self._by_name[source.partition(":tray-")[2]]

    def plug(self, seat: Seat) -> None:
        """On its own wire."""
        if seat.wire == "serial":
            seat.tray.serve_pty(seat.link)
        elif seat.wire == "mqtt":
            seat.tray.serve_mqtt(self.broker.address(seat.tray.id), TABLE)
        else:
            seat.address = seat.tray.serve_tcp()

    # --- hands and faults ---

    def storm(self, seconds: float) -> None:
        """Hands at work while things break."""
        for seat in self.seats:
            self._ail(seat)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            seat = self.chance.choice(self.seats)
            self.chance.choices((self._move, self._press, self._break), (70, 20, 10))[0](seat)
            time.sleep(0.002)

    def _ail(self, seat: Seat) -> None:
        faults = seat.tray.faults
        for name in ("lost", "doubled", "swapped", "noise", "cut"):
            setattr(faults, name, self.chance.choice((0.0, 0.0, 0.05, 0.3)))

    def _move(self, seat: Seat) -> None:
        gold = self.chance.randrange(120)
        seat.sums.add(gold)
        seat.tray.set_gold(gold)
        self.counts["moves"] += 1

    def _press(self, seat: Seat) -> None:
        number = len(seat.pressed)
        self.hub.show(seat.tray.id, _menu(number))
        if seat.tray.menu and seat.tray.menu.about == number + 1:
            seat.pressed.append(number)
            seat.tray.press("confirm", number)
            self.counts["presses"] += 1

    def _break(self, seat: Seat) -> None:
        fault = self.chance.choice(("reset", "mute", "vanish", "unplug", "broker"))
        if fault == "reset":
            seat.tray.reset()
        elif fault == "mute":
            seat.tray.faults.mute = not seat.tray.faults.mute
        elif fault == "vanish":
            seat.tray.vanish()
        elif fault == "unplug" and seat.wire != "tcp":  # a TCP tray would come back as another address
            seat.tray.unplug()
            self.plug(seat)
        elif fault == "broker" and self.chance.random() < 0.05:
            self.broker.stop()
            self.broker.start()
        self.counts[fault] += 1

    def calm(self, seconds: float) -> list[str]:
        """All faults end; the names of the trays that are not seen as they are when time is up."""
        for seat in self.seats:
            faults = seat.tray.faults
            faults.lost = faults.doubled = faults.swapped = faults.noise = faults.cut = 0.0
            faults.mute = False
        until = time.monotonic() + seconds
        while (unseen := self._unseen()) and time.monotonic() < until:
            time.sleep(0.05)
        return unseen

    def _unseen(self) -> list[str]:
        return [f"{s.name} ({s.wire}): {s.tray.gold} lies, {s.last} seen" for s in self.seats if not _seen(s)]

    def wrong(self) -> list[str]:
        """All that was told and never was."""
        return [line for seat in self.seats for line in seat.wrong]

    def close(self) -> None:
        self.hub.close()
        for seat in self.seats:
            seat.tray.close()


def _menu(number: int) -> Menu:
    return Menu(number + 1, "number", Span(0, 30_000))


def _seen(seat: Seat) -> bool:
    return seat.last is not None and seat.last.gold == seat.tray.gold


def memory_mb() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def soak(minutes: float, trays: int, seed: int) -> int:
    """The number of things that went wrong."""
    accounts = {"host": "soak", **{f"tray-seat-{n}": f"secret-{n}" for n in range(trays)}}
    with TemporaryDirectory() as folder, start_broker(accounts) as broker:
        table = Soak(trays, seed, Path(folder), broker)
        bad, first, until, rounds = 0, 0.0, time.monotonic() + minutes * 60, 0
        try:
            while time.monotonic() < until or not rounds:
                table.storm(STORM_S)
                unseen = table.calm(CALM_S)
                rounds += 1
                first = first or memory_mb()
                bad += _tell(rounds, unseen, memory_mb(), table)
        finally:
            table.close()
        wrong = table.wrong()
    print("\n".join(wrong[:20]))
    grown = memory_mb() - first
    print(f"{rounds} rounds, {len(wrong)} wrong bookings, {bad} trays not seen, memory {grown:+.1f} MB")
    print(", ".join(f"{count} {what}" for what, count in sorted(table.counts.items())))
    return len(wrong) + bad + (grown > GROWTH_MB)


def _tell(number: int, unseen: Sequence[str], memory: float, table: Soak) -> int:
    print(
        f"round {number}: {len(unseen)} not seen as they are, {len(table.wrong())} wrong, {memory:.0f} MB", flush=True
    )
    for line in unseen:
        print("  " + line)
    return len(unseen)


def main() -> int:
    """1 when anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--trays", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.getLogger("devices").setLevel(logging.ERROR)
    return 1 if soak(asked.minutes, asked.trays, asked.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
