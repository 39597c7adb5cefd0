"""A virtual tray to play with: `python -m devices.virtual red` says where it is, then does what you type.

python -m devices.virtual SEAT [--link PATH | --tcp | --broker HOST:PORT --user ID --password SECRET --table NAME]

Hands:  drop N · take N · gold N · change · mark bought|sold|stored G|B|R|K|Y [N] · use PLACE N
        press confirm|pass|call [N] · tag LABEL
Faults: lost|doubled|swapped|noise|cut SHARE · mute · unmute · deaf · undeaf · version N · reset · unplug · plug
        stick|drift|disturb coins COLUMN [PIECES] · warm PIECES · jump SECONDS · vanish
        show · help · quit
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from devices.firmware.constants import GUARD_MS
from devices.mqtt_client import Address
from devices.virtual.tray import VirtualTray

SHARES = ("lost", "doubled", "swapped", "noise", "cut")


class Bench:
    """A tray and what may be typed about it."""

    def __init__(self, tray: VirtualTray, plug: Callable[[], str]) -> None:
        self.tray, self._plug = tray, plug

    def do(self, line: str) -> str:
        """One command; what to say to it. Raises ValueError for one it does not understand."""
        word, *rest = line.split() or ["show"]
        if word in SHARES:
            setattr(self.tray.faults, word, float(rest[0]))
            return self.show()
        deed = self._deeds().get(word)
        if deed is None:
            raise ValueError(f"no command {word!r}; help lists them")
        return deed(rest) or self.show()

    def _deeds(self) -> dict[str, Callable[[list[str]], str | None]]:
        tray = self.tray
        return {
            "drop": lambda rest: tray.drop(int(rest[0])),
            "take": lambda rest: tray.take(int(rest[0])),
            "gold": lambda rest: tray.set_gold(int(rest[0])),
            "change": lambda _: tray.make_change(),
            "mark": lambda rest: tray.mark(rest[0], rest[1], int((rest[2:] or ["1"])[0])),
            "press": lambda rest: tray.press(rest[0], int(rest[1]) if rest[1:] else None),
            "use": lambda rest: tray.use(int(rest[0]), int(rest[1])),
            "tag": lambda rest: tray.lay_tag(rest[0]),
            "mute": lambda _: self._mute(True),
            "unmute": lambda _: self._mute(False),
            "deaf": lambda _: setattr(tray.faults, "deaf", True),
            "undeaf": lambda _: setattr(tray.faults, "deaf", False),
            "version": lambda rest: setattr(tray.faults, "version", int(rest[0])),
            "reset": lambda _: tray.reset(),
            "unplug": lambda _: tray.unplug(),
            "plug": lambda _: self._plug(),
            "stick": lambda rest: tray.stick(rest[0], int(rest[1])),
            "drift": lambda rest: tray.drift(rest[0], int(rest[1]), float(rest[2])),
            "disturb": lambda rest: tray.disturb(rest[0], int(rest[1]), float(rest[2])),
            "warm": lambda rest: tray.warm(float(rest[0])),
            "jump": lambda rest: tray.jump(float(rest[0])),
            "vanish": lambda _: tray.vanish(),
            "show": lambda _: None,
            "help": lambda _: __doc__,
        }

    def _mute(self, mute: bool) -> None:
        self.tray.faults.mute = mute

    def show(self) -> str:
        """What lies on it and what it shows."""
        tray = self.tray
        cubes = f"bought {tray.ledger('bought')}, sold {tray.ledger('sold')}"
        cubes += f", stored {tray.ledger('stored')}"
        shown = f"menu {tray.menu}, display {tray.display}, lamps {tray.lights}, {tray.notice!r}"
        return f"{tray.gold} gold in coins {tray.coins}, {cubes}, {shown}"


def plugger(tray: VirtualTray, asked: argparse.Namespace) -> Callable[[], str]:
    """How this tray is plugged in; returns where it can be found."""
    if asked.tcp:
        return tray.serve_tcp
    if asked.broker:
        host, _, port = asked.broker.rpartition(":")
        address = Address(host, int(port), asked.user or tray.id, asked.password)

        def join() -> str:
            tray.serve_mqtt(address, asked.table)
            return f"table {asked.table} at {asked.broker}"

        return join
    return lambda: tray.serve_pty(asked.link)


def main() -> int:
    """Until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seat")
    parser.add_argument("--device", default="seat-tray")
    parser.add_argument("--link", type=Path, default=None)
    parser.add_argument("--tcp", action="store_true")
    parser.add_argument("--broker", default="")
    parser.add_argument("--user", default="")
    parser.add_argument("--password", default="")
    parser.add_argument("--table", default="t1")
    asked = parser.parse_args()
    tray = VirtualTray(asked.seat, device=asked.device, guard=GUARD_MS / 1000)
    plug = plugger(tray, asked)
    bench = Bench(tray, plug)
    print(f"{tray.id} is at {plug()}", flush=True)
    try:
        _talk(bench)
    finally:
        tray.close()
    return 0


def _talk(bench: Bench) -> None:
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        try:
            print(bench.do(line), flush=True)
        except (ValueError, IndexError, StopIteration) as error:
            print(f"? {error}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
