"""What people leave out of a command: ``load GB.7.112 small`` means the small ship it can go on."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State
from engine.game import Command, judge


def completed(state: State, command: Command) -> Command:
    """The command with the size of a ship made into the ship of that seat: the first lawful one, else the first."""
    size, me = getattr(command, "ship", ""), state.seats.get(command.seat)
    zones = [state.table.get(getattr(me, place, ""), {}) for place in ("harbour", "short", "long")]
    there = [sorted(ship for ship in zone if ship.rpartition("-")[0] == size) for zone in zones]
    ships = next(filter(None, there), [])  # at sea only where none of this size is in harbour
    meant: list[Any] = [replace(command, ship=ship) for ship in ships]
    return next((one for one in meant if judge(CONSTANTINOPOLIS, state, one).allowed), meant[0] if meant else command)
