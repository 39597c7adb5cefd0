"""Thirty trays, random hands, random faults: does anything wrong ever get through?

python -m tools.soak_devices [--minutes 10] [--trays 30] [--seed 1] [--write]

Every few seconds all faults end and every tray must be seen exactly as it is; then one hand lays a coin too many
(every fourth time it books one where the sensor sticks), and that place, and no other, must be seen to differ.
In between, a sum that never lay on a tray, a press told twice, out of order or for another list than the hand saw, or
one that nobody made is a wrong booking. Ends with 1 if there was any, if a tray stayed unseen, or if memory grew.
With `--write` the figures go to docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from devices.broker import Broker, start_broker
from devices.firmware.constants import GUARD_MS
from devices.hub import Hub
from devices.menu import Menu, Span
from devices.protocol import COINS, GOODS
from devices.tray import Value
from devices.virtual import VirtualTray
from engine.sighting import Count, Lost, Press, Sighting, Weight
from tools.bench_report import Figure, machine, table, write_section

TABLE = "soak"
STORM_S, CALM_S = 6.0, 40.0
FAULTS = ("reset", "mute", "deaf", "drift", "jump", "version")
FAULTS_ON: Mapping[str, tuple[str, ...]] = {"serial": ("unplug",), "tcp": (), "mqtt": ("unplug", "vanish", "twin")}
ALL_FAULTS = (*FAULTS, "unplug", "vanish", "twin", "broker")
BROKER = 0.006  # share of faults that are a restart of the broker
ASKING = 0.4  # share of presses that are a new list instead
ONES = COINS.index(1)
DRIFT = 0.03  # pieces a second a scale may wander: in one storm less than half a piece
PACE = 60.0  # seconds between two deeds at one tray in a real game: about seventy in one of ninety minutes
WRONG_VERSION = 99
GROWTH_MB = 25  # allowed after the first round, for caches that fill


class Seat:
    """One tray, what its hands did, and what was heard of it."""

    def __init__(self, number: int, seed: int, folder: Path) -> None:
        self.name = f"seat-{number}"
        self.tray = VirtualTray(self.name, settle=0.03, travel=0.0, seed=seed, guard=GUARD_MS / 1000)
        self.wire = ("serial", "tcp", "mqtt")[number % 3]
        self.address = ""
        self.link = folder / f"ttyTray{number}"
        self.sums = {0}
        self.asked = 0
        self.cubes = [0] * len(GOODS)
        self.bought: dict[str, int] | None = None
        self.pressed: list[int] = []
        self.heard: list[Press] = []
        self.last: Weight | None = None
        self.twin: VirtualTray | None = None
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
        elif isinstance(reading, Count) and sighting.zone.endswith("/bought"):
            self.bought = reading.tally

    def _press(self, press: Press) -> None:
        if not press.about:  # the tray had just started anew and had no menu: the press answers nothing
            return
        later = self.pressed[self.pressed.index(self.heard[-1].choice) + 1 :] if self.heard else self.pressed
        if press.choice not in later or press.about != press.choice + 1:
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
            self.counts["believed"] += isinstance(value.reading, Press)
            self._by_name[value.zone.split("/")[1]].hear(value)
        elif isinstance(value, Lost):
            self._of(value.source).last = self._of(value.source).bought = None

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
            self.chance.choices((self._move, self._mark, self._press, self._break), (50, 20, 20, 10))[0](seat)
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

    def _mark(self, seat: Seat) -> None:
        column = self.chance.randrange(len(GOODS))
        wanted = self.chance.randrange(3)
        seat.tray.mark("bought", GOODS[column], wanted - seat.cubes[column])
        seat.cubes[column] = wanted
        self.counts["moves"] += 1

    def _press(self, seat: Seat) -> None:
        """A new list, or a press on the one that can be seen, whatever comes in between."""
        if self.chance.random() < ASKING:
            self.hub.show(seat.tray.id, _menu(seat.asked))
            seat.asked += 1
        elif seat.tray.menu and seat.tray.menu.about and seat.tray.menu.about - 1 not in seat.pressed[-1:]:
            seat.pressed.append(seat.tray.menu.about - 1)
            seat.tray.press("confirm", seat.pressed[-1])
            self.counts["presses"] += 1

    def _break(self, seat: Seat) -> None:
        restart = self.chance.random() < BROKER
        fault = "broker" if restart else self.chance.choice(FAULTS + FAULTS_ON[seat.wire])
        self.counts[fault] += 1
        match fault:
            case "mute" | "deaf":
                setattr(seat.tray.faults, fault, not getattr(seat.tray.faults, fault))
            case "version":
                seat.tray.faults.version ^= WRONG_VERSION
            case "drift":
                seat.tray.drift("coins", self.chance.randrange(5), self.chance.uniform(-DRIFT, DRIFT))
            case "jump":
                seat.tray.jump(self.chance.uniform(-2.0, 5.0))
            case "reset":
                seat.tray.reset()
            case _:
                self._break_off(fault, seat)

    def _break_off(self, fault: str, seat: Seat) -> None:
        """Faults of the connection; a TCP tray cannot be unplugged, it would come back at another address."""
        match fault:
            case "vanish":
                seat.tray.vanish()
            case "unplug":
                seat.tray.unplug()
                self.plug(seat)
            case "twin":
                self._double(seat)
            case "broker":
                self.broker.stop()
                self.broker.start()

    def _double(self, seat: Seat) -> None:
        """A second device with its id, until the next time."""
        if seat.twin:
            seat.twin.close()
            seat.twin = None
        else:
            seat.twin = seat.tray.twin()
            seat.twin.serve_mqtt(self.broker.address(seat.tray.id), TABLE)

    def calm(self, seconds: float) -> list[str]:
        """All faults end; the names of the trays that are not seen as they are when time is up."""
        for seat in self.seats:
            faults = seat.tray.faults
            faults.lost = faults.doubled = faults.swapped = faults.noise = faults.cut = 0.0
            faults.mute = faults.deaf = False
            faults.version = 0
            if seat.twin:
                self._double(seat)
            for column in range(len(GOODS)):
                seat.tray.drift("coins", column, 0.0)
        until = time.monotonic() + seconds
        while (unseen := self._unseen()) and time.monotonic() < until:
            time.sleep(0.05)
        return unseen

    def _unseen(self) -> list[str]:
        return [self._describe(seat) for seat in self.seats if not _seen(seat)]

    def _describe(self, seat: Seat) -> str:
        lies = f"{seat.tray.gold} gold and {seat.tray.ledger('bought')} bought lie"
        return f"{seat.name} ({seat.wire}): {lies}, {seat.last} and {seat.bought} seen, {self.hub.card(seat.tray.id)}"

    def slip(self, seconds: float) -> bool:
        """One tray differs from the book by a coin: whether that place, and no other, is seen to differ."""
        slipped = self.chance.choice(self.seats)
        book = {seat.name: seat.tray.gold for seat in self.seats}
        slipped.sums |= {book[slipped.name] + 1}
        self.counts["slips"] += 1
        if self.counts["slips"] % 4:
            slipped.tray.drop(1)
        else:
            self._unnoticed(slipped)
            book[slipped.name] += 1
        found = self._found(book, [slipped.name], seconds)
        slipped.tray.free("coins", ONES)
        slipped.tray.take(1)
        slipped.sums |= {slipped.tray.gold}
        return found

    def _unnoticed(self, seat: Seat) -> None:
        """A coin is laid and booked where the sensor sticks."""
        seat.tray.stick("coins", ONES)
        coins = list(seat.tray.coins)
        coins[ONES] += 1
        seat.tray.lay("coins", tuple(coins))
        self.counts["stuck"] += 1

    def _found(self, book: Mapping[str, int], wanted: Sequence[str], seconds: float) -> bool:
        until = time.monotonic() + seconds
        while (differing := self._differing(book)) != wanted and time.monotonic() < until:
            time.sleep(0.05)
        return differing == wanted

    def _differing(self, book: Mapping[str, int]) -> list[str]:
        return [seat.name for seat in self.seats if seat.last is None or seat.last.gold != book[seat.name]]

    def wrong(self) -> list[str]:
        """All that was told and never was."""
        return [line for seat in self.seats for line in seat.wrong]

    def close(self) -> None:
        self.hub.close()
        for seat in self.seats:
            seat.tray.close()
            if seat.twin:
                seat.twin.close()


def _menu(number: int) -> Menu:
    return Menu(number + 1, "number", Span(0, 30_000))


def _seen(seat: Seat) -> bool:
    gold = seat.last is not None and seat.last.gold == seat.tray.gold
    return gold and seat.bought == seat.tray.ledger("bought")


def memory_mb() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


class Outcome(NamedTuple):
    """What a soak came to: `unlocated` slips, trays `unseen`, `wrong` bookings, memory in MB after the first round."""

    minutes: float
    trays: int
    rounds: int
    counts: Counter[str]
    wrong: int
    unseen: int
    unlocated: int
    memory: tuple[float, float]

    @property
    def grown(self) -> float:
        """MB."""
        return self.memory[1] - self.memory[0]

    @property
    def hours(self) -> float:
        """Of real play that the hands' deeds at each tray amount to."""
        return (self.counts["moves"] + self.counts["presses"]) / self.trays * PACE / 3600

    @property
    def bad(self) -> int:
        """The number of things that went wrong."""
        return self.wrong + self.unseen + self.unlocated + (self.grown > GROWTH_MB)


