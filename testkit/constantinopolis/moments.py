"""The moments of a game of Constantinopolis, and of what lies beside any game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from random import Random

from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.commands import Bid
from engine.constantinopolis.editions import edition
from testkit.moments import Moment, plain, shown
from testkit.played import decision, people_of
from testkit.taps import hands_done

PHASES = ("Activation", "Duel", "Bounty", "Construction", "Drawing", "Acceptance", "Donation", "Storing", "Over")


def sensible(players: int, seed: int, until: str, **options: str) -> Session:
    """A game played sensibly until its phase is called `until`; `options` differ from the usual ones."""
    setup = shuffled_setup("constantinopolis", players, seed)
    book, chance = unkept("constantinopolis", replace(setup, edition=edition(options))), Random(seed)
    session = new_session(book)
    people = people_of(book, seed)
    while type(book.state.phase).__name__ != until:
        session.submit(decision(book, people, chance))
    return session


@cache
def handling(phase: str) -> Session:
    """A phase of a game of five whose hands have still to follow."""
    return sensible(5, 4, phase)


@cache
def led(phase: str, **options: str) -> Session:
    """The same when they have; `free_trade` lets people trade."""
    session = sensible(5, 4, phase, **options)
    hands_done(Desk(source=session))
    return session


def chosen(about: str, desk: Desk) -> None:
    """A choice of the first player who is due."""
    desk.do(acts.Sit(desk.scene().phase.actors[0]))
    desk.do(acts.Open("choose", about))


def back(desk: Desk) -> None:
    """Somebody wants to take back lines of everybody."""
    assert desk.source is not None
    desk.do(acts.BackTo(max(0, desk.source.book.last - 30)))


def vote(desk: Desk) -> None:
    """The table is asked whether what was tried is allowed."""
    assert desk.source is not None
    first = next(iter(desk.source.names))
    desk.do(acts.Challenge(first, Bid(first, 1, 1)))


MOMENTS: Mapping[str, Moment] = {
    **{phase: Moment(partial(led, phase), plain) for phase in PHASES},
    **{f"hands-{phase}": Moment(partial(handling, phase), plain) for phase in ("Acceptance", "Donation")},
    **{f"table-{phase}": Moment(partial(led, phase), partial(shown, "table", "")) for phase in ("Duel", "Acceptance")},
    **{
        screen: Moment(partial(led, "Acceptance"), partial(shown, screen, ""))
        for screen in ("menu", "history", "score", "large", "share", "turns", "answers", "leave", "setup", "search")
    },
    "advice": Moment(partial(led, "Acceptance"), partial(chosen, "advice")),
    "trade": Moment(partial(led, "Acceptance"), partial(chosen, "trade")),
    "bargain": Moment(partial(led, "Acceptance", free_trade="on"), partial(chosen, "bargain")),
    "share-result": Moment(partial(led, "Over"), partial(shown, "share", "")),
    "back": Moment(partial(led, "Acceptance"), back),
    "vote": Moment(partial(led, "Acceptance"), vote),
}
"""What is looked at in each: a phase, its hands, the table from above, or a screen beside the game."""
