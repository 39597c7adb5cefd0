"""Constantinopolis: its table of contents."""

from __future__ import annotations

from engine.constantinopolis import phases as p
from engine.constantinopolis.accept import DONE
from engine.constantinopolis.auction import BID, CONCEDE, RAISE, STAY, TAKE
from engine.constantinopolis.commercial import USE
from engine.constantinopolis.construction import BUILD, END_TURN
from engine.constantinopolis.consul import DECLINE, PREEMPT, WITHDRAW
from engine.constantinopolis.contracts import DRAW, RESHUFFLE
from engine.constantinopolis.discarding import DISCARD
from engine.constantinopolis.donation import DONATE, KEEP
from engine.constantinopolis.learning import learn
from engine.constantinopolis.leaving import LEAVE
from engine.constantinopolis.loading import LOAD, UNLOAD
from engine.constantinopolis.market import BUY, SELL
from engine.constantinopolis.moments import INTERRUPTS, WAITS, out
from engine.constantinopolis.offices import COLLECT, FORGET, MAKE_UP, RECEIVE
from engine.constantinopolis.opening import OPEN
from engine.constantinopolis.posts import BUY_POST, FREE, SAVE
from engine.constantinopolis.production import PRODUCE
from engine.constantinopolis.redraw import REDRAW
from engine.constantinopolis.round_end import CHANGE, REFRESH, REVEAL
from engine.constantinopolis.scoring import SCORE, standings
from engine.constantinopolis.setup import box
from engine.constantinopolis.shipyard import BUY_SHIP, YIELD
from engine.constantinopolis.storing import STORE
from engine.constantinopolis.trade import AGREE, REFUSE, TRADE
from engine.constantinopolis.voyages import ARRIVE, CLEAR, DEPART
from engine.constantinopolis.walls import SWAP, THREE_GOODS
from engine.game import Action, Game

CONVERSIONS = (BUY, SELL, USE, DISCARD)
"""What turns goods into other things, in one's own construction turn and in phase 6 (C-MKT-01, C-COM-01)."""

ANYTIME = (SWAP, THREE_GOODS, MAKE_UP, LEAVE)
"""What needs no turn of one's own, from the set-up to the end of the last round (C-WAL-09, C-OFF-07, C-LEV-04)."""

PHASES: dict[type, tuple[Action, ...]] = {
    p.Boxed: (OPEN,),
    p.Activation: (STAY, TAKE, BID, DISCARD),
    p.Duel: (RAISE, CONCEDE, DISCARD),
    p.Settling: (COLLECT,),
    p.Bounty: (RECEIVE, FORGET, DISCARD),
    p.Arrivals: (ARRIVE,),
    p.Harvest: (PRODUCE,),
    p.Construction: (BUILD, *CONVERSIONS, END_TURN),
    p.Declared: (PREEMPT, DECLINE, WITHDRAW, DISCARD),
    p.Drawing: (DRAW, DISCARD),
    p.Acceptance: (LOAD, UNLOAD, BUY_SHIP, BUY_POST, SAVE, FREE, REDRAW, *CONVERSIONS, TRADE, DONE),
    p.Clash: (BUY_SHIP, YIELD, DISCARD),
    p.Bargain: (AGREE, REFUSE, DISCARD),
    p.Dealing: (DRAW, DISCARD),
    p.Shuffling: (RESHUFFLE,),
    p.Departure: (DEPART,),
    p.Clearing: (CLEAR,),
    p.Donation: (DONATE, DISCARD, KEEP),
    p.Turnover: (CHANGE, REVEAL),
    p.Storing: (STORE, DISCARD),
    p.Refreshing: (REFRESH,),
    p.Scoring: (SCORE,),
    p.Over: (),
}

CONSTANTINOPOLIS = Game(
    "constantinopolis",
    range(2, 6),
    box,
    PHASES,
    standings,
    learn,
    WAITS,
    INTERRUPTS,
    {phase: ANYTIME for phase in PHASES if phase not in (p.Boxed, p.Scoring, p.Over)},
    out,
)