def soak(minutes: float, trays: int, seed: int) -> Outcome:
    """Play for so long; tells each round as it goes."""
    accounts = {"host": "soak", **{f"tray-seat-{n}": f"secret-{n}" for n in range(trays)}}
    start = time.monotonic()
    with TemporaryDirectory() as folder, start_broker(accounts) as broker:
        played = Soak(trays, seed, Path(folder), broker)
        unseen = unlocated = rounds = 0
        memory: list[float] = []
        try:
            while time.monotonic() < start + minutes * 60 or not rounds:
                played.storm(STORM_S)
                missed = played.calm(CALM_S)
                unlocated += not missed and not played.slip(CALM_S)
                rounds, unseen = rounds + 1, unseen + len(missed)
                memory.append(memory_mb())
                _tell(rounds, missed, memory[-1], played)
        finally:
            played.close()
        wrong = played.wrong()
    print("\n".join(wrong[:20]))
    ends = (memory[0], memory[-1])
    return Outcome((time.monotonic() - start) / 60, trays, rounds, played.counts, len(wrong), unseen, unlocated, ends)


def _tell(number: int, unseen: Sequence[str], memory: float, table: Soak) -> None:
    print(
        f"round {number}: {len(unseen)} not seen as they are, {len(table.wrong())} wrong, {memory:.0f} MB", flush=True
    )
    for line in unseen:
        print("  " + line)


