"""Byzanz: which phase allows what. Selling stands in almost all of them: it is allowed at any time."""

from engine.byzanz.auction import BID, GIVE, LAY_OUT, PASS
from engine.byzanz.limit import DISCARD_DOWN
from engine.byzanz.market import CLEAR, PICK
from engine.byzanz.moments import INTERRUPTS, WAITS
from engine.byzanz.phases import Bidding, Clearing, Limit, Lot, Over, Picking, Selling, Tax, Unopened
from engine.byzanz.scoring import standings
from engine.byzanz.selling import DONE, SELL
from engine.byzanz.setup import PLAYERS, Open, box, do_open, needs_open, offers_open
from engine.game import Action, Game

BYZANZ = Game(
    "byzanz",
    PLAYERS,
    box,
    {
        Unopened: (Action(Open, offers_open, needs_open, do_open),),
        Lot: (LAY_OUT, SELL),
        Bidding: (BID, PASS, SELL),
        Tax: (GIVE, SELL),
        Picking: (PICK, SELL),
        Clearing: (CLEAR, SELL),
        Limit: (DISCARD_DOWN, SELL),
        Selling: (SELL, DONE),
        Over: (),
    },
    standings,
    waits=WAITS,
    interrupts=INTERRUPTS,
)
