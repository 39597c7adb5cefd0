"""The moments of a game of Praetor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from companion.host.opening import new_session
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.presenters.praetor.choice import BUILD, CAMP, WORK, Choice
from companion.presenters.praetor.lines import HIDE
from companion.views.common import acts
from engine.event import State
from engine.journal import Journal, Remark
from engine.praetor.advice import builds
from engine.praetor.city import city
from engine.praetor.commands import Activate, Pass
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Actions, Hiring, Lent, Ordering, Over, Refilling, Schooling, Tied, Trading, Unveiling
from engine.praetor.tiles import BLACKSMITH, WORKER_CAMP
from engine.praetor.turns import able
from engine.praetor.values import LABOR_CAMP
from engine.sighting import Lost
from testkit.moments import Moment, plain, shown, unplugged
from testkit.praetor.desks import desk_in
from testkit.praetor.players import LIVELY, Player, play, setup
from testkit.praetor.seen_city import City, LookedOver, turned

SINCE: Mapping[type, int] = {Ordering: 2, Actions: 8, Trading: 5, Refilling: 4, Unveiling: 4}
"""The round from which on a phase is shown: the city has grown; in the second round there is a stack to ask about."""
SHOWN = (Ordering, Actions, Lent, Trading, Schooling, Hiring, Refilling, Unveiling, Over)


def desk_of(phase: type) -> Desk:
    """A desk in a phase of a game of five, or of four, where a retired worker is lent."""
    return desk_in(phase, 4 if phase is Lent else 5, 1, SINCE.get(phase, 1))


def session_of(desk: Desk) -> Session:
    """The game that a desk follows."""
    assert isinstance(desk.source, Session)
    return desk.source


@cache
def led(phase: type) -> Session:
    """A phase of such a game."""
    return session_of(desk_of(phase))


@cache
def without_citizens() -> Session:
    """Somebody has no citizen left, and a worker camp stands in the city."""
    journal = Journal(PRAETOR, setup(4, 1))
    return new_session(next(journal for _ in play(journal, Player(1, LIVELY)) if nobody_left(journal.state)))


def nobody_left(state: State) -> str:
    """Who is due and has no citizen where one might be recruited; nobody where all have."""
    if not isinstance(state.phase, Actions) or WORKER_CAMP not in map(state.book.kind.get, city(state.zones).spots):
        return ""
    return next((seat for seat in state.phase.actors if not state.zones[state.seats[seat].citizens]), "")


@cache
def doubted(seconds: float) -> Session:
    """A camera has seen a tile turned for so long."""
    table = City()
    table.lay_otherwise(table.built[3], turned(table.built[3]))
    for screen in ("scan",) * int(seconds // 2):
        table.wait(2.5, screen)
    return table.session


@cache
def silent() -> Session:
    """Actions, and every tray is lost."""
    return unplugged(session_of(desk_of(Actions)))


@cache
def agreed() -> Session:
    """The table has agreed to hide the sums of plazas."""
    desk = desk_of(Actions)
    desk.do(Remark("", HIDE))
    return session_of(desk)


@cache
def late() -> Session:
    """Whoever has more than a hundred favor decides about a hire of last resort."""
    return session_of(desk_in(Hiring, 5, 10, 12))


@cache
def handling() -> Session:
    """Hands have still to do what an update did of itself."""
    return _updated()


@cache
def handling_silent() -> Session:
    """The same, and every tray is lost."""
    return unplugged(_updated())


def _updated() -> Session:
    desk = desk_of(Actions)
    while isinstance(desk.scene().phase, Actions):
        desk.do(Pass(desk.scene().me))
    return session_of(desk)


@cache
def tied() -> Session:
    """The table has to be told who of two is the youngest."""
    session = session_of(desk_of(Over))
    over = session.state.phase
    session.state.phase = Tied(("",), over.round, over.lines, tuple(session.names)[:2])
    return session


@cache
def looked_over(seen: str) -> Session:
    """The camera has been moved over a part of the city, or has seen a tile of it turned, or is gone."""
    table = LookedOver()
    pieces = table.otherwise(table.built[3], turned(table.built[3])) if seen == "otherwise" else table.built[:5]
    table.show(*pieces)
    if seen == "gone":
        table.session.put(Lost("camera", table.now, "unplugged"))
        table.session.poll()
    return table.session


# --- what is done on a screen ---


def sale(desk: Desk) -> None:
    """A tile for sale is chosen."""
    desk.do(acts.Pick(str(Choice(BUILD, sorted(desk.scene().table["display"])[0]))))


def cell(desk: Desk) -> None:
    """A tile is tried out where it brings most."""
    scene = desk.scene()
    best = builds(scene.state, scene.zones(scene.me))[0]
    desk.do(acts.Pick(str(Choice(BUILD, best.tile, best.spot, able(scene.state, scene.zones(scene.me))[0]))))


def work(kind: str, desk: Desk) -> None:
    """A tile of a kind is chosen to work there, or to be used."""
    scene = desk.scene()
    tile = next(tile for tile in city(scene.state.zones).spots if scene.state.book.kind[tile] == kind)
    desk.do(acts.Pick(str(Choice(CAMP if kind == LABOR_CAMP else WORK, tile))))


def board(tab: str, desk: Desk) -> None:
    """The board of the first player, with its wages or its rates."""
    desk.do(acts.Open("choose", f"board {next(iter(session_of(desk).names))}"))
    if tab:
        desk.do(acts.Pick(tab))


def step(name: str, desk: Desk) -> None:
    """A step of the update."""
    desk.do(acts.Pick(name))


def figure(category: str, desk: Desk) -> None:
    """A figure of the winner's score is opened."""
    game = session_of(desk)
    desk.do(acts.Pick(f"{game.game.standings(game.state)[0].seat} {category}"))


