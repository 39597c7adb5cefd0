"""The rule that a command at the wrong moment breaks: by kind of phase, and by kind of command.

A command that has no place in a phase is refused by its own rule, a seat whose turn it is not by that of the phase.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.constantinopolis import commands as c
from engine.constantinopolis import phases as p
from engine.constantinopolis.zones import CONSUL, OFFICE, OUSTED
from engine.event import State
from engine.game import Command, Moment

RAISING = c.Buy | c.Sell | c.Use | c.Swap | c.ThreeGoods
"""What raises money, or turns goods into others that do."""


def _activation(state: State, _command: Command) -> str:
    """An ousted player chooses before the next office holder does."""
    active = state.seats[state.phase.actors[0]]
    return "C-AUC-03" if active.marker in state.zones[OUSTED] else "C-AUC-02"


def _declared(state: State, command: Command) -> str:
    """A declared purchase waits for the Consul, who raises no money before the answer."""
    if isinstance(command, c.Preempt | c.Decline):
        return "C-CON-01"
    answers = command.seat in state.phase.actors and command.seat != state.phase.turn.actors[0]
    return "C-CON-04" if answers and isinstance(command, RAISING) else "C-BLD-08"


def _preempt(state: State, command: Command) -> str:
    """Nothing is offered to another than the Consul, none after a first pre-emption, and no wall."""
    if not isinstance(state.phase, p.Construction):
        return "C-CON-01"
    me, office = state.seats[command.seat], state.zones[OFFICE[CONSUL]]
    if me.turned in office:
        return "C-CON-09"
    if me.marker not in office:
        return "C-CON-01"
    return "C-CON-02" if state.phase.built[-1:] == ("wall",) else "C-CON-03"


def _donate(state: State, _command: Command) -> str:
    """After phase 7 the one donation of the round has been made; before it, its turn has not come."""
    after = isinstance(state.phase, p.Turnover | p.Storing | p.Refreshing | p.Scoring)
    return "C-DON-03" if after else "C-RND-01"


def _store(state: State, _command: Command) -> str:
    return "C-EOR-01" if isinstance(state.phase, p.Scoring) else "C-STO-01"


def _trade(state: State, _command: Command) -> str:
    return "C-ACC-01" if state.setup.edition.free_trade == "on" else "C-TRD-01"


def _answer(state: State, _command: Command) -> str:
    return "C-TRD-02" if state.setup.edition.free_trade == "on" else "C-TRD-01"


PHASES: Mapping[type, Moment] = {
    p.Boxed: "C-SET-06",
    p.Activation: _activation,
    p.Duel: "C-AUC-08",
    p.Settling: "C-AUC-17",
    p.Bounty: "C-OFF-02",
    p.Arrivals: "C-SHP-01",
    p.Harvest: "C-PRD-01",
    p.Construction: "C-BLD-01",
    p.Declared: _declared,
    p.Drawing: "C-GEN-08",
    p.Acceptance: "C-ACC-01",
    p.Clash: "C-SBY-04",
    p.Bargain: "C-TRD-03",
    p.Dealing: "C-ACC-02",
    p.Shuffling: "C-DRW-03",
    p.Departure: "C-ACC-03",
    p.Clearing: "C-ACC-03",
    p.Donation: "C-DON-03",
    p.Turnover: "C-EOR-02",
    p.Storing: "C-STO-01",
    p.Refreshing: "C-EOR-07",
    p.Scoring: "C-SCO-04",
    p.Over: "C-END-03",
}
"""Who acts in each phase, and why others wait."""

COMMANDS: Mapping[type, Moment] = {
    c.Open: "C-SET-06",
    c.Stay: "C-RND-01",
    c.Take: "C-RND-01",
    c.Bid: "C-RND-01",
    c.Raise: "C-AUC-08",
    c.Concede: "C-AUC-08",
    c.Collect: "C-AUC-17",
    c.Receive: "C-OFF-02",
    c.Forget: "C-OFF-07",
    c.Arrive: "C-RND-01",
    c.Produce: "C-RND-01",
    c.Build: "C-BLD-01",
    c.EndTurn: "C-BLD-01",
    c.Preempt: _preempt,
    c.Decline: "C-CON-03",
    c.Withdraw: "C-BLD-08",
    c.Buy: "C-MKT-01",
    c.Sell: "C-MKT-01",
    c.Use: "C-BLD-01",
    c.Swap: "C-WAL-09",
    c.ThreeGoods: "C-WAL-09",
    c.Discard: "C-GEN-07",
    c.Draw: "C-DRW-01",
    c.Reshuffle: "C-DRW-03",
    c.Load: "C-ACC-01",
    c.Unload: "C-LOD-10",
    c.BuyShip: "C-ACC-01",
    c.Yield: "C-SBY-04",
    c.BuyPost: "C-ACC-01",
    c.Save: "C-ACC-01",
    c.Free: "C-ACC-01",
    c.Redraw: "C-ACC-01",
    c.Trade: _trade,
    c.Agree: _answer,
    c.Refuse: _answer,
    c.Done: "C-ACC-01",
    c.Depart: "C-ACC-03",
    c.Clear: "C-ACC-03",
    c.Donate: _donate,
    c.Keep: "C-RND-01",
    c.Change: "C-EOR-02",
    c.Reveal: "C-EOR-08",
    c.Store: _store,
    c.Refresh: "C-EOR-07",
    c.Score: "C-END-03",
    c.Leave: "C-LEV-02",
}
"""When each command has its place."""


WAITS: Mapping[type, Moment] = {**PHASES, **COMMANDS}


def out(state: State, command: Command) -> str:
    """Who leaves passes on everything, and who has left plays no more."""
    now = getattr(state.phase, "round", None)
    if now is None or not command.seat:
        return ""
    if command.seat in now.leavers:
        return "C-LEV-04"
    return "" if command.seat in now.able else "C-LEV-02"


INTERRUPTS: Mapping[type, tuple[type, ...]] = {
    p.Duel: (p.Activation,),
    p.Declared: (p.Construction,),
    p.Dealing: (p.Acceptance,),
    p.Clash: (p.Acceptance,),
    p.Bargain: (p.Acceptance,),
    p.Shuffling: (p.Drawing, p.Dealing, p.Acceptance),
}
"""Phases that stand between a turn and its continuation."""
