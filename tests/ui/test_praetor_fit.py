"""Every screen of a game of Praetor on every window, in every language, light and dark, at every side: all is well."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import pytest
from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.presenters.praetor.choice import BUILD, CAMP, WORK, Choice
from companion.presenters.praetor.lines import HIDE
from companion.views.common import acts
from companion.views.common.parts import TURNS
from engine.journal import Remark
from engine.praetor.advice import builds
from engine.praetor.city import city, laid, placed
from engine.praetor.commands import Activate, Pass
from engine.praetor.phases import Actions, Hiring, Lent, Ordering, Over, Refilling, Schooling, Tied, Trading, Unveiling
from engine.praetor.tiles import BLACKSMITH
from engine.praetor.turns import able
from engine.praetor.values import LABOR_CAMP
from engine.sighting import Lost
from tests.presenters.praetor_desks import desk_in
from tests.presenters.test_look_over import LookedOver, turned
from tests.presenters.test_two_maps import City
from tests.ui.looks import Look, Wrong, all_pairs, every, shared_out

SINCE: dict[type, int] = {Ordering: 2, Actions: 8, Trading: 5, Refilling: 4, Unveiling: 4}
"""The round from which on a phase is shown: the city has grown; in the second round there is a stack to ask about."""
EVERY = every((1.0, 1.25, 1.5), tuple(TURNS))
Comes = Callable[[Desk], None]


@cache
def led(phase: type) -> Desk:
    """A desk in a phase of a game of five, or of four, where a retired worker is lent."""
    return desk_in(phase, 4 if phase is Lent else 5, 1, SINCE.get(phase, 1))


@cache
def doubted(seconds: float) -> Desk:
    """A desk whose camera has seen a tile turned for so long."""
    table = City()
    tile, spot = placed(table.built[3])
    table.lay_otherwise(table.built[3], laid(tile, replace(spot, turn=(spot.turn + 1) % 4)))
    for screen in ("scan",) * int(seconds // 2):
        table.wait(2.5, screen)
    return table.desk


@cache
def agreed() -> Desk:
    """A desk whose table has agreed to hide the sums of plazas."""
    desk = desk_in(Actions, 5, 1, SINCE[Actions])
    desk.do(Remark("", HIDE))
    return desk


@cache
def handling() -> Desk:
    """A desk where hands have still to do what an update did of itself."""
    desk = desk_in(Actions, 5, 1, SINCE[Actions])
    while isinstance(desk.source.state.phase, Actions):
        desk.do(Pass(desk.scene().me))
    return desk


@cache
def tied() -> Desk:
    """A desk that has to be told who of two is the youngest."""
    desk = desk_in(Over)
    over = desk.source.state.phase
    desk.source.state.phase = Tied(("",), over.round, over.lines, tuple(desk.source.names)[:2])
    return desk


@cache
def looked_over(seen: str) -> Desk:
    """A desk whose camera has been moved over a part of the city, or has seen a tile of it turned, or is gone."""
    table = LookedOver()
    pieces = table.otherwise(table.built[3], turned(table.built[3])) if seen == "otherwise" else table.built[:5]
    table.show(*pieces)
    if seen == "gone":
        table.session.put(Lost("camera", table.now, "unplugged"))
        table.session.poll()
    return table.desk


# --- what is done on a screen ---


def plain(_desk: Desk) -> None:
    """The screen as it stands."""


def shown(screen: str, about: str, desk: Desk) -> None:
    """Another screen."""
    desk.do(acts.Open(screen, about))


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
    desk.do(acts.Open("choose", f"board {next(iter(desk.source.names))}"))
    if tab:
        desk.do(acts.Pick(tab))


def step(name: str, desk: Desk) -> None:
    """A step of the update."""
    desk.do(acts.Pick(name))


def figure(category: str, desk: Desk) -> None:
    """A figure of the winner's score is opened."""
    desk.do(acts.Pick(f"{desk.source.game.standings(desk.source.state)[0].seat} {category}"))