def refused(desk: Desk) -> None:
    """What is not lawful has led to its rule."""
    desk.do(Activate(desk.scene().me, "market-1", 6))


def back(desk: Desk) -> None:
    """Somebody wants to take back the last line."""
    desk.do(acts.Open("history"))
    desk.do(acts.BackTo(session_of(desk).book.last - 1))


MOMENTS: Mapping[str, Moment] = {
    **{phase.__name__: Moment(partial(led, phase), plain) for phase in SHOWN},
    "Tied": Moment(tied, plain),
    "sale": Moment(partial(led, Actions), sale),
    "cell": Moment(partial(led, Actions), cell),
    "cell-hidden": Moment(agreed, sale),
    "work": Moment(partial(led, Actions), partial(work, BLACKSMITH)),
    "no-citizen": Moment(without_citizens, partial(work, WORKER_CAMP)),
    "camp": Moment(partial(led, Lent), partial(shown, "table", "")),
    "advice": Moment(partial(led, Actions), partial(shown, "choose", "advice")),
    "advice-hidden": Moment(agreed, partial(shown, "choose", "advice")),
    "board": Moment(partial(led, Actions), partial(board, "")),
    "rates": Moment(partial(led, Actions), partial(board, "rates")),
    "reveal": Moment(partial(led, Refilling), partial(shown, "choose", "reveal")),
    "unveil": Moment(partial(led, Unveiling), partial(shown, "choose", "unveil")),
    **{f"update-{name}": Moment(partial(led, Refilling), partial(step, name)) for name in ("return", "pay", "train")},
    "update-late": Moment(late, plain),
    "hands": Moment(handling, plain),
    "hands-silent": Moment(handling_silent, plain),
    "table": Moment(partial(led, Actions), partial(shown, "table", "")),
    "table-over": Moment(partial(led, Over), partial(shown, "table", "")),
    "turns": Moment(partial(led, Actions), partial(shown, "turns", "")),
    "score": Moment(partial(led, Actions), partial(shown, "score", "")),
    "score-gold": Moment(partial(led, Over), partial(figure, "gold")),
    "score-workers": Moment(partial(led, Over), partial(figure, "workers")),
    "large": Moment(partial(led, Over), partial(shown, "large", "")),
    "scan": Moment(partial(doubted, 2), partial(shown, "scan", "")),
    "doubt": Moment(partial(doubted, 2), plain),
    "differ": Moment(partial(doubted, 20), partial(shown, "differ", "")),
    "history": Moment(partial(led, Actions), partial(shown, "history", "")),
    "back": Moment(partial(led, Actions), back),
    "rule": Moment(partial(led, Actions), refused),
    "answers": Moment(partial(led, Actions), partial(shown, "answers", "blue")),
    "look-over": Moment(partial(looked_over, "part"), partial(shown, "look_over", "")),
    "look-over-otherwise": Moment(partial(looked_over, "otherwise"), partial(shown, "look_over", "")),
    "look-over-gone": Moment(partial(looked_over, "gone"), partial(shown, "look_over", "")),
    "look-over-grown": Moment(partial(led, Actions), partial(shown, "look_over", "")),
    "silent": Moment(silent, plain),
    "table-silent": Moment(silent, partial(shown, "table", "")),
}
"""What is looked at in each: a phase, a choice on the map, a step of the update, or a screen beside it."""
