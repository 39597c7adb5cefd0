"""A first game of Constantinopolis: what the screens tell, and how a round goes."""

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
from engine.constantinopolis import phases as p

BIDS = ("Stay", "Take", "Bid", "Raise")


def about() -> About:
    """What the game is about."""
    return About(
        "ship-large",
        (
            ("vote", _("Offices are auctioned; each gives a right for the round.")),
            ("contract", _("Buildings make goods, and ships carry them out for gold and fame.")),
        ),
    )


def lesson() -> tuple[Step, ...]:
    """The steps, in the order in which a first round comes to them."""
    score = _("Menu, Score: how everybody stands. The most fame after nine rounds wins.")
    return (looking(), _bidding(), asking(), drawn_table(), *_moving(), *looking_back(score))


def _bidding() -> Step:
    """The first office."""
    text = _("Each office gives a right. Tap one, then the dark button: that books it.")
    return Step("office", text, booked(), (does(*BIDS), chooses))


def _moving() -> tuple[Step, ...]:
    """A building, contracts, and ships."""
    return (
        Step(
            "build",
            _("In your turn tap a building, look at its price, and buy it; or end the turn."),
            _built,
            (does("Build"), chooses, does("EndTurn")),
        ),
        Step(
            "draw",
            _("Contracts are goods to be shipped for gold. You draw some now; a tap confirms."),
            _drawn,
            (does("Draw"), chooses),
        ),
        Step(
            "load",
            _("Tap a contract, then a ship. Larger ships hold more and may stay out longer."),
            _loaded,
            (does("Load"), chooses, does("Done")),
        ),
    )


def _drawn(scene: Scene) -> bool:
    return isinstance(scene.phase, p.Acceptance) or booked("Draw")(scene)


def _built(scene: Scene) -> bool:
    return booked("Build", "EndTurn")(scene)


def _loaded(scene: Scene) -> bool:
    return booked("Load", "Done")(scene)
