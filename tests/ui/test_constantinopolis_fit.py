"""Every screen of a game of Constantinopolis, and those beside any game, in every look: nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import pytest

from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.commands import Bid
from tests.presenters.taps import hands_done
from tests.presenters.test_playing import sensible
from tests.ui.looks import Wrong, all_pairs, every, shared_out

PHASES = ("Activation", "Duel", "Bounty", "Construction", "Drawing", "Acceptance", "Donation", "Storing", "Over")
EVERY = every((1.0, 1.25, 1.5))
Comes = Callable[[Desk], None]


@cache
def handling(phase: str) -> Desk:
    """A desk in a phase of a game of five whose hands have still to follow."""
    return Desk(source=sensible(5, 4, phase))


@cache
def led(phase: str) -> Desk:
    """The same when they have."""
    desk = Desk(source=sensible(5, 4, phase))
    hands_done(desk)
    return desk


@cache
def bargaining() -> Desk:
    """A desk whose people may trade freely."""
    desk = Desk(source=sensible(5, 4, "Acceptance", free_trade="on"))
    hands_done(desk)
    return desk


def plain(_desk: Desk) -> None:
    """The screen as it stands."""


def shown(screen: str, about: str, desk: Desk) -> None:
    """Another screen."""
    desk.do(acts.Open(screen, about))


def chosen(about: str, desk: Desk) -> None:
    """A choice of the first player who is due."""
    desk.do(acts.Sit(desk.scene().phase.actors[0]))
    desk.do(acts.Open("choose", about))


def back(desk: Desk) -> None:
    """Somebody wants to take back lines of everybody."""
    desk.do(acts.BackTo(max(0, desk.source.book.last - 30)))


def vote(desk: Desk) -> None:
    """The table is asked whether what was tried is allowed."""
    first = next(iter(desk.source.names))
    desk.do(acts.Challenge(first, Bid(first, 1, 1)))


MOMENTS: dict[str, tuple[Callable[[], Desk], Comes]] = {
    **{phase: (partial(led, phase), plain) for phase in PHASES},
    **{f"hands-{phase}": (partial(handling, phase), plain) for phase in ("Acceptance", "Donation")},
    **{f"table-{phase}": (partial(led, phase), partial(shown, "table", "")) for phase in ("Duel", "Acceptance")},
    **{
        screen: (partial(led, "Acceptance"), partial(shown, screen, ""))
        for screen in ("menu", "history", "score", "large", "share", "turns", "answers", "leave", "setup", "search")
    },
    "advice": (partial(led, "Acceptance"), partial(chosen, "advice")),
    "trade": (partial(led, "Acceptance"), partial(chosen, "trade")),
    "bargain": (bargaining, partial(chosen, "bargain")),
    "share-result": (partial(led, "Over"), partial(shown, "share", "")),
    "back": (partial(led, "Acceptance"), back),
    "vote": (partial(led, "Acceptance"), vote),
}
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def at(moment: str) -> Desk:
    """A desk in a moment of the game."""
    found, comes_to = MOMENTS[moment]
    desk = found()
    desk.do(acts.Open("play"))
    desk.see(aside="", laid=(), cards=(), picked="", tab="", agreed=(), back_to=None)
    comes_to(desk)
    return desk


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(at(moment), FEW[moment]) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look(wrong: Wrong, moment: str) -> None:
    """In light alone: dark changes colours and no room; the looks above hold it with all else."""
    light = [look for look in EVERY if not look.dark]
    assert {look: there for look in light if (there := wrong(at(moment), look))} == {}
