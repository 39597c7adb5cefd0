"""A first game of Praetor: what the screens tell, and how a round goes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.presenters.lesson import (
    About,
    Step,
    asking,
    booked,
    does,
    drawn_table,
    leads,
    looking,
    looking_back,
    opened,
)
from companion.presenters.praetor.city import TODO
from companion.views.common import acts
from companion.views.common.parts import Button, Sheet
from companion.views.praetor.city import PraetorCity
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
            (does("Build"), _cells, _lines),
        ),
        Step(
            "work",
            _("To work at: a tile of the city pays a worker who goes there; its owner may ask a fee."),
            booked("Activate", "Labor", "Pass"),
            (does("Activate"), _to_work, _lines),
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


def _cells(view: Sheet) -> Iterator[Button]:
    """The cells where a tile that was chosen may lie."""
    if isinstance(view.body, PraetorCity):
        yield from (cell.button for cell in view.body.map.free)


def _to_work(view: Sheet) -> Iterator[Button]:
    """The way to the tiles one may work at."""
    if isinstance(view.body, PraetorCity):
        yield from (tab for tab in view.body.tabs if tab.command == acts.Tab(TODO) and not tab.chosen)


def _lines(view: Sheet) -> Iterator[Button]:
    """What stands beside the map."""
    if isinstance(view.body, PraetorCity):
        yield from (line.button for line in view.body.lines if not line.gone and line.button.open)