def refused(desk: Desk) -> None:
    """What is not lawful has led to its rule."""
    desk.do(Activate(desk.scene().me, "market-1", 6))


def back(desk: Desk) -> None:
    """Somebody wants to take back the last line."""
    desk.do(acts.Open("history"))
    desk.do(acts.BackTo(desk.source.book.last - 1))


MOMENTS: dict[str, tuple[Callable[[], Desk], Comes]] = {
    **{
        phase.__name__: (partial(led, phase), plain)
        for phase in (Ordering, Actions, Lent, Trading, Schooling, Hiring, Refilling, Unveiling, Over)
    },
    "Tied": (tied, plain),
    "sale": (partial(led, Actions), sale),
    "cell": (partial(led, Actions), cell),
    "cell-hidden": (agreed, sale),
    "work": (partial(led, Actions), partial(work, BLACKSMITH)),
    "camp": (partial(led, Lent), partial(shown, "table", "")),
    "advice": (partial(led, Actions), partial(shown, "choose", "advice")),
    "advice-hidden": (agreed, partial(shown, "choose", "advice")),
    "board": (partial(led, Actions), partial(board, "")),
    "rates": (partial(led, Actions), partial(board, "rates")),
    "reveal": (partial(led, Refilling), partial(shown, "choose", "reveal")),
    "unveil": (partial(led, Unveiling), partial(shown, "choose", "unveil")),
    **{f"update-{name}": (partial(led, Refilling), partial(step, name)) for name in ("return", "pay", "train")},
    "hands": (handling, plain),
    "table": (partial(led, Actions), partial(shown, "table", "")),
    "turns": (partial(led, Actions), partial(shown, "turns", "")),
    "score": (partial(led, Actions), partial(shown, "score", "")),
    "score-gold": (partial(led, Over), partial(figure, "gold")),
    "score-workers": (partial(led, Over), partial(figure, "workers")),
    "large": (partial(led, Over), partial(shown, "large", "")),
    "scan": (partial(doubted, 2), partial(shown, "scan", "")),
    "doubt": (partial(doubted, 2), plain),
    "differ": (partial(doubted, 20), partial(shown, "differ", "")),
    "history": (partial(led, Actions), partial(shown, "history", "")),
    "back": (partial(led, Actions), back),
    "rule": (partial(led, Actions), refused),
    "answers": (partial(led, Actions), partial(shown, "answers", "blue")),
    "look-over": (partial(looked_over, "part"), partial(shown, "look_over", "")),
    "look-over-otherwise": (partial(looked_over, "otherwise"), partial(shown, "look_over", "")),
    "look-over-gone": (partial(looked_over, "gone"), partial(shown, "look_over", "")),
    "look-over-grown": (partial(led, Actions), partial(shown, "look_over", "")),
}
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def at(moment: str, look: Look) -> Desk:
    """A desk in a moment of the game, whoever is due where the screen is turned to, the others round the table."""
    found, comes_to = MOMENTS[moment]
    desk = found()
    desk.do(acts.Open("play"))
    names, sides = list(desk.source.names), list(TURNS)
    first = names.index(desk.scene().me) if desk.scene().me else 0
    begins = sides.index(look.side)
    desk.sides = {each: sides[(begins + place) % 4] for place, each in enumerate([*names[first:], *names[:first]])}
    comes_to(desk)
    return desk


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(at(moment, FEW[moment]), FEW[moment]) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look_with_the_largest_words(wrong: Wrong, moment: str) -> None:
    """In light and from two sides alone: dark takes no room, and the other sides give windows of the same sizes."""
    looks = [look for look in EVERY if look.scale == 1.5 and look.side in ("south", "east") and not look.dark]
    assert {look: there for look in looks if (there := wrong(at(moment, look), look))} == {}
