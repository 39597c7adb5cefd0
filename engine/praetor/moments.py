"""The rule that a command at the wrong moment breaks: by kind of phase, and by kind of command."""

from __future__ import annotations

from collections.abc import Mapping

from engine.event import State
from engine.game import Command, Moment
from engine.praetor import commands as c
from engine.praetor import phases as p


def _action(state: State, command: Command) -> str:
    """Who has passed is out for the round; else it is another player's turn, or no time for actions."""
    if isinstance(state.phase, p.Actions):
        return "P-ACT-04" if command.seat in state.phase.passed else "P-ACT-01"
    return "P-SPC-04" if isinstance(state.phase, p.Lent) else "P-ACT-02"


def _lent(_state: State, command: Command) -> str:
    """A lent worker acts at once: no pass, and no second Labor Camp, comes between."""
    return "P-SPC-04" if isinstance(command, c.Pass | c.Labor) else "P-ACT-01"


PHASES: Mapping[type, Moment] = {
    p.Boxed: "P-SET-01",
    p.Ordering: "P-ORD-01",
    p.Actions: _action,
    p.Lent: _lent,
    p.Trading: "P-TIL-16",
    p.Schooling: "P-UPD-04",
    p.Training: "P-UPD-01",
    p.Homecoming: "P-UPD-06",
    p.Payday: "P-UPD-09",
    p.Hiring: "P-UPD-12",
    p.Refilling: "P-REF-01",
    p.Unveiling: "P-REF-03",
    p.Scoring: "P-END-01",
    p.Tied: "P-TIE-05",
    p.Over: "P-END-01",
}
"""What the game waits for in each phase."""

COMMANDS: Mapping[type, Moment] = {
    c.Open: "P-SET-01",
    c.Restack: "P-ORD-02",
    c.Order: "P-ORD-04",
    c.Build: _action,
    c.Activate: _action,
    c.Labor: _action,
    c.Pass: _action,
    c.Buy: "P-TIL-16",
    c.Sell: "P-TIL-16",
    c.Close: "P-TIL-16",
    c.Enrol: "P-SPC-08",
    c.Wait: "P-SPC-08",
    c.Train: "P-UPD-01",
    c.Return: "P-ACT-05",
    c.Pay: "P-UPD-09",
    c.Hire: "P-UPD-12",
    c.Decline: "P-UPD-12",
    c.Reveal: "P-BLD-11",
    c.Unveil: "P-REF-03",
    c.Score: "P-END-01",
    c.Youngest: "P-TIE-05",
}
"""When each command has its place."""

WAITS: Mapping[type, Moment] = {**PHASES, **COMMANDS}

INTERRUPTS: Mapping[type, tuple[type, ...]] = {p.Lent: (p.Actions,), p.Trading: (p.Actions, p.Lent)}
"""Phases that stand between an action and its end."""
