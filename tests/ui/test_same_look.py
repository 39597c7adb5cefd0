"""Every screen of every game, given views that change in every place at once: it shows what a new one would.

The views are those of the gallery and of games played without a window, crossed with each other.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.presenters.desk import Desk
from companion.views.common.hands import HandsBoard
from companion.views.common.parts import Sheet
from testkit.taps import hands_done, one_tap
from testkit.window.bred import Stock
from tests.presenters import byzanz_taps
from tools.gallery.__main__ import pictures

SIZES = {"lying": (1280, 800), "upright": (800, 1280)}
ALL, SOME = slice(None), slice(None, None, 8)
TRIED = [
    pytest.param("lying", 1.0, 1, SOME, id="lying"),
    *(
        pytest.param(size, text, 20, ALL, id=f"{size}-{text}", marks=pytest.mark.slow)
        for size in SIZES
        for text in (1.0, 1.5)
    ),
]
"""Size of the window, size of words, how often each screen gets another view, and which screens do."""
TAPS = 120
"""So many taps of each game are looked at."""
SHARE = 0.04
"""The part of all fields in which a view is crossed with others."""
LAYOUTS = 6
"""Ticks after which layouts within layouts have come to rest."""
UNCROSSED = (HandsBoard,)
"""Views whose parts belong together: a sheet to a seat, and each seat once."""


def wandered(game: str, players: int) -> Iterator[Any]:
    """The views of a game by taps, from its beginning."""
    desk, chance = Desk(source=new_session(shuffled_game(game, players, 3))), Random(players)
    for tap in range(TAPS):
        if tap % 3 == 0:
            hands_done(desk)
        one_tap(desk, chance)
        yield desk.view()


def dealt(players: int) -> Iterator[Any]:
    """The views of a game of hidden cards, from its beginning."""
    tapper = byzanz_taps.Tapper(players, 3)
    press, seen = tapper.press, list[Any]()

    def watched(button: Any) -> None:
        press(button)
        seen.append(tapper.desk.view())

    tapper.press = watched
    for _ in range(TAPS // 3):
        tapper.step()
    yield from seen


@cache
def stock() -> tuple[Stock, dict[str, list[Any]]]:
    """Every view, and the views of each screen by the class of what shows them: a sheet's frame and its body."""
    games = (wandered("constantinopolis", 5), wandered("praetor", 3), dealt(3))
    shown = [(screen_of(view), view) for game in games for view in game]
    shown += [(picture.screen, picture.view) for picture in pictures().values()]
    by_screen: dict[str, list[Any]] = {}
    for screen, view in shown:
        by_screen.setdefault(screen, []).append(view)
        if isinstance(view, Sheet):
            by_screen.setdefault(screen_of(view.body), []).append(view.body)
    return Stock(view for _screen, view in shown), by_screen


def screen_of(view: object) -> str:
    """The widget class that shows a view."""
    return "Speaking" if isinstance(view, Sheet) else f"{type(view).__name__}Screen"


def rest() -> None:
    """Let layouts come to rest, and then the words on one line that are set smaller once they stand where they will.

    What waits for a frame is drawn in the end: until then it is kept.
    """
    from kivy.clock import Clock

    from companion.ui.drawn import draw_all

    for _ in range(3):
        for _layout in range(LAYOUTS):
            Clock.tick_draw()
        Clock.tick()
    draw_all()


def made(screen: str, view: Any, size: tuple[int, int]) -> Any:
    """A new widget that shows a view, in a parent as every shown widget is: it is laid out once it has one."""
    from kivy.factory import Factory
    from kivy.uix.widget import Widget

    widget = Factory.get(screen)(view=view, size=size)
    Widget().add_widget(widget)
    rest()
    return widget


def odd(screen: str, size: tuple[int, int], changes: int) -> Iterator[str]:
    """Give a widget one view after the other, and tell what it shows that a new one does not."""
    from testkit.window.same_look import unlike

    crossing, by_screen = stock()
    chance = Random(f"{screen} {size}")
    views, kept = by_screen[screen], made(screen, chance.choice(by_screen[screen]), size)
    for at in range(changes):
        view = chance.choice(views)
        if not isinstance(view, UNCROSSED):
            view = crossing.crossed(view, chance, SHARE)
        kept.view = view
        rest()
        if told := unlike(kept, made(screen, view, size)):
            yield f"change {at}: {told}"
    gc.collect()


@pytest.fixture
def words() -> Iterator[Callable[[float], None]]:
    """Sets how large words are."""
    from companion.ui.screens import register
    from companion.ui.theme import theme

    register()

    def set_to(scale: float) -> None:
        theme.scale = scale

    gc.freeze()  # so many widgets are made that they are looked through after each screen: without what stood before
    yield set_to
    gc.unfreeze()
    theme.scale = 1.0


@pytest.mark.parametrize(("size", "text", "changes", "which"), TRIED)
def test_a_screen_that_gets_other_views_shows_what_a_new_one_shows(
    words: Callable[[float], None], size: str, text: float, changes: int, which: slice
) -> None:
    words(text)
    screens = sorted(stock()[1])[which]
    assert [f"{screen}, {each}" for screen in screens for each in odd(screen, SIZES[size], changes)] == []
