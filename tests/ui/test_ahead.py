"""Screens are made before they are due, a piece at a time, and show then what a new one would."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from time import monotonic
from typing import Any

import pytest
from kivy.core.window import Window

from companion.host.opening import new_session, shuffled_game
from companion.presenters.desk import Desk
from companion.titles import rulebook_of
from companion.ui import ahead, drawn, offscreen, screens, tidy
from companion.ui.app import CompanionApp
from companion.ui.screens.constantinopolis.samples import TILES
from companion.views.common import acts
from testkit.taps import hands_done, one_tap, wander
from testkit.window.same_look import differing

MOST = 400
"""After so many turns of the loop everything must have been made."""
STILL = 90
"""After so many turns of the loop a picture that nothing changes stands still."""


@pytest.fixture
def desk() -> Desk:
    """A desk with a game of four that has just begun, never turned."""
    found = Desk(source=new_session(shuffled_game("constantinopolis", 4, 3)))
    found.do(acts.Prefer(turns=False))
    return found


@pytest.fixture
def turning() -> Desk:
    """The same on a table with a person at each side, to whom the screen turns."""
    return Desk(source=new_session(shuffled_game("constantinopolis", 4, 3)))


@pytest.fixture(autouse=True)
def pieces(monkeypatch):
    """One piece in each turn of the loop, however fast the machine is."""
    monkeypatch.setattr(ahead, "SPELL", 0.0)


def count(window, kind: str) -> int:
    """So many widgets of a class stand in the construction screen that waits."""
    waiting = window.speaking.ids.body.kept("ConstructionScreen")
    return sum(type(each).__name__ == kind for each in waiting.walk()) if waiting else 0


def make(window, turns: int) -> list[int]:
    """Go on for so many turns, or until all is made; how many tiles were there after each."""
    maker, found = ahead.Ahead(window), []
    for _turn in range(turns):
        maker.go()
        offscreen.settle(1)
        found.append(count(window, "TileBox"))
        if made_all(maker):
            break
    return found


def made_all(maker: ahead.Ahead) -> bool:
    """Is nothing left to be made?"""
    return maker._done and not maker._rows and not maker._around


def test_a_construction_turn_is_made_piece_by_piece_while_the_auction_is_shown(face, desk):
    window = face(desk)
    found = make(window, MOST)
    assert found[0] == 0
    assert found[-1] == TILES
    assert max(after - before for before, after in pairwise(found)) == 1


@pytest.fixture
def app(desk):
    """The whole app, on the window, with every screen loaded."""
    found = CompanionApp(desk)
    Window.add_widget(found.build())
    screens.register()
    offscreen.settle(4)
    yield found
    Window.remove_widget(found.face)
    found.on_stop()


@pytest.mark.parametrize(("untouched", "tiles"), [(tidy.PAUSED - 0.05, 0), (tidy.QUIET - 0.05, TILES)])
def test_small_pieces_are_made_between_two_taps_and_none_while_a_finger_is_at_work(app, untouched, tiles):
    for _turn in range(MOST):
        app._tidy._quiet_since = monotonic() - untouched
        app._load_more(0)
    assert count(app.face, "TileBox") == tiles


@pytest.mark.one_in(2)
@pytest.mark.parametrize("turns", [1, 7, 40, MOST])
def test_what_was_made_ahead_wholly_or_in_part_shows_what_a_new_screen_shows(face, shoot, desk, turns):
    window = face(desk)
    while not window.speaking.ids.body.kept("ConstructionScreen"):
        make(window, 1)
    make(window, turns)
    tiles = set(map(id, window.speaking.ids.body.kept("ConstructionScreen").walk()))
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open("play"))
    offscreen.settle(8)
    shown = window.speaking.ids.body.children[0]
    assert id(shown) in tiles
    assert not differing(window.screen)
    shoot(f"ahead-{turns}")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("screen", sorted({*ahead.AROUND} - {"hands"}))
def test_a_screen_beside_the_game_is_made_ahead_and_shows_what_a_new_one_shows(face, desk, screen):
    window = face(desk)
    make(window, MOST)
    made = {id(widget) for kept in waiting(window) for widget in kept}
    wander(desk, Random(5), "Construction")
    desk.do(acts.Open("play" if screen == "rule" else screen))
    if screen == "rule":
        desk.do(acts.Ask(next(iter(rulebook_of("constantinopolis")))))
    offscreen.settle(8)
    assert id(shown(window)) in made
    assert not differing(window.screen)


def test_the_sheets_of_what_hands_must_do_are_made_ahead_and_show_what_new_ones_show(face, desk):
    window = face(desk)
    make(window, MOST)
    board, chance = window.kept[False].get("HandsBoardScreen"), Random(3)
    while not desk.source.hands.open:
        one_tap(desk, chance)
    offscreen.settle(8)
    assert window.screen is board
    assert not differing(board)


@pytest.mark.parametrize(
    ("game", "screen"),
    [("byzanz", "ByzMarketScreen"), ("byzanz", "ByzLimitScreen"), ("praetor", "PraetorRevealScreen")],
)
def test_a_large_screen_of_every_game_is_made_ahead_and_shows_what_a_new_one_shows(face, game, screen):
    desk, chance = Desk(source=new_session(shuffled_game(game, 3, 3))), Random(3)
    desk.do(acts.Prefer(turns=False))
    hands_done(desk)
    window = face(desk)
    make(window, MOST)
    made = window.speaking.ids.body.kept(screen)
    while f"{type(getattr(desk.view(), 'body', None)).__name__}Screen" != screen:
        hands_done(desk)
        one_tap(desk, chance)
    offscreen.settle(8)
    assert window.speaking.ids.body.children[0] is made
    assert not differing(window.screen)


def test_while_hands_move_pieces_what_is_asked_afterwards_is_made(face):
    desk = Desk(source=new_session(shuffled_game("praetor", 4, 3)))
    window = face(desk)
    assert type(window.screen).__name__ == "HandsBoardScreen"
    maker = ahead.Ahead(window)
    for _turn in range(MOST):
        maker.go()
    (made,) = [head for kept in window.kept if (head := kept.get("Speaking")) is not None]
    hands_done(desk)
    offscreen.settle(8)
    assert window.screen is made
    assert made.ids.body.made == {"PraetorCityScreen"}
    assert not differing(made)


def test_what_is_made_ahead_is_drawn_before_it_is_shown_and_asks_for_no_picture(face, desk):
    window, pictures = face(desk), []
    maker, count_picture = ahead.Ahead(window), lambda *_: pictures.append(1)
    offscreen.settle(STILL)
    Window.bind(on_flip=count_picture)
    while not made_all(maker):
        maker.go()
        offscreen.settle(1)
    Window.unbind(on_flip=count_picture)
    assert window.kept[False].made == {"Speaking", "HandsBoardScreen", "OverviewScreen"}
    maker.go()
    assert not pictures
    assert not drawn._next.waiting


def waiting(window) -> list[list[Any]]:
    """The screens that were made, in the body of the one that speaks to a seat and beside it."""
    body = window.kept[False].get("Speaking").ids.body
    return [[place.get(name) for name in place.made] for place in (body._kept, window.kept[False])]


def shown(window) -> Any:
    """The screen that is shown, without what stands around it."""
    return window.speaking.ids.body.children[0] if window.speaking else window.screen


def test_a_screen_beside_the_game_is_a_longer_piece_and_waits_until_it_is_quiet(face, desk):
    window = face(desk)
    maker = ahead.Ahead(window)
    for _turn in range(MOST):
        maker.go(quiet=False)
    assert count(window, "TileBox") == TILES
    assert window.kept[False].made == {"Speaking"}
    for _turn in range(MOST):
        maker.go(quiet=True)
    assert window.kept[False].made == {"Speaking", "HandsBoardScreen", "OverviewScreen"}


def test_what_is_shown_is_filled_and_what_waits_beside_it_is_not(face, desk):
    window = face(desk)
    maker = ahead.Ahead(window)
    while "OverviewScreen" not in window.kept[False].made:
        maker.go()
    rows = len(maker._rows)
    assert rows
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open("play"))
    offscreen.settle(4)
    assert len(maker._rows) == rows
    assert count(window, "TileBox") == TILES


def test_other_preferences_make_it_anew(face, desk):
    window = face(desk)
    maker = ahead.Ahead(window)
    for _turn in range(5):
        maker.go()
    desk.do(acts.Prefer(scale=1.5))
    offscreen.settle(4)
    assert not count(window, "ConstructionScreen")
    for _turn in range(MOST):
        maker.go()
    assert count(window, "TileBox") == TILES


def turned(window, desk, chance):
    """Play until the screen speaks to somebody round the corner."""
    before = window.speaking
    for _tap in range(MOST):
        hands_done(desk)
        one_tap(desk, chance)
        offscreen.settle(2)
        if window.speaking not in (None, before):
            offscreen.settle(8)
            return
    raise AssertionError("nobody round the corner is asked")


def test_the_screen_for_who_sits_round_the_corner_is_made_while_nobody_touches(face, turning):
    window = face(turning)
    assert window.other is None
    make(window, MOST)
    other = window.other
    for head in (window.screen, other):
        auction = head.ids.body.kept("AuctionScreen")
        assert head.ids.body.made >= {"AuctionScreen", "ConstructionScreen"}
        assert auction.ids.within.made == {"ChoiceSide", "DuelSide"}
    turned(window, turning, Random(3))
    assert window.screen is other
    assert not differing(window.screen)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("turns", [1, 5, 23])
def test_a_screen_that_was_made_in_part_is_whole_when_the_table_turns(face, turning, turns):
    window, chance = face(turning), Random(turns)
    for _quarter in range(3):
        make(window, turns)
        turned(window, turning, chance)
        assert not differing(window.screen)


def test_where_all_sit_at_two_sides_no_screen_is_made_for_the_others(face, turning):
    turning.sides = dict(zip(turning.source.names, ("south", "north") * 2, strict=True))
    window = face(turning)
    make(window, 40)
    assert window.other is None
