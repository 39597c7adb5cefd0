"""A virtual tray for the terminal: `python -m devices.virtual red` prints where it is, then does what you type.

python -m devices.virtual SEAT [--link PATH | --tcp | --own-broker
                                | --broker HOST:PORT --user ID --password SECRET] [--table NAME]

Hands:  drop N · take N · gold N · change · mark bought|sold|stored G|B|R|K|Y [N] · use PLACE N
        press confirm|pass|call [N] · tag LABEL
Faults of the line:   lost|doubled|swapped|noise|cut SHARE (cut: frames that end in the middle) · version N
                      mute · unmute (half open: connected, and nothing comes) · deaf · undeaf (takes nothing)
                      unplug · plug · vanish (off the broker without a word) · broker off|on (with --own-broker)
                      twin · untwin (a second device with this id)
Faults of the device: reset · loop SECONDS · unloop (starts anew again and again) · jump SECONDS (its clock)
                      stick|free coins COLUMN · drift|disturb coins COLUMN PIECES · warm PIECES
show · help · quit
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from devices import topics
from devices.broker import HOST_USER, Broker, start_broker
from devices.firmware.constants import GUARD_MS
from devices.mqtt_client import Address
from devices.virtual.tray import VirtualTray
from engine.errors import WrongInput

SHARES = ("lost", "doubled", "swapped", "noise", "cut")


class Prompt:
    """A tray and the commands that may be typed for it."""

    def __init__(self, tray: VirtualTray, plug: Callable[[VirtualTray], str], broker: Broker | None = None) -> None:
        self.tray, self._plug, self._broker = tray, plug, broker
        self._twin: VirtualTray | None = None

    def do(self, line: str) -> str:
        """Do one command and return the answer; raises ValueError for an unknown one."""
        word, *rest = line.split() or ["show"]
        if word in SHARES:
            setattr(self.tray.faults, word, float(rest[0]))
            return self.show()
        deed = self._deeds().get(word)
        if deed is None:
            raise WrongInput(f"no command {word!r}; help lists them")
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
            "plug": lambda _: self._plug(tray),
            "twin": lambda _: self._double(),
            "untwin": lambda _: self._part(),
            "broker": lambda rest: self._switch(rest[0]),
            "loop": lambda rest: tray.loop(float(rest[0])),
            "unloop": lambda _: tray.loop(0.0),
            "stick": lambda rest: tray.stick(rest[0], int(rest[1])),
            "free": lambda rest: tray.free(rest[0], int(rest[1])),
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

    def _double(self) -> str:
        """A second device with the same id on the same kind of line; where it is."""
        self._part()
        self._twin = self.tray.twin()
        return f"another {self.tray.id} is at {self._plug(self._twin)}"

    def _part(self) -> None:
        if self._twin:
            self._twin.close()
            self._twin = None

    def _switch(self, state: str) -> str:
        if self._broker is None or state not in ("off", "on"):
            raise WrongInput(
                f"no broker of ours to switch {state!r}: start with --own-broker, then broker off, broker on"
            )
        if state == "off":
            self._broker.stop()
        else:
            self._broker.start()
        return f"the broker is {state}"

    def close(self) -> None:
        """End the trays, then the broker; may be called twice."""
        self._part()
        self.tray.close()
        if self._broker:
            self._broker.close()

    def show(self) -> str:
        """Its counts and what it shows."""
        tray = self.tray
        cubes = f"bought {tray.ledger('bought')}, sold {tray.ledger('sold')}"
        cubes += f", stored {tray.ledger('stored')}"
        shown = f"menu {tray.menu}, display {tray.display}, lamps {tray.lights}, {tray.notice!r}"
        return f"{tray.gold} gold in coins {tray.coins}, {cubes}, {shown}"


def plugger(
    asked: argparse.Namespace, first: VirtualTray, broker: Broker | None = None
) -> Callable[[VirtualTray], str]:
    """How a tray is plugged in; returns where it can be found. The link leads to the `first` one."""
    if asked.tcp:
        return VirtualTray.serve_tcp
    if broker or asked.broker:
        return lambda tray: _join(tray, asked, broker)
    return lambda tray: tray.serve_pty(asked.link if tray is first else None)


def _join(tray: VirtualTray, asked: argparse.Namespace, broker: Broker | None) -> str:
    host, _, port = asked.broker.rpartition(":")
    address = (
        broker.address(tray.id)
        if broker
        else Address(host=host, port=int(port), user=asked.user or tray.id, password=asked.password)
    )
    tray.serve_mqtt(address, asked.table)
    return f"table {asked.table} at {address.host}:{address.port}"


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("seat")
    made.add_argument("--device", default="seat-tray")
    made.add_argument("--link", type=Path, default=None)
    made.add_argument("--tcp", action="store_true")
    made.add_argument("--own-broker", action="store_true", help="start one, to be switched off and on")
    made.add_argument("--broker", default="")
    made.add_argument("--user", default="")
    made.add_argument("--password", default="")
    made.add_argument("--table", default=topics.TABLE)
    return made


def main() -> int:
    """Until the input ends."""
    _play(parser().parse_args())
    return 0


def _play(asked: argparse.Namespace) -> None:
    tray = VirtualTray(asked.seat, device=asked.device, guard=GUARD_MS / 1000)
    broker = start_broker({HOST_USER: HOST_USER, tray.id: tray.id}) if asked.own_broker else None
    plug = plugger(asked, tray, broker)
    prompt = Prompt(tray, plug, broker)
    try:
        account = f"; the host's name and password there are both {HOST_USER}" if broker else ""
        print(f"{tray.id} is at {plug(tray)}{account}", flush=True)
        _talk(prompt)
    finally:
        prompt.close()


def _talk(prompt: Prompt) -> None:
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        try:
            print(prompt.do(line), flush=True)
        except (ValueError, IndexError, StopIteration) as error:
            print(f"? {error}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
