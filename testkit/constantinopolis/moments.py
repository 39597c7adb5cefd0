"""The moments of a game of Constantinopolis, and of what lies beside any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import product
from random import Random

from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.count_acts import CountLine
from companion.views.constantinopolis.acts import Cargo, Sailed
from engine.constantinopolis.commands import Bid, Load, Trade, Use
from engine.constantinopolis.editions import edition
from testkit.moments import Moment, plain, shown, unplugged
from testkit.played import decision, people_of
from testkit.taps import buttons, hands_done

PHASES = (
    *("Activation", "Duel", "Bounty", "Construction", "Declared", "Drawing", "Dealing", "Acceptance", "Clash"),
    *("Donation", "Storing", "Turnover", "Over"),
)
CHOICES = ("swap", "three", "discard", "ship", "redraw")
"""What only some players may choose in their turn."""
SEED = 4
SEEDS = {"Clash": 1, "Dealing": 3, "swap": 1, "three": 2, "use": 1}
"""Of games in which that comes, where it does not in the usual one."""


def sensible(players: int, seed: int, until: str, **options: str) -> Session:
    """A game played sensibly until its phase is called `until`; `options` differ from the usual ones."""
    return next(one for one in moves(players, seed, **options) if type(one.state.phase).__name__ == until)


def moves(players: int, seed: int, **options: str) -> Iterator[Session]:
    """A game that is played sensibly, after each of its moves."""
    setup = shuffled_setup("constantinopolis", players, seed)
    book, chance = unkept("constantinopolis", replace(setup, edition=edition(options))), Random(seed)
    session = new_session(book)
    people = people_of(book, seed)
    while True:
        yield session
        session.submit(decision(book, people, chance))


@cache
def handling(phase: str) -> Session:
    """A phase of a game of five whose hands have still to follow."""
    return sensible(5, SEED, phase)


@cache
def handling_silent() -> Session:
    """The same, and every tray is lost."""
    return unplugged(sensible(5, SEED, "Acceptance"))


@cache
def led(phase: str) -> Session:
    """The same when they have."""
    session = sensible(5, SEEDS.get(phase, SEED), phase)
    hands_done(Desk(source=session))
    return session


@cache
def voting() -> Session:
    """A game of its own, for a challenge stays in it."""
    return led.__wrapped__("Acceptance")


@cache
def trading() -> Session:
    """People may trade freely."""
    session = sensible(5, SEED, "Acceptance", free_trade="on")
    hands_done(Desk(source=session))
    return session


@cache
def silent() -> Session:
    """A phase in which all act one after the other, and every tray is lost."""
    session = sensible(5, SEED, "Construction")
    hands_done(Desk(source=session))
    return unplugged(session)


@cache
def offered() -> Session:
    """Somebody has offered a trade to another, who has to answer."""
    session = sensible(5, SEED, "Acceptance", free_trade="on")
    desk = Desk(source=session)
    hands_done(desk)
    me, other, *_others = session.state.phase.actors
    for act in (acts.Sit(me), acts.Open("choose", "bargain"), acts.Tab(other)):
        desk.do(act)
    for amount in (acts.Amount("gives gold", 1), acts.Amount("gets gold", 2)):
        desk.do(amount)
    desk.press(next(each for each in buttons(desk.view()) if isinstance(each.command, Trade)))
    return session


@cache
def may_choose(what: str) -> Session:
    """Somebody who is due is offered a choice."""
    return next(one for one in moves(5, SEEDS.get(what, SEED)) if chooser(what, one))


def chooser(what: str, session: Session) -> str:
    """Who is offered a choice; nobody is before hands have followed, which they do where somebody may be."""
    if type(session.state.phase).__name__ not in ("Construction", "Acceptance"):
        return ""
    desk = Desk(source=session)
    hands_done(desk)
    for seat in session.state.phase.actors:
        desk.do(acts.Sit(seat))
        if any(each.command == acts.Open("choose", what) for each in buttons(desk.view())):
            return str(seat)
    return ""


def choosing(what: str, desk: Desk) -> None:
    """Who is offered a choice opens it."""
    assert isinstance(desk.source, Session)
    desk.do(acts.Sit(chooser(what, desk.source)))
    desk.do(acts.Open("choose", what))


def chosen(about: str, desk: Desk) -> None:
    """A choice of the first player who is due."""
    desk.do(acts.Sit(desk.scene().phase.actors[0]))
    desk.do(acts.Open("choose", about))


@cache
def usable() -> Session:
    """Somebody who accepts contracts may still use a commercial building: most have used theirs before."""
    return next(one for one in moves(5, SEEDS["use"]) if user(one))


def user(session: Session) -> str:
    """Who may use a commercial building; nobody where nobody may."""
    if type(session.state.phase).__name__ != "Acceptance":
        return ""
    desk = Desk(source=session)
    hands_done(desk)
    return next((str(seat) for seat in session.state.phase.actors if desk.scene().commands(seat, Use)), "")


def using(desk: Desk) -> None:
    """That player trades."""
    assert isinstance(desk.source, Session)
    desk.do(acts.Sit(user(desk.source)))
    desk.do(acts.Open("choose", "trade"))


@cache
def full() -> Session:
    """Somebody has the goods of a contract, and a ship without room for it."""
    return next(one for one in moves(5, SEED) if no_room(one))


def no_room(session: Session) -> tuple[str, str] | None:
    """Who may load, and a contract that has no room on a ship in harbour, if there is any."""
    if type(session.state.phase).__name__ != "Acceptance":
        return None
    desk = Desk(source=session)
    hands_done(desk)
    for seat in session.state.phase.actors:
        desk.do(acts.Sit(seat))
        scene = desk.scene()
        for piece, ship in product(
            *(scene.table[zone] for zone in (scene.zones(seat).open, scene.zones(seat).harbour))
        ):
            stop = scene.stop(Load(seat, piece, ship))
            if stop is not None and stop.rule == "C-LOD-02":
                return seat, piece
    return None


def crowded(desk: Desk) -> None:
    """That contract is chosen."""
    assert isinstance(desk.source, Session)
    found = no_room(desk.source)
    assert found is not None
    desk.do(acts.Sit(found[0]))
    desk.do(acts.Pick(found[1]))


def counting(desk: Desk) -> None:
    """Another game is counted that nobody followed: two contracts at sea."""
    for act in (acts.Open("count"), CountLine("contracts"), Cargo("B"), Sailed(5), Cargo("P"), Sailed(4)):
        desk.do(act)


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
    "hands-silent": Moment(handling_silent, plain),
    **{
        f"table-{phase}": Moment(partial(led, phase), partial(shown, "table", ""))
        for phase in ("Duel", "Acceptance", "Over")
    },
    **{
        screen: Moment(partial(led, "Acceptance"), partial(shown, screen, ""))
        for screen in ("menu", "history", "score", "large", "share", "turns", "answers", "leave", "setup", "search")
    },
    "advice": Moment(partial(led, "Acceptance"), partial(chosen, "advice")),
    "trade": Moment(partial(led, "Acceptance"), partial(chosen, "trade")),
    "use": Moment(usable, using),
    "bargain": Moment(trading, partial(chosen, "bargain")),
    "offered": Moment(offered, plain),
    **{what: Moment(partial(may_choose, what), partial(choosing, what)) for what in CHOICES},
    "share-result": Moment(partial(led, "Over"), partial(shown, "share", "")),
    "back": Moment(partial(led, "Acceptance"), back),
    "vote": Moment(voting, vote),
    "full": Moment(full, crowded),
    "counting": Moment(partial(led, "Over"), counting),
    "silent": Moment(silent, plain),
    "table-silent": Moment(silent, partial(shown, "table", "")),
}
"""What is looked at in each: a phase, its hands, the table from above, or a screen beside the game."""
