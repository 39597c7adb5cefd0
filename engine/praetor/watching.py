"""What can be seen on the table, and what must be tapped."""

from __future__ import annotations

from collections.abc import Mapping

from engine.event import State
from engine.praetor import commands as c
from engine.praetor.order import stacks
from engine.praetor.readings import players
from engine.table import Tally, Zone

COLOURS_OF_PIECES = {
    "wood": "orange",
    "stone": "grey",
    "marble": "white",
    "weapons": "black",
}
COINS = {"gold": 1, "silver": 5}
"""What a coin of a colour is worth."""

TAPPED: tuple[type, ...] = (c.Pass, c.Buy, c.Sell, c.Close, c.Enrol, c.Wait, c.Hire, c.Decline, c.Youngest)


def tapped(command: object) -> bool:
    """Is a command one that leaves no sure trace on the table, so that a person reports it (P-OBS-02)?"""
    return isinstance(command, TAPPED) or (isinstance(command, c.Activate) and command.wood > 0)


def cube(colour: str) -> str:
    """The resource a cube of a colour is, by reviews; to be confirmed on the owner's copy (P-CMP-06)."""
    return next((piece for piece, found in COLOURS_OF_PIECES.items() if found == colour), "")


def hidden_markers(state: State) -> list[str]:
    """The favor markers that lie under another, so that only the record tells where they are (P-OBS-01)."""
    return [colour for stack in stacks(state) for colour in stack[1:]]


def differences(state: State, counted: Mapping[Zone, Tally]) -> dict[Zone, tuple[Tally, Tally]]:
    """Where a count differs from the record: what each of them says; nothing is corrected (P-OBS-03)."""
    own = {zone for me in players(state) for zone in (me.treasury, me.goods)}
    found = {}
    for zone, tally in counted.items():
        known = state.zones[zone]
        if zone in own and known != {piece: count for piece, count in tally.items() if count}:
            found[zone] = (dict(known), dict(tally))
    return found
