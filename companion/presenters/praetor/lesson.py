"""A first game of Praetor: what the screens tell, and how a round goes."""

from __future__ import annotations

from companion.presenters.lesson import (
    About,
    Step,
    asking,
    booked,
    chooses,
    does,
    drawn_table,
    leads,
    looking,
    looking_back,
    opened,
    tabs,
)
from companion.wording import _


def about() -> About:
    """What the game is about."""
    return About(
        "city-imperial-outpost",
        (
            ("kind-public", _("Workers build a city tile by tile; corners that match bring favor.")),
            ("die", _("Each worker is a die: with every round of work it rises, until it retires.")),
        ),
    )


def lesson() -> tuple[Step, ...]:
    """The steps, in the order in which a first round comes to them."""
    score = _("Menu, Score: how everybody stands. At the end workers, morale and gold add to the favor.")
    return (looking(), *_acting(), asking(), drawn_table(), *_ending(), *looking_back(score))


def _acting() -> tuple[Step, ...]:
    """Building, working, and what lies at home."""
    return (
        Step(
            "build",
            _("Tap a tile for sale, then a free cell: its number is the favor of its corners. Then build it."),
            booked("Build", "Activate", "Pass"),
            (does("Build"), chooses),
        ),
        Step(
            "work",
            _("To work at: a tile of the city pays a worker who goes there; its owner may ask a fee."),
            booked("Activate", "Labor", "Pass"),
            (does("Activate"), chooses, tabs),
        ),
        Step(
            "board",
            _("Board: your workers, your goods, and the wages that are due at the end of the round."),
            opened("choose", about="board"),
            (leads("choose", "board"),),
        ),
    )


def _ending() -> tuple[Step, ...]:
    """The end of a round."""
    return (
        Step(
            "pass",
            _("A player acts with one worker at a time. Without one, or to save them, pass."),
            booked("Pass"),
            (does("Pass"),),
        ),
        Step(
            "update",
            _("When all have passed, workers come home and rise, wages are paid, and citizens may be hired."),
            booked("Hire", "Decline"),
            (does("Hire", "Decline", "Enrol", "Wait"),),
        ),
    )
