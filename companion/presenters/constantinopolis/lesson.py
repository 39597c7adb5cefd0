"""A first game of Constantinopolis: what the screens tell, and how a round goes."""

from __future__ import annotations

from companion.presenters.lesson import Step, booked, chooses, does, leads, opened, phases
from companion.presenters.scene import Scene
from companion.wording import _
from engine.constantinopolis import phases as p

BIDS = ("Stay", "Take", "Bid", "Raise")


def lesson() -> tuple[Step, ...]:
    """The steps, in the order in which a first round comes to them."""
    return (*_bidding(), *_looking_round(), *_moving(), *_looking_back())


def _bidding() -> tuple[Step, ...]:
    """Who is due, and the first office."""
    return (
        Step("look", _("The largest words say who is due. The first seat is yours; others play by themselves."), _no),
        Step(
            "office",
            _("Each office gives a right. Tap one, then the dark button: that books it."),
            booked(),
            (does(*BIDS), chooses),
        ),
    )


def _looking_round() -> tuple[Step, ...]:
    """The rules, and the drawn table."""
    return (
        Step(
            "rule",
            _("Tap a phase in the bar at the top: its rule opens, with the printed page."),
            opened("rule"),
            (phases,),
            own=False,
        ),
        Step(
            "table",
            _("Menu, The drawn table: pause, play faster, or let a tray fail. Try it."),
            opened("drawn"),
            (leads("drawn"), leads("menu")),
            own=False,
        ),
    )


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


def _looking_back() -> tuple[Step, ...]:
    """The history and the score."""
    return (
        Step(
            "back",
            _("Menu, History: every line stands there, and anything can be taken back."),
            opened("history"),
            (leads("history"), leads("menu")),
            own=False,
        ),
        Step(
            "score",
            _("Menu, Score: how everybody stands. The most fame after nine rounds wins."),
            opened("score"),
            (leads("score"), leads("menu")),
            own=False,
        ),
    )


def _no(_scene: Scene) -> bool:
    """This is only looked at."""
    return False


def _drawn(scene: Scene) -> bool:
    return isinstance(scene.phase, p.Acceptance) or booked("Draw")(scene)


def _built(scene: Scene) -> bool:
    return booked("Build", "EndTurn")(scene)


def _loaded(scene: Scene) -> bool:
    return booked("Load", "Done")(scene)
