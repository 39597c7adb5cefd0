"""Byzanz: which phase allows what. Selling stands in almost all of them: it is allowed at any time."""

from engine.byzanz.auction import BID, GIVE, LAY_OUT, PASS
from engine.byzanz.limit import DISCARD_DOWN
from engine.byzanz.market import CLEAR, DECLINE, PICK
from engine.byzanz.moments import INTERRUPTS, WAITS
from engine.byzanz.phases import Bidding, Clearing, Decided, Deciding, Limit, Lot, Over, Picking, Selling, Tax, Unopened
from engine.byzanz.scoring import AWARD, standings
from engine.byzanz.selling import DONE, SELL, SELL_KEEPING, SHOW
from engine.byzanz.setup import PLAYERS, Open, box, do_open, needs_open, offers_open
from engine.game import Action, Game

BYZANZ = Game(
    "byzanz",
    PLAYERS,
    box,
    {
        Unopened: (Action(Open, offers_open, needs_open, do_open),),
        Lot: (LAY_OUT, SELL, SELL_KEEPING),
        Bidding: (BID, PASS, SELL, SELL_KEEPING),
        Tax: (GIVE, SELL, SELL_KEEPING),
        Picking: (PICK, DECLINE, SELL, SELL_KEEPING),
        Clearing: (CLEAR, SELL, SELL_KEEPING),
        Limit: (DISCARD_DOWN, SELL, SELL_KEEPING),
        Selling: (SELL, SELL_KEEPING, SHOW, DONE),
        Deciding: (AWARD,),
        Over: (),
        Decided: (),
    },
    standings,
    waits=WAITS,
    interrupts=INTERRUPTS,
)
