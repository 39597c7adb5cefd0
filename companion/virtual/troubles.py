"""What goes wrong at a real table, on purpose: cables come out, radios jam, trays restart, the camera is gone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from companion.virtual.table import VirtualTable

OFTEN = (3.0, 8.0)
"""Seconds between two troubles, from and to."""
LASTS = (0.5, 3.0)
"""Seconds a trouble lasts, from and to."""
SHARE = 0.15
"""Share of frames a bad line loses, doubles, swaps and hits with noise."""
Trouble = Iterator[None]


class Troubles:
    """So many troubles, one after the other, at seeded moments; call `poll` often. `met` counts them by kind."""

    def __init__(self, table: VirtualTable, seed: int, count: int, report: Callable[[str], None]) -> None:
        self.met: Counter[str] = Counter()
        self._table, self._left, self._report = table, count, report
        self._chance = Random(f"troubles {seed}")
        self._next = time.monotonic() + self._chance.uniform(*OFTEN)
        self._running: Trouble | None = None

    def poll(self) -> None:
        """Begin, go on with or end a trouble, when it is time."""
        if self._running is not None:
            if next(self._running, self) is self:
                self._running = None
                self._next = time.monotonic() + self._chance.uniform(*OFTEN)
        elif self._left and time.monotonic() >= self._next:
            self._left -= 1
            self._running = self._begin()

    def close(self) -> None:
        """End what is going on now."""
        while self._running is not None:
            self.poll()

    def _begin(self) -> Trouble:
        kind = self._chance.choice(sorted(_KINDS))
        self.met[kind] += 1
        self._report(f"trouble: {kind}")
        return _KINDS[kind](self)

    def _while(self) -> Trouble:
        end = time.monotonic() + self._chance.uniform(*LASTS)
        while time.monotonic() < end:
            yield

    def _cable(self) -> Trouble:
        seat = self._chance.choice(self._table.seats)
        self._table.trays[seat].unplug()
        yield from self._while()
        self._table.plug_in(seat)

    def _line(self) -> Trouble:
        with _bad_line(self._table, self._chance.choice(self._table.seats)):
            yield from self._while()

    def _restart(self) -> Trouble:
        self._table.trays[self._chance.choice(self._table.seats)].reset()
        yield from self._while()

    def _broker(self) -> Trouble:
        self._table.broker.stop()
        yield from self._while()
        self._table.broker.start()

    def _camera(self) -> Trouble:
        self._table.camera.pull()
        yield from self._while()
        self._table.camera.plug()


_KINDS: dict[str, Callable[[Troubles], Trouble]] = {
    "cable out": Troubles._cable,
    "bad line": Troubles._line,
    "tray restarts": Troubles._restart,
    "broker restarts": Troubles._broker,
    "camera gone": Troubles._camera,
}


@contextmanager
def _bad_line(table: VirtualTable, seat: str) -> Iterator[None]:
    faults = table.trays[seat].faults
    faults.lost = faults.doubled = faults.swapped = faults.noise = SHARE
    try:
        yield
    finally:
        faults.lost = faults.doubled = faults.swapped = faults.noise = 0.0
