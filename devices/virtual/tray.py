"""A tray without hardware: methods move coins and cubes on it, turn its dial and press its buttons."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from devices.firmware.constants import NOTICE_LINE
from devices.firmware.core import Machine
from devices.menu import Menu, Span
from devices.mqtt_client import Address
from devices.protocol import COINS, GOODS, PARTS, ZONES
from devices.virtual.coins import Bank, Coins, paid, plus, worth
from devices.virtual.faults import Faults
from devices.virtual.plugs import MqttPlug, Plug, PtyPlug, TcpPlug
from devices.virtual.sensor import WEIGHED, Sensor
from engine.errors import WrongInput

FIRMWARE = (1, 1, 0)
NOTHING: Coins = (0,) * len(COINS)
CUBES = ("bought", "sold", "stored")
UNTRIMMED = (7.0, 4.2)
"""Readings of scales without calibration: when empty, and the increase per piece."""


class VirtualTray:
    """Runs the firmware's own state machine in a thread and serves it on one transport.

    `device` is its kind: seat-tray, coin-tray, ledger-tray, card-pad or lamp-strip.
    `without` names the capabilities it lacks, as a tray's settings may.
    `settle` is the seconds a reading must stay (0.6 on real trays), `travel` the seconds between two pieces a hand
    puts down, `noise` the standard deviation of its scales in pieces. `bank` is shared by the trays of one table;
    without one the bank never runs out. `guard` is the seconds in which a list that has changed takes no press (0.3 on
    real trays; a program has seen the list it presses on). A `calibration` of "none" gives it scales whose
    zero and unit it does not know. `firmware` is the version it reports.
    All methods may be called from one thread. Pieces move at their own pace, so `gold` and the ledger are the counts
    after the last move.
    """

    def __init__(
        self,
        seat: str,
        *,
        id: str = "",
        device: str = "seat-tray",
        settle: float = 0.6,
        travel: float = 0.005,
        noise: float = 0.0,
        bank: Bank | None = None,
        seed: int = 0,
        without: Sequence[str] = (),
        guard: float = 0.0,
        calibration: str = "good",
        firmware: tuple[int, int, int] = FIRMWARE,
    ) -> None:
        self.seat, self.id, self.device = seat, id or f"tray-{seat}", device
        self.faults = Faults(seed)
        self._without = frozenset(without)
        self.boot = random.Random(f"{seed} {self.id}").getrandbits(30)
        self._settle, self._travel, self._guard = settle, travel, guard
        self._calibration, self._firmware = calibration, firmware
        self._bank = bank or Bank()
        self._held: dict[str, Coins] = dict.fromkeys(ZONES, NOTHING)
        self._kept: dict[str, Any] = {}
        self._sensor = Sensor(noise, seed)
        if calibration == "none":
            self._sensor.untrimmed = UNTRIMMED
        self._hands: SimpleQueue[Callable[[int], None]] = SimpleQueue()
        self._news = threading.Condition()
        self._began = self._start = time.monotonic()
        self._latest = 0
        self._machine = self._power_up()
        self._plug: Plug | None = None
        self._thread: threading.Thread | None = None
        self._closing = self._at_work = False
        self._loop = self._up_at = 0.0

    def _power_up(self) -> Machine:
        self.boot += 1
        me = {
            "device": self.device,
            "capabilities": [part for part in PARTS[self.device] if part not in self._without],
            "calibration": self._calibration,
            "firmware": self._firmware,
            "id": self.id,
        }
        machine = Machine(me, self.boot, settle=max(1, round(self._settle * 1000)), guard=round(self._guard * 1000))
        machine.recall(self._kept)
        return machine

    # --- where it is plugged in ---

    def serve_pty(self, link: Path | None = None) -> str:
        """Plug into a pty; returns the port the host opens (`link`, when given, points to it)."""
        plug = PtyPlug(self.faults, link)
        self._serve(plug)
        return plug.name

    def serve_tcp(self) -> str:
        """Listen on a free loopback port; returns "host:port"."""
        plug = TcpPlug(self.faults)
        self._serve(plug)
        return plug.name

    def serve_mqtt(self, address: Address, table: str) -> None:
        """Join a broker as this device."""
        self._serve(MqttPlug(self.faults, address, table, self.id, self._snapshot))

    def _snapshot(self) -> dict[str, Any] | None:
        return self._machine.snapshot() if self._machine.ready else None

    def _serve(self, plug: Plug) -> None:
        self._plug, self._closing = plug, False
        self._thread = threading.Thread(target=self._run, args=(plug,), name=f"virtual {self.id}", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the cable; power stays, so its counts are still known. It may be served again."""
        if self._thread:
            self._closing = True
            self._wake()
            self._thread.join()
            self._thread = self._plug = None

    def close(self) -> None:
        """End it; may be called twice."""
        self.unplug()

    def _run(self, plug: Plug) -> None:
        busy = False
        try:
            while not self._closing:
                for fields in plug.receive(0.004 if busy else 0.1):
                    self._machine.receive(fields, self._now())
                    self._notify()
                busy = self._live()
                plug.send(self._outgoing())
        finally:
            plug.close()

    def _live(self) -> bool:
        """One turn of the firmware's loop; True while something is about to happen."""
        if self._loop and time.monotonic() >= self._up_at + self._loop:
            self._machine, self._up_at = self._power_up(), time.monotonic()
        now = self._now()
        while not self._hands.empty():
            self._hands.get_nowait()(now)
        busy = self._machine.sense(self._sensor.read(self._outside()), now) or self._sensor.busy
        if self._at_work and self._hands.empty() and not self._sensor.busy:
            self._at_work = False
            self._notify()
        self._machine.poll(now)
        if self._machine.calibrated:
            self._remember()
        return busy or self._machine.waiting

    def _remember(self) -> None:
        """Keep the calibration as flash does: it survives a restart."""
        self._machine.calibrated = False
        self._kept, self._calibration = self._machine.columns(), self._machine.me["calibration"]

    def _outgoing(self) -> list[dict[str, Any]]:
        messages, self._machine.out = self._machine.out, []
        return messages

    def _outside(self) -> int:
        """Time for players and scales, ms: no jump of the board's clock moves a coin."""
        return int((time.monotonic() - self._began) * 1000) + 1

    def _now(self) -> int:
        """The board's own clock, ms."""
        self._latest = max(self._latest, int((time.monotonic() - self._start) * 1000) + 1)
        return self._latest

    def _do(self, deed: Callable[[int], None]) -> None:
        self._hands.put(deed)
        self._at_work = True  # afterwards, or the tray's thread may take it as done already
        self._wake()

    def _wake(self) -> None:
        if self._plug:
            self._plug.wake()

    def _notify(self) -> None:
        with self._news:
            self._news.notify_all()

    # --- hands: coins and cubes ---

    @property
    def gold(self) -> int:
        """The gold that the coins on it are worth."""
        return worth(self._held["coins"])

    @property
    def coins(self) -> Coins:
        """The coins on it: how many of 30, 10, 5, 2, 1."""
        return self._held["coins"]

    def drop(self, gold: int) -> None:
        """Put coins of this worth on the tray, from the bank."""
        self._lay("coins", plus(self.coins, self._bank.give(gold)))

    def take(self, gold: int) -> None:
        """Take coins of this worth away; changes money at the bank when it must. Raises ValueError if there is less."""
        if gold > self.gold:
            raise WrongInput(f"{self.id} holds {self.gold} gold, not {gold!r}")
        coins = paid(gold, self.coins)
        if coins is None:
            self.set_gold(self.gold - gold)
        else:
            self._bank.coins = plus(self._bank.coins, coins)
            self._lay("coins", plus(self.coins, coins, -1))

    def set_gold(self, gold: int) -> None:
        """Lay coins of exactly this worth, as few as the bank allows."""
        self._lay("coins", self._bank.exchange(self.coins, gold))

    def make_change(self) -> None:
        """Break the largest coin at the bank: other coins, the same worth."""
        column = next(i for i, count in enumerate(self.coins) if count)
        given = tuple(int(i == column) for i in range(len(COINS)))
        smaller = tuple(0 if i <= column else count for i, count in enumerate(self._bank.coins))
        taken = paid(COINS[column], smaller)
        if taken is None:
            raise WrongInput(f"the bank cannot change a coin of {COINS[column]}")
        self._bank.coins = plus(plus(self._bank.coins, given), taken, -1)
        self._lay("coins", plus(plus(self.coins, given, -1), taken))

    def mark(self, zone: str, good: str, count: int = 1) -> None:
        """Put cubes into `zone`, "bought", "sold" or "stored"; a negative count takes them out."""
        if good not in GOODS or zone not in CUBES:
            raise WrongInput(f"no place for {good!r} in {zone!r}")
        cubes = tuple(count if name == good else 0 for name in GOODS)
        self._lay(zone, plus(self._held[zone], cubes))

    def set_ledger(self, bought: Mapping[str, int], sold: Mapping[str, int]) -> None:
        """Lay exactly these cubes into the ledger."""
        for zone, cubes in (("bought", bought), ("sold", sold)):
            self._lay(zone, tuple(cubes.get(good, 0) for good in GOODS))

    def store(self, cubes: Mapping[str, int]) -> None:
        """Lay exactly these cubes into the storage."""
        self._lay("stored", tuple(cubes.get(good, 0) for good in GOODS))

    def use(self, place: int, cubes: int) -> None:
        """Lay so many cubes on the building at this place, from 1."""
        self._lay("used", tuple(cubes if i == place else count for i, count in enumerate(self._held["used"], 1)))

    def lay(self, zone: str, pieces: Coins) -> None:
        """Lay exactly these pieces, five columns, whatever the bank has; `zone` as in the protocol."""
        self._lay(zone, pieces)

    def wait_for_hands(self, timeout: float = 5.0) -> bool:
        """Wait until all pieces have moved; False after `timeout` seconds."""
        return self.wait_for(lambda: not self._at_work, timeout)

    def ledger(self, zone: str) -> dict[str, int]:
        """The cubes in "bought", "sold" or "stored"."""
        return {good: count for good, count in zip(GOODS, self._held[zone], strict=True) if count}

    def _lay(self, zone: str, pieces: Coins) -> None:
        if min(pieces) < 0:
            raise WrongInput(f"{zone} of {self.id} cannot hold {pieces!r}")
        self._held[zone] = pieces
        self._do(lambda _now: self._sensor.move(zone, pieces, self._outside(), self._travel * 1000))

    # --- hands: dial and buttons ---

    @property
    def menu(self) -> Menu | None:
        """What the display offers now."""
        shown = self._machine.menu
        if shown is None or not (shown.get("items") or "least" in shown):
            return None
        items = Span(shown["least"], shown["most"]) if "least" in shown else tuple(shown["items"])
        return Menu(shown["about"], shown["title"], items)

    def wait_for(self, arrived: Callable[[], bool], timeout: float = 5.0) -> bool:
        """Wait until a message from the host makes `arrived()` true; False after `timeout` seconds."""
        with self._news:
            return self._news.wait_for(arrived, timeout)

    def wait_for_menu(self, about: int, timeout: float = 5.0) -> Menu | None:
        """The menu for entry `about` or a later one, as soon as the display has it; None after `timeout` seconds."""
        self.wait_for(lambda: bool(self.menu and self.menu.about >= about), timeout)
        menu = self.menu
        return menu if menu and menu.about >= about else None

    def press(self, button: str, choice: int | None = None) -> None:
        """Turn the dial to `choice` (position in the list, or the number) and press "confirm", "pass" or "call"."""

        def deed(now: int) -> None:
            if choice is not None:
                self._machine.turn(choice - self._machine.dial)
            self._machine.press(button, now)

        self._do(deed)

    def lay_tag(self, label: str) -> None:
        """Lay a sleeved card with this label on the pad."""
        self._do(lambda _now: self._machine.tag(label))

    @property
    def lamps(self) -> dict[int, tuple[int, int, int]]:
        """The lamps that were set: index → red, green, blue."""
        return dict(self._machine.lamps)

    @property
    def lights(self) -> dict[int, tuple[int, int, int]]:
        """The lamps as they shine: the line under the dial is brighter."""
        return self._machine.lights()

    @property
    def notice(self) -> str:
        """The text shown to a player who pressed on a list that had just changed; empty otherwise."""
        return self._machine.notice

    @property
    def display(self) -> tuple[str, ...]:
        """The lines of text the host sent."""
        return tuple(text for line, text in sorted(self._machine.lines.items()) if line != NOTICE_LINE)

    @property
    def truth(self) -> int | None:
        """The gold that the book has for this treasury, as last shown."""
        return self._machine.truth

    # --- faults of the tray itself (those of the cable are in `faults`) ---

    def reset(self) -> None:
        """Restart the firmware: a new power-up, everything settles anew."""

        def deed(_now: int) -> None:
            self._machine = self._power_up()

        self._do(deed)

    def loop(self, seconds: float) -> None:
        """Restart the firmware every so many seconds; 0 ends it."""
        self._loop = seconds
        self._wake()

    def stick(self, zone: str, column: int) -> None:
        """One sensor keeps reading what it reads now."""
        self._do(lambda _now: self._sensor.stick(zone, column))

    def free(self, zone: str, column: int) -> None:
        """A sensor that was stuck reads the true count again."""
        self._do(lambda _now: self._sensor.free(zone, column))

    def drift(self, zone: str, column: int, pieces_per_second: float) -> None:
        """One scale wanders."""
        self._do(lambda _now: self._sensor.drift(zone, column, pieces_per_second, self._outside()))

    def warm(self, pieces_per_second: float) -> None:
        """It gets warmer (or colder): all scales wander together."""
        for zone in WEIGHED:
            for column in range(len(COINS)):
                self.drift(zone, column, pieces_per_second)

    def jump(self, seconds: float) -> None:
        """Its clock jumps; backwards it stands still for so long, as a board's own never goes back."""

        def deed(_now: int) -> None:
            self._start -= seconds

        self._do(deed)

    def disturb(self, zone: str, column: int, pieces: float) -> None:
        """Something that is no piece lies on a column, weighing so many pieces."""
        self._do(lambda _now: self._sensor.disturb(zone, column, pieces))

    def vanish(self) -> None:
        """On a broker: lose the connection without a DISCONNECT."""
        plug = self._plug
        if isinstance(plug, MqttPlug):
            self._do(lambda _now: plug.cut())

    def twin(self) -> VirtualTray:
        """A second device that reports the same id, with nothing on it; served and closed on its own."""
        return VirtualTray(
            self.seat,
            id=self.id,
            device=self.device,
            without=tuple(self._without),
            settle=self._settle,
            travel=self._travel,
            seed=self.boot,
            guard=self._guard,
        )