def figures(outcome: Outcome) -> list[Figure]:
    """The rows of docs/benchmarks.md."""
    counts, faults = outcome.counts, {fault: outcome.counts[fault] for fault in ALL_FAULTS}
    first, last = outcome.memory
    return [
        Figure("minutes, trays, rounds", f"{outcome.minutes:.0f}, {outcome.trays}, {outcome.rounds}"),
        Figure(f"hours of play at each tray, with a deed every {PACE:.0f} s", f"{outcome.hours:.0f}"),
        Figure("moves, presses made and believed", f"{counts['moves']}, {counts['presses']}, {counts['believed']}"),
        Figure("faults of trays and connections, on top of damaged frames", str(sum(faults.values()))),
        Figure(", ".join(faults), ", ".join(map(str, faults.values()))),
        Figure("wrong bookings", str(outcome.wrong), "0", not outcome.wrong),
        Figure("trays not seen as they are after a storm", str(outcome.unseen), "0", not outcome.unseen),
        Figure(
            f"slips located, and nothing else ({counts['stuck']} of them at a stuck sensor)",
            f"{counts['slips'] - outcome.unlocated} of {counts['slips']}",
            "all",
            not outcome.unlocated,
        ),
        Figure(
            "memory after the first and the last round",
            f"{first:.0f} and {last:.0f} MB",
            f"≤ {GROWTH_MB} MB more",
            outcome.grown <= GROWTH_MB,
        ),
    ]


def main() -> int:
    """1 when anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--trays", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args()
    logging.getLogger("devices").setLevel(logging.ERROR)
    outcome = soak(asked.minutes, asked.trays, asked.seed)
    rows = figures(outcome)
    print("\n".join(table(rows)))
    if asked.write:
        command = f"`python -m tools.soak_devices --minutes {asked.minutes:g} --write`"
        about = [machine(["pyserial", "paho-mqtt"]), "", f"{command}, seed {asked.seed}"]
        write_section("soak of trays", "Thirty trays with faults", about, rows)
    return 1 if outcome.bad else 0


if __name__ == "__main__":
    sys.exit(main())
