"""A first game of Byzanz: what the screens tell, and how a round goes."""

from __future__ import annotations

from companion.presenters.lesson import (
    About,
    Step,
    asking,
    booked,
    chooses,
    does,
    drawn_table,
    looking,
    looking_back,
)
from companion.presenters.scene import Scene
from companion.wording import _
from engine.byzanz import phases as p

SALES = ("Sell", "SellKeeping")


def about() -> About:
    """What the game is about."""
    return About(
        "deck",
        (
            ("vote", _("Lots of cards are auctioned, and paid for with cards.")),
            ("coin", _("Three of one good are sold, and the best of them counts.")),
        ),
    )


def lesson() -> tuple[Step, ...]:
    """The steps, in the order in which a first round comes to them."""
    score = _("Menu, Score: how everybody stands. The most profit wins.")
    return (looking(), *_auction(), asking(), drawn_table(), *_goods(), *looking_back(score))


def _auction() -> tuple[Step, ...]:
    """A bid, and what the winner gives."""
    return (
        Step(
            "bid",
            _("One bids with cards: what can be tapped is your hand. Tap some, then the dark button; or pass."),
            booked("Bid", "Pass"),
            (does("Bid"), chooses, does("Pass")),
        ),
        Step(
            "give",
            _("Who wins gives the bid and one card of the lot to the market. Each wins one lot in a round."),
            _given,
            (does("GiveToMarket"), chooses),
        ),
    )


def _goods() -> tuple[Step, ...]:
    """The market, and a sale."""
    return (
        Step(
            "market",
            _("After the last lot the market is shared out: each takes all cards of one good."),
            booked("PickGood"),
            (does("PickGood"), chooses),
        ),
        Step(
            "sell",
            _("Three of one good are sold at any time: tap your name. Merchants stand in for a good."),
            booked(*SALES),
            own=False,
        ),
    )


def _given(scene: Scene) -> bool:
    return isinstance(scene.phase, p.Picking) or booked("GiveToMarket")(scene)
