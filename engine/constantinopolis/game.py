"""Constantinopolis: its table of contents."""

from __future__ import annotations

from engine.constantinopolis import phases as p
from engine.constantinopolis.accept import DONE
from engine.constantinopolis.auction import BID, CONCEDE, RAISE, STAY, TAKE
from engine.constantinopolis.commercial import USE
from engine.constantinopolis.construction import BUILD, END_TURN
from engine.constantinopolis.consul import DECLINE, PREEMPT, WITHDRAW
from engine.constantinopolis.contracts import DRAW, RESHUFFLE
from engine.constantinopolis.donation import DONATE, KEEP
from engine.constantinopolis.learning import learn
from engine.constantinopolis.leaving import LEAVE
from engine.constantinopolis.loading import LOAD, UNLOAD
from engine.constantinopolis.market import BUY, DISCARD, SELL
from engine.constantinopolis.moments import INTERRUPTS, WAITS
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
from engine.game import Game

WALLS = (SWAP, THREE_GOODS)
CONVERSIONS = (BUY, SELL, USE, *WALLS, DISCARD, MAKE_UP)
"""What turns goods into other things, in one's own construction turn and in phase 6 (C-MKT-01, C-COM-01)."""

CONSTANTINOPOLIS = Game(
    "constantinopolis",
    range(2, 6),
    box,
    {
        p.Boxed: (OPEN,),
        p.Activation: (STAY, TAKE, BID, *WALLS, LEAVE),
        p.Duel: (RAISE, CONCEDE, *WALLS),
        p.Settling: (COLLECT,),
        p.Bounty: (RECEIVE, FORGET, *WALLS),
        p.Arrivals: (ARRIVE,),
        p.Harvest: (PRODUCE,),
        p.Construction: (BUILD, *CONVERSIONS, END_TURN, LEAVE),
        p.Declared: (PREEMPT, DECLINE, WITHDRAW),
        p.Drawing: (DRAW, *WALLS),
        p.Acceptance: (LOAD, UNLOAD, BUY_SHIP, BUY_POST, SAVE, FREE, REDRAW, *CONVERSIONS, TRADE, DONE, LEAVE),
        p.Clash: (BUY_SHIP, YIELD),
        p.Bargain: (AGREE, REFUSE),
        p.Dealing: (DRAW,),
        p.Shuffling: (RESHUFFLE,),
        p.Departure: (DEPART,),
        p.Clearing: (CLEAR,),
        p.Donation: (DONATE, *WALLS, MAKE_UP, KEEP, LEAVE),
        p.Turnover: (CHANGE, REVEAL),
        p.Storing: (STORE, *WALLS, LEAVE),
        p.Refreshing: (REFRESH,),
        p.Scoring: (SCORE,),
        p.Over: (),
    },
    standings,
    learn,
    WAITS,
    INTERRUPTS,
)
