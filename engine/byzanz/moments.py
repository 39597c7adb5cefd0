"""The rule that a command at the wrong moment breaks: by kind of phase, and by kind of command."""

from __future__ import annotations

from collections.abc import Mapping

from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass
from engine.byzanz.limit import Discard
from engine.byzanz.market import Clear, PickGood
from engine.byzanz.phases import Bidding, Clearing, Decided, Deciding, Limit, Lot, Over, Picking, Selling, Tax, Unopened
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Done, Sell, SellKeeping, Show
from engine.byzanz.setup import Open
from engine.byzanz.zones import OFFERS
from engine.event import State
from engine.game import Command, Moment


def _bid(state: State, command: Command) -> str:
    """Between two auctions the next lot is awaited; a won one is over, and the last of a round has no bids."""
    if isinstance(state.phase, Tax):
        return _after_auction(state, command)
    if isinstance(state.phase, Picking | Clearing):
        return "B-MKT-01"
    return "B-AUC-01" if isinstance(state.phase, Lot) else "B-AUC-04"


def _after_auction(state: State, command: Command) -> str:
    """In the last auction of a round nothing is bid, and passing does not avoid the card for the market."""
    if len(state.zones[OFFERS]) > 1:
        return "B-AUC-10"
    return "B-LST-04" if isinstance(command, Pass) else "B-LST-01"


def _pick(state: State, _command: Command) -> str:
    """Before the market opens, or after the last pick."""
    return "B-MKT-04" if isinstance(state.phase, Clearing) else "B-MKT-01"


def _sell(state: State, _command: Command) -> str:
    """Before the deal and after the last sales."""
    return "B-SET-01" if isinstance(state.phase, Unopened) else "B-END-02"


PHASES: Mapping[type, Moment] = {
    Unopened: "B-SET-01",
    Lot: "B-AUC-01",
    Bidding: "B-AUC-04",
    Tax: "B-WIN-02",
    Picking: "B-MKT-02",
    Clearing: "B-MKT-06",
    Limit: "B-HND-04",
    Selling: "B-END-02",
    Deciding: "B-END-06",
    Over: "B-END-01",
    Decided: "B-END-01",
}
"""What the game waits for in each phase."""

COMMANDS: Mapping[type, Moment] = {
    Open: "B-SET-01",
    LayOut: "B-AUC-01",
    Bid: _bid,
    Pass: _bid,
    GiveToMarket: "B-WIN-02",
    PickGood: _pick,
    Clear: "B-MKT-06",
    Discard: "B-HND-03",
    Sell: _sell,
    SellKeeping: _sell,
    Show: "B-END-05",
    Award: "B-END-06",
    Done: "B-END-02",
}
"""When each command has its place."""

WAITS: Mapping[type, Moment] = {**PHASES, **COMMANDS}

INTERRUPTS: Mapping[type, tuple[type, ...]] = {Limit: (Lot, Picking, Clearing)}
"""Everything waits for a hand that is too large."""
