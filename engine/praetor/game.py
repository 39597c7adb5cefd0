"""Praetor: its table of contents."""

from __future__ import annotations

from engine.game import Game
from engine.praetor import phases as p
from engine.praetor.activation import ACTIVATE
from engine.praetor.apprentices import ENROL, TRAIN, WAIT
from engine.praetor.building import BUILD
from engine.praetor.homecoming import RETURN
from engine.praetor.learning import learn
from engine.praetor.market import BUY, CLOSE, SELL
from engine.praetor.moments import INTERRUPTS, WAITS
from engine.praetor.opening import OPEN
from engine.praetor.order import ORDER, RESTACK
from engine.praetor.pay import DECLINE, HIRE, PAY
from engine.praetor.refill import REVEAL, UNVEIL
from engine.praetor.scoring import SCORE, YOUNGEST, standings
from engine.praetor.setup import box
from engine.praetor.special import LABOR
from engine.praetor.turns import PASS

PRAETOR = Game(
    "praetor",
    range(2, 6),
    box,
    {
        p.Boxed: (OPEN,),
        p.Ordering: (ORDER, RESTACK),
        p.Actions: (BUILD, ACTIVATE, LABOR, PASS),  # the three actions (P-ACT-02), or none
        p.Lent: (BUILD, ACTIVATE),
        p.Trading: (BUY, SELL, CLOSE),
        p.Schooling: (ENROL, WAIT),
        p.Training: (TRAIN,),
        p.Homecoming: (RETURN,),
        p.Payday: (PAY,),
        p.Hiring: (HIRE, DECLINE),
        p.Refilling: (REVEAL,),
        p.Unveiling: (UNVEIL,),
        p.Scoring: (SCORE,),
        p.Tied: (YOUNGEST,),
        p.Over: (),
    },
    standings,
    learn,
    WAITS,
    INTERRUPTS,
)
