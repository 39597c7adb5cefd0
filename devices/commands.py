"""Commands to a device: numbered, repeated until acknowledged, and sent again when the device is found again."""

from __future__ import annotations

import itertools
import logging
from queue import Empty, SimpleQueue
from secrets import randbits

import msgspec
from msgspec import Struct

from devices.message import (
    Ack,
    Calibrate,
    Diagnose,
    FromHost,
    Pressed,
    Recount,
    Restore,
    ShowList,
    ShowRange,
    Tare,
)
from devices.protocol import HOST, TIMING

log = logging.getLogger("devices")
ONCE = Tare | Calibrate | Restore | Diagnose
"""Commands for one moment: repeated later they would do harm."""
RESEND = TIMING["resend"] / 1000
MENUS = 16  # how many menus back a press may still refer to


class _Asked(Struct):
    """A command that waits for its acknowledgement."""

    key: str
    message: FromHost
    first: float
    last: float
    late: bool = False


class Commands:
    """One device's commands. `ask` may be called by any thread, the rest by the thread that owns the device's link.

    `results` holds how the latest command of each key went, and how many of that key were acknowledged.
    """

    def __init__(self) -> None:
        self.results: dict[str, tuple[int, str]] = {}
        self._inbox: SimpleQueue[FromHost] = SimpleQueue()
        self._numbers = itertools.count(randbits(15))  # a device may still show the list of a host before us
        self._wanted: dict[str, FromHost] = {}
        self._asked: dict[int, _Asked] = {}
        self._menu: FromHost | None = None
        self._menus: dict[int, FromHost] = {}

    def ask(self, command: FromHost) -> None:
        """Send the command as soon as the device can receive it."""
        if isinstance(command, ShowList | ShowRange):
            self._menu = command
        self._inbox.put(command)

    def take(self, known: bool, at: float) -> list[FromHost]:
        """The commands asked since, numbered; a `Recount` stays as it is. One for a device not `known` waits."""
        taken: list[FromHost] = []
        while True:
            try:
                command = self._inbox.get_nowait()
            except Empty:
                return taken
            if not isinstance(command, Recount | ONCE):  # what it shows now, it must show again when it is found again
                self._wanted[key(command)] = command
            if known:
                taken.append(command if isinstance(command, Recount) else self._number(command, at))

    def all_again(self, at: float) -> list[FromHost]:
        """Everything a device must show, for one that was just found."""
        return [self._number(command, at) for command in self._wanted.values()]

    def _number(self, command: FromHost, at: float) -> FromHost:
        """Number a command; it replaces an older one of the same key that is not acknowledged yet."""
        kind = key(command)
        self._asked = {n: asked for n, asked in self._asked.items() if asked.key != kind}
        number = next(self._numbers) % 0xFFFF + 1
        numbered = msgspec.structs.replace(command, sequence=number)
        self._asked[number] = _Asked(kind, numbered, at, at)
        if kind == "menu":
            self._menus[number] = command
            for old in list(self._menus)[:-MENUS]:
                del self._menus[old]
        return numbered

    def overdue(self, at: float, source: str) -> list[FromHost]:
        """Commands to repeat, not acknowledged for a while; those for one moment are given up in the end."""
        due = []
        for number, asked in list(self._asked.items()):
            late = at - asked.first > HOST["give_up"]
            if late and not asked.late:
                asked.late = True
                log.warning("%s: no acknowledgement of %s", source, asked.key)
            if late and isinstance(asked.message, ONCE):
                del self._asked[number]
            elif at - asked.last >= (HOST["again"] if late else RESEND):
                asked.last = at
                due.append(asked.message)
        return due

    def acknowledged(self, ack: Ack) -> str:
        """The key of the command that was acknowledged; empty for one that is not awaited."""
        asked = self._asked.pop(ack.of, None)
        if asked is None:
            return ""
        count, _ = self.results.get(asked.key, (0, ""))
        self.results[asked.key] = (count + 1, ack.result)
        return asked.key

    def stale(self, press: Pressed) -> bool:
        """Whether a press was made on another menu than the present one.

        A device that does not report which one (`menu` 0) is judged by `about` alone, in the session.
        """
        if press.button == "call" or not press.menu:
            return False
        return press.menu not in self._menus or self._menus[press.menu] != self._menu

    def forget(self) -> None:
        """The device is gone: drop the commands that wait for its acknowledgement."""
        self._asked.clear()


def key(command: FromHost) -> str:
    """The key of a command, such as "menu", "text 0", "tare coins"; a later command replaces one with the same key."""
    if isinstance(command, ShowList | ShowRange):
        return "menu"
    which = [str(getattr(command, name)) for name in ("zone", "column", "line", "index") if hasattr(command, name)]
    return " ".join([str(command.__struct_config__.tag), *which])
