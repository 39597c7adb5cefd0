"""What people may do to a drawn table: pause, speed, seats of their own, and faults on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import NotFound

if TYPE_CHECKING:
    from companion.host.opening import Running
    from companion.virtual.dealer import Dealer
    from companion.virtual.table import VirtualTable
    from engine.table import Tally

CAMERA, TRAY, MARKER = "camera", "tray:", "marker"
"""Faults by name; a tray's is followed by its seat."""
MINE = "mine/"
"""A seat that is played before the screen is remembered with the game under this, followed by the seat."""
COVERED = 1
"""The marker of the mat that is covered: the one at the top right."""


class DrawnTable:
    """The controls of a running game whose table is drawn; `pace` is how long (s) people think at speed 1."""

    def __init__(self, running: Running, pace: float) -> None:
        if running.dealer is None or running.table is None:
            raise NotFound("the table of this game is not drawn")
        self._dealer: Dealer = running.dealer
        self._table: VirtualTable = running.table
        self._pace = pace
        self._ticks = running.session.set_up
        for seat in running.session.names:
            if MINE + seat in self._ticks.done:
                self._dealer.mine.add(seat)
        self.speed = 1.0
        self.faults: set[str] = set()

    @property
    def paused(self) -> bool:
        """Do the people of the table wait?"""
        return self._dealer.paused

    @property
    def mine(self) -> frozenset[str]:
        """The seats that people before the screen play."""
        return frozenset(self._dealer.mine)

    def hand(self, seat: str) -> Tally | None:
        """The cards that a seat played before the screen holds; None in a game without them, and for other seats."""
        return self._dealer.hand(seat) if seat in self.mine else None

    def pause(self, paused: bool) -> None:
        """Let everybody wait, or go on."""
        self._dealer.paused = paused

    def step(self) -> None:
        """Wait, but for one more step."""
        self._dealer.paused = True
        self._dealer.step()

    def go(self, speed: float) -> None:
        """Play so many times as fast; 0 is no speed."""
        self.speed = speed
        self._dealer.think(self._pace / speed)

    def own(self, seat: str, mine: bool) -> None:
        """From now on people before the screen play this seat, or it plays by itself again; the game remembers it."""
        (self._dealer.mine.add if mine else self._dealer.mine.discard)(seat)
        self._ticks.tick((MINE + seat,), mine)

    def fault(self, name: str) -> None:
        """Let something fail, or mend it if it has; `NotFound` for a fault that is none."""
        mend = name in self.faults
        if name == CAMERA:
            (self._table.camera.plug if mend else self._table.camera.pull)()
        elif name == MARKER:
            self._table.camera.cover(() if mend else (COVERED,))
        elif (seat := name.removeprefix(TRAY)) in self._table.trays:
            self._table.plug_in(seat) if mend else self._table.trays[seat].unplug()
        else:
            raise NotFound(f"no fault is called {name!r}")
        (self.faults.discard if mend else self.faults.add)(name)
